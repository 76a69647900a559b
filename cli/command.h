// SPDX-License-Identifier: Apache-2.0
// What a subcommand of `weft` is. Help, man page and completion are made of these.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace weft::cli {

/// What a command does once its line is parsed. Returns the exit status; throws Failure (cli/failure.h).
using Action = std::function<int()>;

struct Example {
  std::string what, line;
};

struct Command {
  std::string name;
  std::string summary;               // one line
  std::vector<std::string> details;  // paragraphs; one whose lines begin with blanks is shown as it is
  std::vector<Example> examples;
  /// Declares options and arguments; sets `action` when they have been parsed.
  std::function<void(CLI::App &, Action &action)> declare;
};

Command buildCommand();
Command runCommand();
Command infoCommand();
Command reportCommand();
Command programCommand();
Command boardsCommand();
Command doctorCommand();
Command cacheCommand();

/// In the order of the help.
std::vector<Command> allCommands();

}  // namespace weft::cli
