# Sourced by run.sh, test.sh and bench.sh, which set pipefail: what is missing is installed, the compiler is found, the
# program is built. Every word goes to stderr: stdout belongs to spillway.
#
#   SPILLWAY_HIDE_TOOLKIT=1   behave as if this machine had no CUDA toolkit
#   SPILLWAY_RETRY_WHEELS=1   try to download NVIDIA's wheels again now, not only after an hour
#   SPILLWAY_JOBS=N           compile with N processes
#   SPILLWAY_PROGRESS_SECONDS=N   say how far it is every N seconds, 10 if unset

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=${SPILLWAY_JOBS:-$(nproc)}
wheels=$root/build/cuda-wheels

progress_seconds=${SPILLWAY_PROGRESS_SECONDS:-10}

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# ---- packages ----

# is_there HOW PACKAGE: whether one line of packages.txt is satisfied. `dpkg` is asked at once for all.
is_there() {
    case $1 in
        cmd:*) command -v "${1#cmd:}" >/dev/null ;;
        pkg:*) [[ " $have_modules " == *" ${1#pkg:} "* ]] ;;
        file:*) compgen -G "${1#file:}" >/dev/null ;;
        dpkg) [[ " $have_packages " == *" $2 "* ]] ;;
    esac
}

# read_packages KIND...: fills the arrays names and checks from packages.txt.
read_packages() {
    names=() checks=()
    local name kind check rest
    while IFS='|' read -r name kind check rest; do
        [[ $name == '#'* || -z ${check// /} ]] && continue
        kind=${kind// /}
        if [[ " $* " == *" $kind "* ]]; then
            names+=("${name// /}")
            checks+=("${check// /}")
        fi
    done <"$root/scripts/packages.txt"
}

# missing_packages KIND...: prints the packages that are not there. Asks no package manager.
missing_packages() {
    local have_modules have_packages=" " i
    read_packages "$@"
    # One call that lists every known module, and one look at dpkg's database.
    have_modules=$(pkg-config --list-package-names 2>/dev/null | tr '\n' ' ') || true
    if [[ -z ${have_modules// /} ]]; then  # pkg-config before 0.30 has no --list-package-names
        have_modules=$(pkg-config --list-all 2>/dev/null | cut -d' ' -f1 | tr '\n' ' ') || true
    fi
    if command -v dpkg-query >/dev/null; then
        have_packages=$(dpkg-query -W -f '${db:Status-Status} ${Package} \n' "${names[@]}" 2>/dev/null |
            sed -n 's/^installed //p' | tr '\n' ' ') || true
    else
        for i in "${!checks[@]}"; do [[ ${checks[i]} == dpkg ]] && have_packages+="${names[i]} "; done
    fi
    for i in "${!names[@]}"; do
        is_there "${checks[i]}" "${names[i]}" || printf '%s\n' "${names[i]}"
    done
}

# install_packages KIND...: installs what is missing as root or through sudo; else says the line to run.
install_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        say "These packages of Debian and Ubuntu are missing; this system has others' names for them:"
        fail "  ${missing[*]}"
    fi
    if ((EUID != 0)); then
        as_root=(sudo)
        # Ask for a password only where somebody can type it.
        if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && [[ ! -t 0 ]]; }; then
            say "Some packages are missing. Run this once as root, then try again:"
            fail "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
        fi
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    { apt_get update -q && apt_get install -y -q --no-install-recommends "${missing[@]}"; } ||
        fail "apt-get could not install: ${missing[*]}; all of its output is in ${apt_log#"$root"/}"
}

# apt_get ARGUMENT...: apt-get, as root by way of the array as_root of the caller. Waits up to two minutes where another
# program (a desktop's updater) holds apt's lock. Its output goes into a log; progress and the end of a failure to stderr.
apt_log=$root/build/apt.log
apt_get() {
    local deadline=$((SECONDS + ${SPILLWAY_APT_SECONDS:-120})) said_waiting=
    mkdir -p "$root/build"
    until "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null |
        tee "$apt_log" | show_apt; do
        # DPkg::Lock::Timeout is for dpkg's lock. `update` takes the lock of the lists, and does not wait for it.
        if ((SECONDS >= deadline)) || ! grep -q 'Could not get lock .*/lists/lock' "$apt_log"; then
            tail -n 15 "$apt_log" >&2
            return 1
        fi
        said_waiting=yes
        sleep "${SPILLWAY_APT_PAUSE:-3}"
    done
}

# show_apt: reads apt-get's output and says now and then how many packages are installed, and once that it waits
# (said_waiting of the caller).
show_apt() {
    local line total=0 installed=0 next=$((SECONDS + progress_seconds))
    while IFS= read -r line; do
        case $line in
            *'Could not get lock'*)
                [[ -n $said_waiting ]] || say "Another program is installing packages. Waiting for it, at most two minutes."
                said_waiting=yes
                ;;
            *' newly installed,'*) [[ $line =~ ([0-9]+)' newly installed' ]] && total=${BASH_REMATCH[1]} ;;
            'Setting up '*) installed=$((installed + 1)) ;;
        esac
        if ((SECONDS >= next && total > 0)); then
            say "Packages: $installed of $total"
            next=$((SECONDS + progress_seconds))
        fi
    done
}

# unpack_servers: the servers that tests talk to, and what those need, unpacked under build/test-servers. Nothing is
# installed or started, so no rights are needed. Where they cannot be fetched, those tests are skipped and say so.
unpack_servers() {
    local folder=$root/build/test-servers missing wanted package
    mapfile -t missing < <(missing_packages server)
    [[ $(cat "$folder/holds" 2>/dev/null) == "${missing[*]}" ]] && return 0
    ((${#missing[@]})) && command -v apt-get >/dev/null || return 0
    if [[ -e $folder/failed && -z $(find "$folder/failed" -mmin +60) ]]; then return 0; fi
    say "Unpacking ${missing[*]}"
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    # They need here the packages that an installation would bring.
    mapfile -t wanted < <(apt-get install -s --no-install-recommends "${missing[@]}" 2>/dev/null | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
    if ((${#wanted[@]} == 0 && EUID == 0)); then
        apt-get update -q >/dev/null 2>&1 || true
        mapfile -t wanted < <(apt-get install -s --no-install-recommends "${missing[@]}" 2>/dev/null | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
    fi
    if ((${#wanted[@]})) && (cd "$folder/packages" && apt-get download -q "${wanted[@]}" >"$folder/log" 2>&1); then
        for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder"; done
        printf '%s' "${missing[*]}" >"$folder/holds"
    else
        say "They cannot be fetched (${folder#"$root"/}/log): the tests of ssh, Slurm and nginx are skipped."
        touch "$folder/failed"
    fi
    rm -rf "$folder/packages"
}

# unpack_page_headers: the C++ library's headers that the page is compiled with, unpacked under build/page-headers. Where
# they cannot be fetched, the test of the page's sources is skipped and says so.
unpack_page_headers() {
    local folder=$root/build/page-headers missing
    mapfile -t missing < <(missing_packages headers)
    ((${#missing[@]})) && command -v apt-get >/dev/null && [[ ! -d $folder/usr ]] || return 0
    if [[ -e $folder/failed && -z $(find "$folder/failed" -mmin +60) ]]; then return 0; fi
    mkdir -p "$folder"
    rm -f "$folder/failed"
    if (cd "$folder" && apt-get download -q "${missing[@]}" >log 2>&1); then
        dpkg -x "$folder"/*.deb "$folder"
        rm -f "$folder"/*.deb
    else
        say "${missing[*]} cannot be fetched (${folder#"$root"/}/log): the page's sources are not checked."
        touch "$folder/failed"
    fi
}

# ---- the CUDA compiler ----

# toolkit_library FOLDER: prints the toolkit's NVRTC, fails where there is none.
toolkit_library() {
    local found
    for found in "$1"/lib64/libnvrtc.so* "$1"/lib/libnvrtc.so* "$1"/targets/*/lib/libnvrtc.so*; do
        [[ -e $found ]] && printf '%s\n' "$found" && return 0
    done
    return 1
}

# find_toolkit: prints the folder of the CUDA toolkit, fails where there is none.
find_toolkit() {
    local folder nvcc
    [[ -n ${SPILLWAY_HIDE_TOOLKIT:-} ]] && return 1
    nvcc=$(command -v nvcc) && nvcc=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    for folder in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda "$nvcc"; do
        [[ -n $folder ]] && toolkit_library "$folder" >/dev/null && printf '%s\n' "$folder" && return 0
    done
    return 1
}

# hide_toolkit: nothing that is started from here sees the toolkit of this machine.
hide_toolkit() {
    local entry path=()
    unset CUDA_HOME CUDA_PATH
    IFS=: read -ra entries <<<"$PATH"
    for entry in "${entries[@]}"; do [[ -x $entry/nvcc ]] || path+=("$entry"); done
    PATH=$(IFS=:; printf '%s' "${path[*]}")
    export PATH
    # The program would look into /usr/local/cuda by itself.
    export SPILLWAY_NVRTC=none SPILLWAY_NVDISASM=none
}

wheels_folder() { compgen -G "$wheels/lib/python3*/site-packages/nvidia/cu13" | head -n 1; }

# fetch_wheels [PIP'S OPTION...] REQUIREMENT...: NVIDIA's wheels into a private environment. Fails where it cannot,
# and after a failure does not try again for an hour.
fetch_wheels() {
    local stamp=$wheels/failed log=$wheels/pip.log python=python3
    # The system's Python has the ensurepip that python3-venv installed, whatever comes first in PATH.
    [[ -x /usr/bin/python3 ]] && compgen -G '/usr/lib/python3*/ensurepip' >/dev/null && python=/usr/bin/python3
    if [[ -e $stamp && -z ${SPILLWAY_RETRY_WHEELS:-} && -z $(find "$stamp" -mmin +60) ]]; then
        return 1
    fi
    mkdir -p "$wheels"
    rm -f "$stamp"
    say "Fetching NVIDIA's $(printf '%s\n' "$@" | grep '^nvidia-' | paste -sd ' ')"
    if { [[ -x $wheels/bin/pip ]] || "$python" -m venv "$wheels"; } >"$log" 2>&1 &&
        "$wheels/bin/pip" install --disable-pip-version-check --progress-bar off --timeout 20 --retries 1 "$@" 2>&1 |
        tee -a "$log" | show_pip; then
        return 0
    fi
    touch "$stamp"
    return 1
}

# show_pip: reads pip's output and says which file it downloads, and how large it is.
show_pip() {
    local line
    while IFS= read -r line; do
        [[ $line =~ ^' '*Downloading' '.*/?(nvidia_[a-z0-9_]*)[^/]*' ('(.*)')'$ ]] && say "Downloading ${BASH_REMATCH[1]}: ${BASH_REMATCH[2]}"
    done
    return 0
}

wheel_requirements() { grep -v '^#' "$root/scripts/cuda-wheels.txt"; }

# lacks_wheels: whether the compiler is not there, or was fetched before libcu++ and CUB were.
lacks_wheels() { [[ ! -e $(wheels_folder)/lib/libnvrtc.so.13 || ! -d $(wheels_folder)/include/cccl ]]; }

# setup_wheels: the whole compiler from wheels.
setup_wheels() {
    local requirements
    if lacks_wheels; then
        install_packages wheels
        mapfile -t requirements < <(wheel_requirements)
        if ! fetch_wheels "${requirements[@]}" && [[ ! -e $(wheels_folder)/lib/libnvrtc.so.13 ]]; then
            say "No CUDA toolkit here and NVIDIA's wheels cannot be fetched (${wheels#"$root"/}/pip.log):" \
                "Spillway runs without a compiler; SPILLWAY_RETRY_WHEELS=1 tries again."
            return 0
        fi
    fi
    cuda_headers=$(wheels_folder)/include
    SPILLWAY_CUDA_WHEELS=$(wheels_folder)
    export SPILLWAY_CUDA_WHEELS
    if [[ -n ${SPILLWAY_HIDE_TOOLKIT:-} ]]; then
        SPILLWAY_NVRTC=$SPILLWAY_CUDA_WHEELS/lib/libnvrtc.so.13
    fi
    setup_wheel_disassembler
}

# wants_newer_disassembler: whether the wheels hold another nvdisasm than cuda-wheels.txt asks for.
wants_newer_disassembler() {
    local wanted
    wanted=$(wheel_requirements | sed -n 's/^nvidia-cuda-nvdisasm==//p')
    ! compgen -G "$(wheels_folder)/../../nvidia_cuda_nvdisasm-$wanted.dist-info" >/dev/null
}

# setup_wheel_disassembler: where the wheels hold nvdisasm, the worker is told; an old one is replaced where that is
# possible, and else stays.
setup_wheel_disassembler() {
    local nvdisasm
    nvdisasm=$(wheels_folder)/bin/nvdisasm
    [[ -x $nvdisasm ]] || return 1
    if wants_newer_disassembler && [[ -x $wheels/bin/pip ]]; then
        fetch_wheels "$(wheel_requirements | grep nvdisasm)" || true
    fi
    export SPILLWAY_NVDISASM=$nvdisasm
}

# setup_toolkit FOLDER: the toolkit's compiler; the disassembler, which smaller installations of the
# toolkit lack, from its wheel.
setup_toolkit() {
    [[ -e $1/include/cuda_occupancy.h ]] && cuda_headers=$1/include
    command -v nvdisasm >/dev/null || [[ -x $1/bin/nvdisasm || -x $1/bin/cuobjdump ]] && return 0
    setup_wheel_disassembler && return 0
    if [[ -z $(missing_packages wheels) ]] && fetch_wheels "$(wheel_requirements | grep nvdisasm)"; then
        setup_wheel_disassembler || true
    else
        say "The CUDA toolkit in $1 has no nvdisasm and its wheel cannot be fetched: Spillway runs without SASS."
    fi
}

# setup_cuda: sets cuda_headers (empty: none) and the environment that the worker reads.
setup_cuda() {
    local toolkit
    cuda_headers=
    [[ -n ${SPILLWAY_HIDE_TOOLKIT:-} ]] && hide_toolkit
    if toolkit=$(find_toolkit); then
        setup_toolkit "$toolkit"
    else
        setup_wheels
    fi
}

# ---- compilers of other CUDA releases ----

# known_releases: those that compilers.txt names.
known_releases() { sed -n 's/^\([0-9.]*\) .*/\1/p' "$root/scripts/compilers.txt"; }

# fetch_compiler RELEASE: NVRTC and its headers of one release into build/compilers/RELEASE, where workers find them.
fetch_compiler() {
    local folder=$root/build/compilers/$1 requirements
    # Whole, and not fetched before libcu++ and CUB were.
    compgen -G "$folder/nvidia/*/lib/libnvrtc.so.1?" >/dev/null &&
        { [[ -d $folder/nvidia/cuda_cccl/include/cub ]] || compgen -G "$folder/nvidia/*/include/cccl/cub" >/dev/null; } &&
        return 0
    read -ra requirements <<<"$(sed -n "s/^${1//./\\.} //p" "$root/scripts/compilers.txt")"
    ((${#requirements[@]})) || fail "scripts/compilers.txt names no release $1; it names $(known_releases | paste -sd ' ')."
    install_packages wheels
    # Under a name of its own until it is whole.
    rm -rf "$folder.part"
    SPILLWAY_RETRY_WHEELS=1 fetch_wheels --no-deps --target "$folder.part" "${requirements[@]}" ||
        fail "NVRTC $1 cannot be fetched: ${wheels#"$root"/}/pip.log says why."
    rm -rf "$folder"
    mv "$folder.part" "$folder"
}

# ---- the build ----

# Arguments of configure. Each names every option: CMake's cache remembers what is left out.
with_everything=(-DSPILLWAY_TESTS=ON -DSPILLWAY_BENCH=ON)
program_only=(-DSPILLWAY_TESTS=OFF -DSPILLWAY_BENCH=OFF)

# configure PRESET OPTION...: runs CMake where the options are not those of the last time.
configure() {
    local preset=$1 folder=$root/build/$1 options=() wanted
    shift
    if [[ -n $cuda_headers ]]; then
        options+=(-U SPILLWAY_CUDA_OCCUPANCY_DIR "-DSPILLWAY_CUDA_HEADERS=$cuda_headers")
    else
        options+=(-DSPILLWAY_CUDA_OCCUPANCY_DIR=OFF)
    fi
    if command -v ccache >/dev/null; then
        options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
        export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root}  # so that another clone finds what this one compiled
    fi
    wanted="${options[*]} $*"
    [[ -e $folder/build.ninja && $(cat "$folder/configured" 2>/dev/null) == "$wanted" ]] && return 0
    say "Configuring build/$preset"
    (cd "$root" && cmake --preset "$preset" "${options[@]}" "$@") >"$root/build/configure-$preset.log" 2>&1 || {
        cat "$root/build/configure-$preset.log" >&2
        return 1
    }
    printf '%s' "$wanted" >"$folder/configured"
}

# build PRESET [TARGET...]: says something only where there is something to do.
build() {
    local folder=$root/build/$1 log=$root/build/build-$1.log arguments=()
    shift
    (($#)) && arguments=(--target "$@")
    if [[ -t 2 ]]; then
        cmake --build "$folder" -j "$jobs" "${arguments[@]}" >&2
    else
        cmake --build "$folder" -j "$jobs" "${arguments[@]}" 2>&1 | tee "$log" | show_ninja || {
            grep -E -A 12 'error|FAILED|undefined reference' "$log" | head -n 60 >&2
            say "The build failed; all of it is in ${log#"$root"/}"
            return 1
        }
    fi
}

# show_ninja: reads ninja's output and says now and then how many steps are done.
show_ninja() {
    local line next=$((SECONDS + progress_seconds))
    while IFS= read -r line; do
        [[ $line =~ ^'['([0-9]+)/([0-9]+)']' ]] && ((SECONDS >= next)) || continue
        say "Compiling: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        next=$((SECONDS + progress_seconds))
    done
    return 0
}
