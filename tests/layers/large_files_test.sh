#!/usr/bin/env bash
# large_files_test.sh SOURCE_FOLDER: no tracked file is larger than 1 MB, except those in large_files.txt beside this
# script. Every version of a large file stays in the repository for ever.
set -uo pipefail
rules=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/large_files.txt

# large_files FOLDER: prints the tracked files over 1,000,000 bytes, sorted.
large_files() {
    git -C "$1" ls-files -z | (cd "$1" && xargs -0 stat --format '%s %n' --) 2>/dev/null |
        awk '$1 > 1000000 { sub(/^[0-9]+ /, ""); print }' | sort
}

git -C "$1" rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "$1 is not a git repository"; exit 77; }

# The check sees a large file where there is one.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$work" init -q
head -c 1000001 /dev/zero >"$work/large.bin"
head -c 1000000 /dev/zero >"$work/small.bin"
git -C "$work" add .
[[ $(large_files "$work") == large.bin ]] || { echo "a file of 1,000,001 bytes was not found"; exit 1; }

status=0
while read -r file; do
    grep -qxF "$file" "$rules" && continue
    echo "$file: larger than 1 MB; make it smaller, leave it out, or add it to tests/layers/large_files.txt with a reason"
    status=1
done < <(large_files "$1")
while read -r file; do
    [[ -z $file || $file == '#'* ]] && continue
    large_files "$1" | grep -qxF "$file" && continue
    echo "$file: listed in tests/layers/large_files.txt, but not larger than 1 MB: remove the line"
    status=1
done <"$rules"
exit $status
