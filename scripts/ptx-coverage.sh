#!/usr/bin/env bash
# How many kernels of a folder of .cu files the interpreter of PTX runs.
#
#     scripts/ptx-coverage.sh FOLDER [ARCHITECTURE]      needs nvcc; ARCHITECTURE: sm_90
#
# Compiles each .cu to PTX with its own folder, and each folder named Common, common, include or inc, as include
# folders (a file that does not compile is left out), runs every kernel with made-up buffers, and prints how many ran,
# ended with a fault or have an instruction that is unknown, with the unknown ones by frequency.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

folder=$(realpath "$1")
architecture=${2:-sm_90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
setup_cuda
configure release "${with_everything[@]}"
build release ptx_coverage

includes=()
while IFS= read -r each; do includes+=(-I "$each"); done < <(find "$folder" -type d \( -iname common -o -name include -o -name inc \) | sort)
compile() {
    local name
    name=$(printf '%s' "${1#"$folder"/}" | tr '/ ' '__')
    timeout 120 nvcc -ptx -lineinfo "-arch=$architecture" -std=c++17 "${@:2}" -I "$(dirname "$1")" -o "$work/$name.ptx" "$1" 2>"$work/log" ||
        printf 'not compiled: %s: %s\n' "$name" "$(grep -m 1 error "$work/log" || true)"
}
while IFS= read -r file; do compile "$file" "${includes[@]}"; done < <(find "$folder" -name '*.cu' | sort)
"$root/build/release/bin/ptx_coverage" "$work"/*.ptx
