// SPDX-License-Identifier: Apache-2.0
// `weft`: the command line. Exit statuses: cli/failure.h.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>

#include "cli/build_options.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/help.h"
#include "hls/compile.h"
#include "support/nearest_name.h"

namespace weft::cli {

std::vector<Command> allCommands() {
  return {buildCommand(),   runCommand(),    infoCommand(),   reportCommand(),
          programCommand(), boardsCommand(), doctorCommand(), cacheCommand()};
}

namespace {

constexpr size_t kMostTypos = 3;

void describeError(const std::string &what, const std::string &hint) {
  std::cout.flush();
  std::cerr << "error: " << what << "\n";
  if (!hint.empty())
    std::cerr << "hint: " << hint << "\n";
}

std::string didYouMean(const std::string &name, const std::vector<std::string> &names, const std::string &otherwise) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view meant = support::nearestName(name, views, kMostTypos);
  return meant.empty() ? otherwise : fmt::format("did you mean {}?", meant);
}

/// The whole of `weft`: its commands, options, and the commands that write man page and completion.
class Program {
public:
  Program() : app_("compiles OpenCL kernels for FPGAs and runs them", "weft"), commands_(allCommands()) {
    app_.set_help_flag("-h,--help", "shows this, or the help of a command");
    app_.add_flag_callback("--version", [this] { action_ = [] { return printVersion(); }; }, "shows the version");
    for (const Command &command : commands_) {
      CLI::App &sub = declare(command.name, command.summary);
      command.declare(sub, action_);
    }
    declareTexts();
  }

  int run(std::vector<std::string> arguments) {
    if (arguments.empty() || isHelp(arguments[0])) {
      if (arguments.size() < 2) {
        std::cout << overview(app_, commands_);
        return arguments.empty() ? kWrongUsage : kDone;
      }
      arguments = {arguments[1], "--help"};
    }
    requireCommand(arguments[0]);
    requireValues(arguments);
    arguments = withBuildOptions(std::move(arguments));
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app_.parse(arguments);
    return action_();
  }

  /// What a parse error says, and what to do.
  int fail(const CLI::ParseError &error) {
    const auto used = app_.get_subcommands();
    CLI::App &place = used.empty() ? app_ : *used[0];
    if (error.get_exit_code() == int(CLI::ExitCodes::Success)) {
      std::cout << helpFor(place);
      return kDone;
    }
    const std::string name = used.empty() ? "weft" : "weft " + place.get_name();
    const std::string hint = name + " --help shows what there is";
    if (dynamic_cast<const CLI::ExtrasError *>(&error)) {
      std::vector<std::string> extras = app_.remaining(true), names;
      for (const CLI::Option *option : place.get_options())
        for (const std::string &longName : option->get_lnames())
          names.push_back("--" + longName);
      const std::string given = extras.empty() ? "" : extras[0].substr(0, extras[0].find('='));
      describeError(fmt::format("{} has no option or argument {}", name, given), didYouMean(given, names, hint));
    } else {
      describeError(error.what(), hint);
    }
    return kWrongUsage;
  }

private:
  static bool isHelp(const std::string &word) { return word == "help" || word == "--help" || word == "-h"; }

  static int printVersion() {
    fmt::print("weft {}\ngenerator: {}\n", WEFT_VERSION, hls::generatorIdentity());
    return kDone;
  }

  CLI::App &declare(const std::string &name, const std::string &summary) {
    CLI::App &command = *app_.add_subcommand(name, summary);
    command.set_help_flag("-h,--help", "shows this");
    return command;
  }

  void declareTexts() {
    CLI::App &man = declare("man", "writes the man page");
    man.group("");
    man.callback([this] { action_ = [this] { return print(manPage(app_, commands_)); }; });
    CLI::App &completion = declare("completion", "writes the completion script of a shell");
    completion.group("");
    completion.add_option("shell", shell_, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
    completion.callback(
        [this] { action_ = [this] { return print(shell_ == "zsh" ? zshCompletion(app_) : bashCompletion(app_)); }; });
  }

  static int print(const std::string &text) {
    std::cout << text;
    return kDone;
  }

  void requireCommand(const std::string &word) const {
    std::vector<std::string> names;
    for (const CLI::App *command : app_.get_subcommands({}))
      names.push_back(command->get_name());
    if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end())
      return;
    throw Failure(kWrongUsage, fmt::format("weft has no command {}", word),
                  didYouMean(word, names, "weft --help shows the commands"));
  }

  /// CLI11 takes the next word for the value of an option with nothing behind its `=`, and then lacks that word.
  static void requireValues(const std::vector<std::string> &arguments) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    const auto empty = std::find_if(arguments.begin(), end, [](const std::string &word) {
      return word.starts_with("--") && word.find('=') == word.size() - 1;
    });
    if (empty != end)
      throw Failure(kWrongUsage, fmt::format("{} has no value", empty->substr(0, empty->size() - 1)),
                    fmt::format("write it behind the =, or leave {} out", *empty));
  }

  std::string helpFor(const CLI::App &place) const {
    for (const Command &command : commands_)
      if (command.name == place.get_name())
        return helpOf(place, command);
    return &place == &app_ ? overview(app_, commands_) : place.help();
  }

  CLI::App app_;
  const std::vector<Command> commands_;
  Action action_ = [] { return kWrongUsage; };
  std::string shell_;
};

/// Output that does not reach its file is a failure: a full disk, a closed pipe.
int flushed(int status) {
  std::cout.flush();
  if (std::cout && std::fflush(stdout) == 0)
    return status;
  describeError("standard output cannot be written", "make room on the disk, or keep the reader of the pipe open");
  return kMachineFailed;
}

int run(std::vector<std::string> arguments) {
  Program program;
  try {
    return flushed(program.run(std::move(arguments)));
  } catch (const CLI::ParseError &error) {
    return program.fail(error);
  } catch (const Failure &failure) {
    describeError(failure.what(), failure.hint());
    return failure.status();
  } catch (const std::bad_alloc &) {
    describeError("out of memory", "");
  } catch (const std::exception &error) {
    describeError(error.what(), "");
  }
  return kMachineFailed;
}

}  // namespace
}  // namespace weft::cli

int main(int argc, char **argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error of its write
  return weft::cli::run({argv + 1, argv + argc});
}
