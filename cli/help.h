// SPDX-License-Identifier: Apache-2.0
// The texts about the commands: on a terminal, as a man page, and for completion in bash and zsh. All are made of the
// same declarations.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/command.h"

namespace weft::cli {

/// An option or a positional argument as it is shown.
struct Entry {
  std::string names;  // "-o,--output FILE"
  std::string text;
};
std::vector<Entry> positionalsOf(const CLI::App &app);
std::vector<Entry> optionsOf(const CLI::App &app);

/// "weft build [OPTIONS] FILE".
std::string usageOf(const CLI::App &app);

/// What concerns all commands: statuses of the exit, variables of the environment.
std::vector<Entry> exitStatuses();
std::vector<Entry> environmentVariables();

std::string helpOf(const CLI::App &app, const Command &command);
std::string overview(const CLI::App &app, const std::vector<Command> &commands);
/// Of section 1, in roff with the macros of man(7).
std::string manPage(const CLI::App &app, const std::vector<Command> &commands);
/// Scripts of the two shells. bash is shown the names of options, zsh what they do as well.
std::string bashCompletion(const CLI::App &app);
std::string zshCompletion(const CLI::App &app);

}  // namespace weft::cli
