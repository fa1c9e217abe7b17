#!/usr/bin/env bash
# manual_test.sh SPILLWAY SOURCE: the manual page and bash's completion know every command of `spillway --help`.
set -euo pipefail
spillway=$1 package=$2/cmake/package
commands=$("$spillway" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z-]*\) .*/\1/p')
[[ $commands == *$'\n'trace$'\n'* ]] || { echo "--help lists no commands: $commands"; exit 1; }
manual=$(sed -n '/^\.SH COMMANDS/,/^\.SH EXIT/p' "$package/spillway.1" | grep -E '^\.B' | tr -s ' ",' '\n')
for command in $commands; do
    grep -qxF -- "$command" <<<"$manual" || { echo "spillway.1 does not know '$command'"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(realpath "$spillway")" "$folder/spillway"
PATH=$folder:$PATH
source "$package/completion.bash"
COMP_WORDS=(spillway "") COMP_CWORD=1
_spillway
[[ $(printf '%s\n' "${COMPREPLY[@]}") == "$commands" ]] || { echo "bash completes to: ${COMPREPLY[*]}"; exit 1; }
COMP_WORDS=(spillway grade --) COMP_CWORD=2
_spillway
[[ " ${COMPREPLY[*]} " == *" --json "* ]] || { echo "bash knows no option of grade: ${COMPREPLY[*]}"; exit 1; }
