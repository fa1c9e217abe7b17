#!/usr/bin/env bash
# one_build_test.sh SOURCE_FOLDER BINARY_DIR: ./run.sh and ./test.sh compile app/ with the same command lines, so that
# neither compiles again what the other has compiled. Configures twice, with BINARY_DIR's own settings, and compiles nothing.
set -uo pipefail

source_folder=$1 binary_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$source_folder/scripts/setup.sh"

# The settings that configure() of scripts/setup.sh found out.
mapfile -t settings < <(sed -nE 's/^(SPILLWAY_CUDA_HEADERS|SPILLWAY_CUDA_OCCUPANCY_DIR|CMAKE_CXX_COMPILER|CMAKE_CXX_COMPILER_LAUNCHER):[A-Z]*=(.*)/-D\1=\2/p' \
    "$binary_dir/CMakeCache.txt")

# commands NAME OPTION...: prints the command lines of app/, with the build folder's name taken out.
commands() {
    local folder=$work/$1
    shift
    cmake --preset release -S "$source_folder" -B "$folder" "${settings[@]}" "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    grep '"command":.*/app/' "$folder/compile_commands.json" | sed "s|$folder|BUILD|g" | sort
}

commands run "${program_only[@]}" >"$work/run.txt"
commands tests "${with_everything[@]}" >"$work/tests.txt"
(($(wc -l <"$work/run.txt") > 50)) || { echo "only $(wc -l <"$work/run.txt") command lines of app/"; exit 1; }
# With tests there may be more, never others.
others=$(comm -23 "$work/run.txt" "$work/tests.txt")
[[ -z $others ]] || { printf 'compiled in another way with the tests:\n%s\n' "$others"; exit 1; }
echo "$(wc -l <"$work/run.txt") command lines are the same"
