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
    mapfile -t COMPREPLY < <(compgen -f -- "${{word##*[=@>]}}")
  fi
}}
complete -F _weft weft
)bash";

// The same for zsh: words with what they mean, and files behind `=`, `@` and `>` as well.
constexpr const char *kZshScript = R"zsh(#compdef weft
# zsh completion for weft, written by: weft completion zsh
_weft() {{
  local -a commands options
  commands=({})
  options=({})
  if (( CURRENT == 2 )); then
    if [[ $words[CURRENT] == -* ]]; then
      _describe -o option options
    else
      _describe command commands
    fi
    return
  fi
  case $words[2] in
{}  esac
  if [[ $words[CURRENT-1] == --board ]]; then
    compadd -- ${{(f)"$($words[1] boards --names 2>/dev/null)"}}
  elif [[ $words[CURRENT] == -* ]]; then
    _describe -o option options
  else
    compset -P '*[=@>]'
    _files
  fi
}}
_weft "$@"
)zsh";

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

/// 'name:what it does', as zsh's _describe takes it.
std::string zshWord(const std::string &name, const std::string &meaning) {
  std::string text = "'";
  for (const char c : name + ":" + meaning.substr(0, meaning.find('\n')))
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string zshOptions(const CLI::App &app) {
  std::vector<std::string> words;
  for (const CLI::Option *option : app.get_options()) {
    if (option->get_group().empty())
      continue;
    for (const std::string &name : option->get_lnames())
      words.push_back(zshWord("--" + name, option->get_description()));
    for (const std::string &name : option->get_snames())
      words.push_back(zshWord("-" + name, option->get_description()));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string zshCompletion(const CLI::App &app) {
  std::vector<std::string> commands;
  std::string cases;
  for (const CLI::App *command : commandsOf(app)) {
    commands.push_back(zshWord(command->get_name(), command->get_description()));
    cases += fmt::format("    {}) options=({}) ;;\n", command->get_name(), zshOptions(*command));
  }
  return fmt::format(kZshScript, fmt::join(commands, " "), zshOptions(app), cases);
}

std::string bashCompletion(const CLI::App &app) {
  const std::vector<const CLI::App *> commands = commandsOf(app);
  std::string cases;
  for (const CLI::App *command : commands)
    cases += fmt::format("    {}) options='{}' ;;\n", command->get_name(), fmt::join(optionNames(*command), " "));
  return fmt::format(kScript, fmt::join(namesOf(commands), " "), fmt::join(optionNames(app), " "), cases);
}

}  // namespace weft::cli
