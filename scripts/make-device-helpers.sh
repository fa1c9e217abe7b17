#!/usr/bin/env bash
# Compiles Spillway's own kernels (app/gpu/*.cu) with nvcc to PTX in generated/. The PTX names an old version, since the
# code uses nothing newer: a driver refuses a version that is newer than itself. Its first line names its source; a test
# compares.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}

# make NAME ARCHITECTURE PTX_VERSION
make() {
    local source=$root/app/gpu/$1.cu ptx=$root/generated/$1.ptx
    "$nvcc" -std=c++17 -O3 -arch="compute_$2" -ptx -o "$made/new.ptx" "$source"
    {
        echo "// of $1.cu with SHA-256 $(sha256sum "$source" | cut -d' ' -f1)"
        grep -v '^//' "$made/new.ptx" | sed "s/^\.version .*/.version $3/" | grep -v '^[[:space:]]*$'
    } >"$ptx"
    # It must still be what a driver's compiler takes.
    "$(dirname "$nvcc")/ptxas" -arch="sm_$2" -o /dev/null "$ptx"
}

make device_helpers 75 6.4
make empty_cache 80 7.4
make roof_kernels 75 6.4
