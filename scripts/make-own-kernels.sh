#!/usr/bin/env bash
# Makes app/gpu/own_kernels.ptx of app/gpu/own_kernels.cu with nvcc. The result says an old PTX version, since the code
# uses nothing newer: a driver refuses a version that is newer than itself. Its first line names the source it is of;
# a test compares.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$root/app/gpu/own_kernels.cu
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
"$nvcc" -std=c++17 -O3 -arch=compute_75 -ptx -o "$made/new.ptx" "$source"
{
    echo "// of own_kernels.cu with SHA-256 $(sha256sum "$source" | cut -d' ' -f1)"
    grep -v '^//' "$made/new.ptx" | sed 's/^\.version .*/.version 6.4/' | grep -v '^[[:space:]]*$'
} >"$root/app/gpu/own_kernels.ptx"
# It must still be what a driver's compiler takes.
"$(dirname "$nvcc")/ptxas" -arch=sm_75 -o /dev/null "$root/app/gpu/own_kernels.ptx"
