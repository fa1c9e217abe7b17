#!/usr/bin/env bash
# Builds and runs all tests (README.md): the release build with everything, then a fuzzer for every reader of files and
# pipes under the address and undefined-behaviour sanitizers. `./test.sh quick` stops
# after the release build. `./test.sh all` runs every row of the tests with many rows (otherwise a sample:
# tests/support/sample.h), and everything else under the sanitizers. `./test.sh fuzz [N]`
# gives each fuzzer N inputs (1,000,000) under the sanitizers, and does nothing else. `./test.sh monkey [MINUTES] [SEED]`
# lets hands without a plan play with the window under the sanitizers, for an hour where nothing else is said.
# `./test.sh spills` compares ptxas's spills with its marks for every experiment on seven architectures, as a table.
# `./test.sh tidy` looks through app/ with clang-tidy's few checks of .clang-tidy.
# `./test.sh dev` builds the preset dev (each source alone, warnings are errors, assertions) and runs its tests.
# `./test.sh approve` makes what the tests draw now the approved pictures.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scripts/setup.sh"

failed=() closing_lines=()
# Names of tests that do not run. A program that was not built has an entry that says so.
left_out='NOT_BUILT|^Whole/'
# kernels_test compiles every kernel for the host: a tenth of the build, for what the interpreter's tests find too.
release_programs=(all)

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

# run_ctest PRESET ARGUMENT...: what failed is printed whole; the closing line is kept for the end.
run_ctest() {
    local preset=$1 log=$root/build/ctest-$1.log status
    shift
    # Tests wait for other processes a quarter of their time: four more than cores.
    ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error -j "$((jobs + 4))" -E "$left_out" "$@" | tee "$log"
    status=${PIPESTATUS[0]}
    closing_lines+=("$preset: $(grep -E 'tests passed|tests failed' "$log" | tail -n 1)")
    return "$status"
}

release() {
    configure release "${with_everything[@]}" && build release "${release_programs[@]}" &&
        run_ctest release --output-junit "$root/build/junit-release.xml"
}

# Each source alone, warnings as errors, with assertions.
development() {
    configure dev "${with_everything[@]}" && build dev all slider_bench live_slider ptx_bench && run_ctest dev
}

# The pictures that the tests draw become tests/pictures/: look at it before you commit it.
approve_pictures() {
    configure release "${with_everything[@]}" && build release window_panels_test charts_pictures_test readme_picture_test && run_ctest release -L pictures &&
        git -C "$root" status --short tests/pictures
}

# Fuzzers of every reader of a file or a pipe that somebody else may have written.
fuzzers=(protocol_fuzz recording_fuzz experiment_fuzz ptxas_report_fuzz include_scanner_fuzz markdown_fuzz settings_fuzz cache_fuzz
    helper_fuzz view_fuzz ptx_fuzz source_look_fuzz trace_fuzz hand_in_fuzz number_text_fuzz room_fuzz)
# And the tests. Not the windows: OpenGL's drivers are not ours to check.
sanitized=("${fuzzers[@]}" spillway spillway-worker charts_test catalogue_test judging_test progress_test protocol_test
    results_parts_test room_test session_parts_test worker_client_parts_test
    compiler_test gpu_test kernels_test dispatcher_test session_test worker_test cli_test teaching_test
    commands_test)

# address_sanitizer PRESET TARGET...: those programs alone, each whole.
address_sanitizer() {
    local preset=$1 programs
    shift
    programs=$(IFS='|'; printf '%s' "$*")
    configure "$preset" && build "$preset" "$@" &&
        UBSAN_OPTIONS=print_stacktrace=1 run_ctest "$preset" -R "^(fuzz\\.)?($programs)\$" -LE 'window|nvcc|setup|remote'
}

# Programs that start threads or talk to another process.
threaded=(spillway-worker worker_client_parts_test dispatcher_test session_test worker_test compiler_test)

# Some tests need what it takes away: it makes a fork of vfork, whose child cannot say why it failed, and a child whose
# address space is bounded has none for it. One asks the program itself, which is not built here.
thread_sanitizer() {
    configure tsan && build tsan "${threaded[@]}" &&
        TSAN_OPTIONS="suppressions=$root/tests/tsan.supp" run_ctest tsan -LE 'window|nvcc|setup|remote|fuzz' \
            -E "$left_out"'|Child\.IsBoundedInTimeAndOutput|Worker\.TellsVersionAndHelp|Worker\.NothingWaitsForAFileThatMayTakeLong|^manual_test$'
}

