#!/usr/bin/env bash
# without_cuda_headers_test.sh SOURCE_FOLDER CXX_COMPILER: where CUDA's headers are missing, as on a machine without
# network, what asks for them still compiles.
set -uo pipefail
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cd "$1" || exit 1
cmake --preset release -B "$build" -DCMAKE_CXX_COMPILER="$2" -DCMAKE_CXX_FLAGS_RELEASE=-fsyntax-only -DSPILLWAY_CUDA_OCCUPANCY_DIR=OFF \
    -DSPILLWAY_TESTS=OFF -DSPILLWAY_BENCH=OFF >"$build/log" 2>&1 || { cat "$build/log"; exit 1; }
grep -q '^SPILLWAY_HAS_CUPTI:INTERNAL=OFF$' "$build/CMakeCache.txt" || { echo "CUDA's headers were found all the same"; exit 1; }
# Only what differs there, and only whether the compiler takes it: all of it would be a minute.
mapfile -t objects < <(cd "$build" && ninja -t targets all | sed -n 's/^\(app\/\(gpu\|answers\)\/.*\.o\): .*/\1/p')
((${#objects[@]} > 1)) || { echo "the build has no such sources"; exit 1; }
ninja -C "$build" "${objects[@]}"
