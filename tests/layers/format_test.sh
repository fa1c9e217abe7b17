#!/usr/bin/env bash
# format_test.sh SOURCE_FOLDER: every source is as clang-format 14 writes it. Other versions write differently.
set -uo pipefail
cd "$1" || exit 1
formatter=$(command -v clang-format-14 || command -v clang-format) || { echo "clang-format 14 is not installed"; exit 77; }
if ! "$formatter" --version | grep -q 'version 14\.'; then
    echo "this needs clang-format 14; $formatter is another version"
    exit 77
fi
git ls-files -z '*.cpp' '*.h' | grep -zv '^tests/layers/fixture' | xargs -0 "$formatter" --dry-run -Werror
