# SPDX-License-Identifier: Apache-2.0
# complete.zsh FOLDER LINE: what zsh, with the completion functions of FOLDER, offers at the end of LINE: a line <WORD> for each.
# A shell at a pseudo-terminal completes it, as for a user; compadd tells what it is given.
zmodload zsh/zpty
zpty shell zsh -f -i
put() { zpty -w shell "$1" }
put 'PROMPT=; unsetopt prompt_cr; stty -echo columns 500'
put "fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u"
put 'zmodload zsh/zutil'
put 'compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"
  local hit; for hit in $hits; do print -r -- "<$hit>"; done
  builtin compadd "$@"
}'
put 'finish() { print -r "<end>"; exit }; comppostfuncs=(finish)'
put "bindkey '^I' complete-word; print '<''ready>'"
local line
while zpty -r shell line; do [[ $line == *'<ready>'* ]] && break; done
zpty -n -w shell "$2"$'\t'
while zpty -r shell line; do
  [[ $line == *'<end>'* ]] && break
  print -r -- ${line%$'\r\n'}
done
zpty -d shell
