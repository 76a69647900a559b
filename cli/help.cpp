// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace weft::cli {
namespace {

constexpr size_t kMostWidth = 96, kLeastWidth = 40, kTextColumn = 28;

/// Columns of a line: those that COLUMNS says, or else the terminal's.
size_t width() {
  size_t columns = kMostWidth;
  winsize size{};
  if (const char *given = std::getenv("COLUMNS"); given && std::atoi(given) > 0)
    columns = size_t(std::atoi(given));
  else if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    columns = size.ws_col;
  return std::clamp(columns, kLeastWidth, kMostWidth);
}

/// Words of `text` in lines of width(), each after `indent` blanks; the first line begins at `column`.
std::string wrapped(const std::string &text, size_t indent, size_t column) {
  std::string result;
  const size_t most = width();
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column + 1 + word.size() > most) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!result.empty()) {
      result += " ";
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result + "\n";
}

std::string table(const std::string &title, const std::vector<Entry> &entries) {
  std::string text = entries.empty() ? "" : "\n" + title + ":\n";
  for (const Entry &entry : entries) {
    text += "  " + entry.names;
    if (entry.names.size() + 4 > kTextColumn)
      text += "\n" + std::string(kTextColumn, ' ');
    else
      text += std::string(kTextColumn - 2 - entry.names.size(), ' ');
    text += wrapped(entry.text, kTextColumn, kTextColumn);
  }
  return text;
}

bool isVerbatim(const std::string &paragraph) { return paragraph.starts_with(" "); }

std::string textOf(const CLI::Option &option) {
  std::string text = option.get_description();
  if (!option.get_default_str().empty())
    text += fmt::format(" (default: {})", option.get_default_str());
  return text;
}

bool isShown(const CLI::Option *option) { return !option->get_group().empty(); }

}  // namespace

std::vector<Entry> positionalsOf(const CLI::App &app) {
  std::vector<Entry> entries;
  for (const CLI::Option *option : app.get_options())
    if (isShown(option) && option->get_positional())
      entries.push_back({option->get_name(true), textOf(*option)});
  return entries;
}

std::vector<Entry> optionsOf(const CLI::App &app) {
  std::vector<Entry> entries;
  for (const CLI::Option *option : app.get_options())
    if (isShown(option) && option->nonpositional())
      entries.push_back(
          {option->get_name(false, true) +
               (option->get_type_size() == 0 || option->get_type_name().empty() ? "" : " " + option->get_type_name()),
           textOf(*option)});
  return entries;
}

std::string usageOf(const CLI::App &app) {
  std::string text = "weft " + app.get_name() + (optionsOf(app).empty() ? "" : " [OPTIONS]");
  for (const CLI::Option *option : app.get_options())
    if (isShown(option) && option->get_positional()) {
      const std::string name = option->get_name(true) + (option->get_expected_max() > 1 ? "..." : "");
      text += " " + (option->get_required() ? name : "[" + name + "]");
    }
  return text;
}

std::vector<Entry> exitStatuses() {
  return {{"0", "done"},
          {"1", "a program, its data or a finding of doctor: something of yours has to be changed"},
          {"2", "the command line is wrong"},
          {"3", "the machine or Weft failed: no room on the disk, no such device, an internal error"}};
}

std::vector<Entry> environmentVariables() {
  return {{"WEFT_DEVICE=sim:BOARD", "the board of OpenCL programs, and of weft run without --board"},
          {"WEFT_LOG=info", "tells each step with its time; off silences all messages of the library"},
          {"WEFT_CACHE_DIR=DIR", "where compiled simulation models and steps of bitstreams are kept"},
          {"WEFT_TOOLS=DIR:DIR", "where the tools that make bitstreams are looked for first"},
          {"WEFT_SIM=both", "simulates kernels by Verilator beside the instant engine and compares them each cycle"},
          {"WEFT_TRACE=FILE.fst", "writes a waveform of shell and kernel"},
          {"WEFT_CYCLE_LIMIT=N", "ends a launch that is not done after N cycles of the device"}};
}

std::string helpOf(const CLI::App &app, const Command &command) {
  std::string text = wrapped(command.summary, 0, 0) + "\nUsage: " + usageOf(app) + "\n";
  text += table("Arguments", positionalsOf(app)) + table("Options", optionsOf(app));
  for (const std::string &paragraph : command.details)
    text += "\n" + (isVerbatim(paragraph) ? paragraph + "\n" : wrapped(paragraph, 0, 0));
  text += "\nExamples:\n";
  for (const Example &example : command.examples)
    text += fmt::format("  # {}\n  {}\n", example.what, example.line);
  return text;
}

std::string overview(const CLI::App &app, const std::vector<Command> &commands) {
  std::string text = app.get_description() + "\n\nUsage: weft COMMAND [OPTIONS] [ARGUMENTS]\n";
  std::vector<Entry> entries;
  for (const Command &command : commands)
    entries.push_back({command.name, command.summary});
  text += table("Commands", entries) + table("Options", optionsOf(app)) + table("Exit status", exitStatuses()) +
          table("Environment", environmentVariables());
  return text + "\nweft COMMAND --help tells more of a command, with examples.\n";
}

}  // namespace weft::cli
