#!/usr/bin/env bash
# scripts/setup.sh on machines other than this one: packages missing, toolkits elsewhere, no network.
# Usage: setup_test.sh SOURCE_FOLDER
set -uo pipefail

source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A tree of its own, so that nothing is written into the real build folder.
mkdir -p "$work/tree/build"
cp -r "$source_folder/scripts" "$work/tree/scripts"

# in_setup COMMANDS: runs them in a fresh shell that has sourced setup.sh.
in_setup() {
    bash -c "set -euo pipefail; source '$work/tree/scripts/setup.sh'; $1" 2>"$work/errors"
}

expect() {
    local what=$1 wanted=$2 got=$3
    if [[ $got != "$wanted" ]]; then
        printf '%s: expected "%s", got "%s"\n' "$what" "$wanted" "$got"
        cat "$work/errors"
        failures=$((failures + 1))
    fi
}

# make_toolkit FOLDER FILE...: a folder that looks like a CUDA toolkit.
make_toolkit() {
    local folder=$1 file
    shift
    for file in lib64/libnvrtc.so.13 include/cuda_occupancy.h "$@"; do
        mkdir -p "$folder/$(dirname "$file")"
        touch "$folder/$file"
        chmod +x "$folder/$file"
    done
}

# ---- packages ----
cat >"$work/tree/scripts/packages.txt" <<'END'
# a comment
present | build | cmd:bash                  | there
absent  | build | cmd:no-such-command-here  | not there
module  | build | pkg:no-such-module-here   | not there
file    | build | file:/no/such/*/file      | not there
dpkg-no | build | dpkg                      | not there
other   | test  | cmd:no-such-command-here  | not asked for
END
expect "what is missing" "absent module file dpkg-no " "$(in_setup 'missing_packages build' | tr '\n' ' ')"
expect "of tests too" "absent module file dpkg-no other " "$(in_setup 'missing_packages build test' | tr '\n' ' ')"

# Neither root nor sudo: one line to run, status 1, nothing on stdout. `EUID` is read-only, so a user
# namespace or su is needed to be somebody else.
cat >"$work/somebody.sh" <<END
set -euo pipefail
source '$work/tree/scripts/setup.sh'
sudo() { return 1; }
install_packages build
END
chmod -R a+rX "$work"
if ((EUID == 0)) && id nobody >/dev/null 2>&1 && command -v setpriv >/dev/null; then
    status=0
    output=$(setpriv --reuid=nobody --clear-groups bash "$work/somebody.sh" </dev/null 2>"$work/errors") || status=$?
    expect "status without rights" 1 "$status"
    expect "standard output without rights" "" "$output"
    expect "the line to run" 1 "$(grep -c 'apt-get install -y --no-install-recommends absent module' "$work/errors")"
fi

# Nothing missing: no package manager is asked.
printf 'present | build | cmd:bash | there\n' >"$work/tree/scripts/packages.txt"
expect "no package manager" "fine" "$(in_setup 'apt-get() { echo asked; }; sudo() { echo asked; }
    install_packages build; echo fine')"

# Another program holds apt's lock: apt waits for dpkg's lock by itself; the lock of the lists is tried again. One sentence.
mkdir -p "$work/apt-bin"
cat >"$work/apt-bin/apt-get" <<'END'
#!/usr/bin/env bash
calls=$(cat "$APT_CALLS" 2>/dev/null || echo 0)
echo $((calls + 1)) >"$APT_CALLS"
echo "$*" >>"$APT_CALLS.words"
[[ " $* " == *" install "* ]] && {
    echo 'Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (apt)'
    printf '0 upgraded, 1 newly installed, 0 to remove\nSetting up absent (1.0) ...\n'
    exit 0
}
((calls >= LOCKED_CALLS)) && exit 0
echo "E: $LOCK_PROBLEM"
exit 100
END
printf '#!/bin/sh\n[ "$1" = -n ] && shift\nexec "$@"\n' >"$work/apt-bin/sudo"
chmod +x "$work/apt-bin"/*
printf 'absent  | build | cmd:no-such-command-here  | not there\n' >"$work/tree/scripts/packages.txt"
export APT_CALLS=$work/apt-calls LOCKED_CALLS=3 LOCK_PROBLEM="Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt)"
locked="export PATH='$work/apt-bin:$PATH' SPILLWAY_APT_PAUSE=0; install_packages build; echo fine"
expect "a lock that is given back" "fine" "$(in_setup "$locked")"
expect "calls" 5 "$(cat "$APT_CALLS")"
expect "apt is told to wait" 5 "$(grep -c 'DPkg::Lock::Timeout=120' "$APT_CALLS.words")"
rm -f "$APT_CALLS"
in_setup "export PATH='$work/apt-bin:$PATH' SPILLWAY_APT_PAUSE=0; as_root=(); apt_get update" >/dev/null
expect "one sentence about the lock, however often it is tried" 1 "$(grep -c 'Another program is installing packages' "$work/errors")"
rm -f "$APT_CALLS"
expect "a lock that is kept" "" "$(in_setup "export SPILLWAY_APT_SECONDS=0; $locked")"
expect "apt's own words" 1 "$(grep -c 'lists/lock' "$work/errors")"
rm -f "$APT_CALLS"
expect "no network" "" "$(LOCK_PROBLEM="Failed to fetch" in_setup "$locked")"
expect "no second attempt without a lock" 1 "$(cat "$APT_CALLS")"

# Progress, where stderr is not a terminal.
shown() { SPILLWAY_PROGRESS_SECONDS=0 in_setup "$1" <<<"$2" >/dev/null; paste -sd '|' "$work/errors"; }
expect "ninja's steps" "Compiling: 3 of 9|Compiling: 4 of 9" \
    "$(shown show_ninja $'[3/9] Building a\na.cpp:1: warning: unused [-Wunused]\n[4/9] Linking b')"
expect "a download" "Downloading nvidia_cuda_nvrtc: 90.2 MB" \
    "$(shown show_pip $'Collecting x\n  Downloading nvidia_cuda_nvrtc-13.0.88-py3-none-manylinux2014_x86_64.whl (90.2 MB)\nInstalling')"
expect "packages" "Packages: 1 of 2|Packages: 2 of 2" \
    "$(shown show_apt $'0 upgraded, 2 newly installed, 0 to remove\nSetting up a (1) ...\nSetting up b (1) ...' | sed 's/^Packages: 0 of 2|//')"
# A build that fails ends the script with its words.
printf '#!/bin/sh\necho "[1/2] Building a"\necho "a.cpp:1: error: no such thing"\nexit 1\n' >"$work/apt-bin/cmake"
chmod +x "$work/apt-bin/cmake"
expect "a build that fails" "" "$(in_setup "PATH='$work/apt-bin:$PATH'; build release; echo went on")"
expect "its words" 1 "$(grep -c 'error: no such thing' "$work/errors")"
rm "$work/apt-bin/cmake"

# Servers are unpacked and not installed; where that fails it is said once, and not tried again within the hour.
printf 'ghost | server | cmd:no-such-server-here | a server of the tests\n' >"$work/tree/scripts/packages.txt"
cannot='apt-get() { [[ $1 == install && $2 != -s ]] && echo installed; return 1; }; unpack_servers; echo fine'
expect "servers that cannot be fetched" "fine" "$(in_setup "$cannot")"
expect "the sentence about servers" 1 "$(grep -c 'tests of ssh, Slurm and nginx are skipped' "$work/errors")"
expect "no second attempt at servers" "fine" "$(in_setup "$cannot")"
expect "no second sentence" 0 "$(grep -c 'skipped' "$work/errors")"
rm -rf "$work/tree/build/test-servers"

# ---- toolkits ----
make_toolkit "$work/home-cuda" bin/nvdisasm
make_toolkit "$work/path-cuda" bin/nvcc
clean='unset CUDA_HOME CUDA_PATH SPILLWAY_HIDE_TOOLKIT'
expect "CUDA_HOME first" "$work/home-cuda" "$(in_setup "$clean; CUDA_HOME='$work/home-cuda' find_toolkit")"
expect "CUDA_PATH next" "$work/home-cuda" "$(in_setup "$clean; CUDA_PATH='$work/home-cuda' find_toolkit")"
if [[ ! -e /usr/local/cuda ]]; then
    expect "nvcc of PATH" "$work/path-cuda" "$(in_setup "$clean; PATH='$work/path-cuda/bin:$PATH' find_toolkit")"
fi
expect "hidden" "none" "$(in_setup "CUDA_HOME='$work/home-cuda' SPILLWAY_HIDE_TOOLKIT=1 find_toolkit || echo none")"
expect "headers of the toolkit" "$work/home-cuda/include" \
    "$(in_setup "$clean; export CUDA_HOME='$work/home-cuda'; setup_cuda; echo \$cuda_headers")"

# ---- wheels ----
# Offline: one sentence, no second attempt within the hour, and everything goes on without a compiler.
offline='export SPILLWAY_HIDE_TOOLKIT=1; install_packages() { :; }; fetch_wheels() { return 1; }'
expect "offline" "headers: compiler:none" \
    "$(in_setup "$offline; setup_cuda; echo headers:\$cuda_headers compiler:\$SPILLWAY_NVRTC")"
expect "the sentence" 1 "$(grep -c 'runs without a compiler' "$work/errors")"

mkdir -p "$work/tree/build/cuda-wheels" && touch "$work/tree/build/cuda-wheels/failed"
expect "no second attempt" "not tried" "$(in_setup 'say() { echo tried; }; fetch_wheels x || echo not tried')"

# Uses fetched wheels without asking.
fetched=$work/tree/build/cuda-wheels/lib/python3.11/site-packages/nvidia/cu13
make_toolkit "$fetched" lib/libnvrtc.so.13 bin/nvdisasm
expect "wheels fetched before libcu++ and CUB were among them" "asked for nvidia-cuda-cccl" \
    "$(in_setup 'export SPILLWAY_HIDE_TOOLKIT=1; install_packages() { :; }; wheel_requirements() { echo nvidia-cuda-cccl; }
        fetch_wheels() { echo "asked for $*"; }; setup_cuda')"
mkdir "$fetched/include/cccl"
expect "fetched wheels" "$fetched/include $fetched/lib/libnvrtc.so.13 $fetched/bin/nvdisasm $fetched" \
    "$(in_setup 'export SPILLWAY_HIDE_TOOLKIT=1; fetch_wheels() { echo asked; }; setup_cuda
        echo $cuda_headers $SPILLWAY_NVRTC $SPILLWAY_NVDISASM $SPILLWAY_CUDA_WHEELS')"

# ---- run.sh, test.sh and bench.sh, in any order ----
# A CMake that keeps a cache as the real one does: what was switched off and is not named again stays off.
mkdir -p "$work/fake-bin"
cat >"$work/fake-bin/cmake" <<'END'
#!/usr/bin/env bash
set -euo pipefail
if [[ $1 == --preset ]]; then
    mkdir -p "build/$2/bin" && touch "build/$2/build.ninja"
    for option in "$@"; do [[ $option == -DSPILLWAY_* ]] && echo "${option#-D}" >>"build/$2/cache"; done
    exit 0
fi
for target in "${@:6}"; do
    if [[ $target == slider_bench && $(grep SPILLWAY_BENCH "$2/cache" | tail -n 1) != *=ON ]] ||
        [[ $target == all_tests && $(grep SPILLWAY_TESTS "$2/cache" | tail -n 1) != *=ON ]]; then
        echo "ninja: error: unknown target '$target'"
        exit 1
    fi
    printf '#!/bin/sh\necho ran "$0" "$@"\n' >"$2/bin/$target"
    chmod +x "$2/bin/$target"
done
END
printf '#!/bin/sh\necho 100%% tests passed\n' >"$work/fake-bin/ctest"
chmod +x "$work/fake-bin/cmake" "$work/fake-bin/ctest"
cp "$source_folder"/{run,test,bench}.sh "$work/tree/"
in_tree() { PATH="$work/fake-bin:$PATH" SPILLWAY_HIDE_TOOLKIT=1 "$work/tree/$1" "${@:2}" </dev/null 2>"$work/errors"; }
for first in run bench "test"; do
    rm -rf "$work/tree/build/release" "$work/tree/build/asan-ubsan"
    for script in "$first" run bench "test" run bench; do
        status=0
        output=$(in_tree "$script.sh" "$([[ $script == test ]] && echo quick || echo frobnicate)") || status=$?
        expect "$script.sh, $first.sh being the first" 0 "$status"
        [[ $script == run ]] && expect "run.sh starts the program" 1 "$(grep -c 'bin/spillway frobnicate' <<<"$output")"
    done
done

((failures == 0)) && echo "setup.sh behaves"
exit $((failures > 0))
