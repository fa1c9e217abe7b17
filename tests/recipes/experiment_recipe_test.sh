#!/usr/bin/env bash
# docs/adding-an-experiment.md: its three files in a folder are an experiment, and its commands work.
# Usage: experiment_recipe_test.sh SOURCE_FOLDER SPILLWAY COPY_FOLDER
set -euo pipefail

source_folder=$1 spillway=$2 copy=$3
bash "$(dirname "$0")/carry_out.sh" "$source_folder/docs/adding-an-experiment.md" "$source_folder" "$copy"
# Nothing of this test goes into the user's settings.
export XDG_CONFIG_HOME=$copy/config XDG_CACHE_HOME=$copy/cache

"$spillway" list --catalogue "$copy/kernels" | grep strided_read
"$spillway" run strided_read --catalogue "$copy/kernels" --trust --set reads=32 --gpu h200 || status=$?
# Without a compiler, the refusal is the result.
if "$spillway" doctor --json | grep -q '"nvrtc": *null\|no NVRTC'; then exit 0; fi
[[ ${status:-0} == 0 ]]
"$spillway" check strided_read --catalogue "$copy/kernels" --trust
