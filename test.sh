#!/usr/bin/env bash
# Builds and runs all tests (README.md): the release build with everything, then the same code under the
# sanitizers with bounded fuzzing. `./test.sh quick` stops after the release build.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

failed=()

# stage WHAT COMMAND...: runs it, says how long it took, remembers where it failed.
stage() {
    local what=$1 begin=$SECONDS
    shift
    say "== $what"
    if "$@"; then
        say "== $what: passed in $((SECONDS - begin)) s"
    else
        failed+=("$what")
        say "== $what: FAILED after $((SECONDS - begin)) s"
    fi
}

# run_ctest PRESET ARGUMENT...: what failed is printed whole.
run_ctest() {
    local folder=$root/build/$1
    shift
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j 2 "$@"
}

release() {
    configure release -DSPILLWAY_TESTS=ON && build release &&
        run_ctest release --output-junit "$root/build/junit-release.xml"
}

# The window's libraries leak by design at exit, and its drawing is covered above: here the readers, the
# worker and the session count.
address_sanitizer() {
    configure asan-ubsan && build asan-ubsan &&
        ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 \
            run_ctest asan-ubsan -LE 'window|nvcc|setup' --timeout 300
}

thread_sanitizer() {
    configure tsan && build tsan "${threaded_tests[@]}" &&
        TSAN_OPTIONS=halt_on_error=1 run_ctest tsan -L threads --timeout 300
}

# What starts threads or talks to another process.
threaded_tests=(spillway-worker session_test worker_test compiler_test)

mkdir -p "$root/build"
install_packages build test
setup_cuda

stage "release" release
if [[ ${1:-} != quick ]]; then
    stage "address and undefined-behaviour sanitizers" address_sanitizer
    stage "thread sanitizer" thread_sanitizer
fi

if ((${#failed[@]})); then
    printf 'Failed: %s\n' "${failed[@]}"
    exit 1
fi
echo "All tests passed."
