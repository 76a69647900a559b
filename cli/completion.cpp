// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/help.h"

namespace weft::cli {
namespace {

// Commands, options of all, and a case for each command with its own options.
constexpr const char *kScript = R"bash(# bash completion for weft, written by: weft completion bash
_weft() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} {}' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [ "$before" = --board ]; then
    COMPREPLY=($(compgen -W "$("${{COMP_WORDS[0]}}" boards --names 2>/dev/null)" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "${{word##*[=@>]}}"))
  fi
}}
complete -F _weft weft
)bash";

std::vector<const CLI::App *> commandsOf(const CLI::App &app) {
  return app.get_subcommands([](const CLI::App *command) { return !command->get_group().empty(); });
}

std::vector<std::string> namesOf(const std::vector<const CLI::App *> &commands) {
  std::vector<std::string> names;
  for (const CLI::App *command : commands)
    names.push_back(command->get_name());
  return names;
}

/// "--output" and "-o" of each option.
std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options()) {
    if (option->get_group().empty())
      continue;
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

}  // namespace

std::string bashCompletion(const CLI::App &app) {
  const std::vector<const CLI::App *> commands = commandsOf(app);
  std::string cases;
  for (const CLI::App *command : commands)
    cases += fmt::format("    {}) options='{}' ;;\n", command->get_name(), fmt::join(optionNames(*command), " "));
  return fmt::format(kScript, fmt::join(namesOf(commands), " "), fmt::join(optionNames(app), " "), cases);
}

}  // namespace weft::cli