# fuzz_everything INPUTS: each fuzzer under the sanitizers with so many inputs, however long that takes.
fuzz_everything() {
    local fuzzer corpora folder=$root/build/asan-ubsan/tests/fuzz begin
    configure asan-ubsan && build asan-ubsan "${fuzzers[@]}" || return 1
    while read -r fuzzer corpora; do
        begin=$SECONDS
        # shellcheck disable=SC2086  # several folders
        (cd "$folder" && "../../bin/$fuzzer" -seed=1 -runs="$1" -max_total_time=1000000 found/"$fuzzer" $corpora) || return 1
        closing_lines+=("$fuzzer: $1 inputs in $((SECONDS - begin)) s")
    done <"$folder/corpora"
}

# monkey SECONDS SEED: seeded hands through the window (tests/window/monkey.h), the window's side under the sanitizers. What
# answers is the release build's worker: it is looked at elsewhere.
monkey() {
    local log=$root/build/monkey.log status
    configure release "${with_everything[@]}" && build release spillway-worker &&
        configure asan-ubsan && build asan-ubsan monkey_test || return 1
    # OpenGL's drivers, which keep what they have until the process ends, are not ours to check.
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 SPILLWAY_MONKEY_SECONDS=$1 \
        SPILLWAY_MONKEY_SEED=$2 SPILLWAY_MONKEY_WORKER=$root/build/release/bin/spillway-worker \
        "$root/build/asan-ubsan/bin/monkey_test" --gtest_filter='Monkey.*' >"$log" 2>&1
    status=$?
    ((status)) && tail -n 60 "$log" && tail -n 15 "$root"/build/asan-ubsan/monkey-*.log
    closing_lines+=("monkey: $(grep -E '^[0-9]+ seeds' "$log" || echo "stopped at $(grep -E '^seed ' "$log" | tail -n 1)")")
    return "$status"
}

# Marked against reported bytes, for every variant on seven architectures.
spill_table() {
    # A disassembler may wait for a busy machine; it is not what is tested.
    configure release "${with_everything[@]}" && build release compiler_test &&
        SPILLWAY_COMPILE_SECONDS=120 SPILLWAY_TEST_SPILLS=all "$root/build/release/bin/compiler_test" --gtest_filter='MarkedSpills.*'
}

# clang-tidy over app/ as it is compiled. clang reads the groups of sources one by one.
tidy() {
    install_packages tidy
    local units=$root/build/release/tidy-units
    configure release "${with_everything[@]}" && build release || return 1
    grep -oE '"file": "[^"]*/app/[^"]*"' "$root/build/release/compile_commands.json" | cut -d'"' -f4 | sort -u >"$units"
    closing_lines+=("clang-tidy: $(wc -l <"$units") groups of sources")
    xargs -a "$units" -P "$jobs" -n 1 clang-tidy-14 -p "$root/build/release" --quiet 2>&1 | grep -vE 'warnings generated|^$' |
        tee "$root/build/tidy.log"
    ! grep -qE ': (error|warning): ' "$root/build/tidy.log"
}

# A function, so that the script may be edited while it runs.
main() {
    # A sample of nvcc's grid and of the tests with many rows; all of them with `all`.
    if [[ ${1:-} == all ]]; then
        export SPILLWAY_TEST_NVCC=all
        left_out=NOT_BUILT
        release_programs=(all kernels_test)
    fi
    mkdir -p "$root/build"
    install_packages build test
    unpack_servers
    unpack_page_headers
    setup_cuda

    if [[ ${1:-} == fuzz ]]; then
        stage "fuzzers under the address and undefined-behaviour sanitizers" fuzz_everything "${2:-1000000}"
    elif [[ ${1:-} == monkey ]]; then
        stage "a monkey at the window, ${2:-60} minutes" monkey "$((${2:-60} * 60))" "${3:-$RANDOM}"
    elif [[ ${1:-} == spills ]]; then
        stage "marked spills" spill_table
    elif [[ ${1:-} == tidy ]]; then
        stage "clang-tidy" tidy
    elif [[ ${1:-} == dev ]]; then
        stage "dev" development
    elif [[ ${1:-} == approve ]]; then
        SPILLWAY_APPROVE_PICTURES=1 stage "approving the pictures of now" approve_pictures
    else
        stage "release" release
    fi
    case ${1:-} in
        quick | fuzz | monkey | spills | tidy | dev) ;;
        approve) exit "${#failed[@]}" ;;
        all)
            stage "address and undefined-behaviour sanitizers" address_sanitizer asan-ubsan "${sanitized[@]}"
            stage "thread sanitizer" thread_sanitizer
            ;;
        *)
            stage "fuzzers under the address and undefined-behaviour sanitizers" address_sanitizer fuzzers "${fuzzers[@]}"
            ;;
    esac

    echo
    printf '%s\n' "${closing_lines[@]}"
    if ((${#failed[@]})); then
        printf 'Failed: %s\n' "${failed[@]}"
        exit 1
    fi
    exit 0
}

main "$@"
