// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/help.h"

namespace weft::cli {
namespace {

/// Text as roff takes it literally.
std::string escaped(const std::string &text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n'))
      result += std::string("\\&") + c;
    else
      result += c;
  }
  return result;
}

std::string list(const std::vector<Entry> &entries) {
  std::string text;
  for (const Entry &entry : entries)
    text += fmt::format(".TP\n.B {}\n{}\n", escaped(entry.names), escaped(entry.text));
  return text;
}

std::string verbatim(const std::string &text) { return ".PP\n.nf\n" + escaped(text) + "\n.fi\n"; }

std::string commandSection(const CLI::App &app, const Command &command) {
  std::string text =
      fmt::format(".SS weft {}\n{}\n.PP\n.B {}\n", command.name, escaped(command.summary), escaped(usageOf(app)));
  text += list(positionalsOf(app)) + list(optionsOf(app));
  for (const std::string &paragraph : command.details)
    text += paragraph.starts_with(" ") ? verbatim(paragraph) : ".PP\n" + escaped(paragraph) + "\n";
  std::string examples;
  for (const Example &example : command.examples)
    examples += fmt::format("{}  # {}\n  {}", examples.empty() ? "" : "\n", example.what, example.line);
  return text + verbatim(examples);
}

}  // namespace

std::string manPage(const CLI::App &app, const std::vector<Command> &commands) {
  std::string text = fmt::format(".TH WEFT 1 \"\" \"Weft {}\" \"User Commands\"\n.SH NAME\nweft \\- {}\n", WEFT_VERSION,
                                 escaped(app.get_description()));
  text += ".SH SYNOPSIS\n.B weft\nCOMMAND [OPTIONS] [ARGUMENTS]\n.SH COMMANDS\n";
  for (const Command &command : commands)
    text += commandSection(*app.get_subcommand(command.name), command);
  return text + ".SH OPTIONS\n" + list(optionsOf(app)) + ".SH EXIT STATUS\n" + list(exitStatuses()) +
         ".SH ENVIRONMENT\n" + list(environmentVariables());
}

}  // namespace weft::cli
