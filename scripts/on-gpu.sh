#!/usr/bin/env bash
# Tests that need a real GPU, in under eight minutes: on-gpu.sh [FOLDER [PART]...]
#
# Parts, all when none is named: tests, faults, slider, sixteen, killed, sanitizer, and as many claims and experiments, by
# name, as the eight minutes allow; a line names those that were not reached. One more where it is named:
# exercises, which grades the tests' right kernels of all exercises.
# Run from the unpacked device package (scripts/package-device.sh) on a machine with an NVIDIA GPU. NVIDIA's ncu and
# compute-sanitizer are used where they are. One line per check on the screen; FOLDER (spillway-on-gpu) gets the same as
# results.json and results.md, and what each tool said. A line that falls short is marked; then the exit status is 1.
set -uo pipefail

package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:-spillway-on-gpu}
shift || true
parts=" $* "
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 2
[[ -x $package/bin/spillway ]] || {
    echo "on-gpu.sh: $package/bin/spillway is not there: run it from the unpacked device package" >&2
    exit 2
}
PATH=$PATH:/usr/local/cuda/bin
export SPILLWAY_TEST_PACKAGE=$package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config
begin=$SECONDS short=0 rows=() table=()
# Seconds. The claims of an experiment take some 20, a comparison with ncu some 15, and all of it at most 480.
claims_until=320 experiments_until=440

spillway() { "$package/bin/spillway" "$@"; }

# row CHECK FIGURE BOUND ok|short|skipped: a line of the table and of the JSON.
row() {
    local mark=$4
    [[ $mark == short ]] && short=1 && mark='FALLS SHORT'
    printf '%4d s  %-46s %-34s %-30s %s\n' "$((SECONDS - begin))" "$1" "$2" "$3" "$mark"
    table+=("| $1 | $2 | $3 | $mark |")
    rows+=("{\"check\": \"$1\", \"figure\": \"${2//\"/\'}\", \"bound\": \"$3\", \"verdict\": \"$4\"}")
}

# holds CONDITION: ok or short, for numbers with fractions.
holds() { awk "BEGIN { print ($1) ? \"ok\" : \"short\" }"; }

# A catalogue of the tests' faulty experiments. Copied: what a link leads to lies outside the catalogue.
faults_catalogue() {
    mkdir -p "$work/faults/kernels"
    cp -r "$package/share/spillway/tests/faults" "$work/faults/kernels/"
    ln -sfn "$package/share/spillway/assets" "$work/faults/assets"
    echo "$work/faults"
}

# results FILE: "variant status median event_seconds host_seconds mangled_name" of each result of `run --json`.
results() {
    awk '
        function text(line) { sub(/^[^:]*: "?/, "", line); sub(/"?,?$/, "", line); return line }
        function put() { if (variant != "") print variant, status, median, events, host, name }
        /^    "variant":/ { variant = text($0) }
        /^    "experiment":/ { put(); variant = ""; status = "?"; median = "-"; events = "null"; host = "null"; name = "-" }
        /^    "status":/ { status = text($0) }
        /"name": "_Z/ && name == "-" { name = text($0) }
        /"median":/ { median = text($0) }
        /"event_seconds":/ { events = text($0) }
        /"host_seconds":/ { host = text($0) }
        END { put() }' "$1"
}

live_tests() {
    "$package/bin/live_test" >"$folder/live_test.log" 2>&1
    local status=$?
    local passed skipped failed
    passed=$(grep -c '^\[       OK' "$folder/live_test.log")
    failed=$(grep -c '^\[  FAILED  \].*ms)' "$folder/live_test.log")
    skipped=$(grep -c '^\[  SKIPPED \].*ms)' "$folder/live_test.log")
    row "tests on the GPU" "$passed passed, $failed failed, $skipped skipped" "all pass" \
        "$([[ $status == 0 && $skipped == 0 ]] && echo ok || echo short)"
}

# beside_own_counter EXPERIMENT VARIANT: the same hardware counter as ncu's (gpu__time_duration.sum) of a launch in the
# process that takes the median, where its memory lies where the median's does: "median counter", in seconds. The counter
# is one launch's, so of three processes the one whose two numbers are apart by the middle share is taken.
beside_own_counter() {
    local i counted=$folder/counted_$1_$2
    for i in 1 2 3; do
        spillway run "$1" --variant "$2" --gpu live --counters --json >"${counted}_$i.json" 2>>"$work/errors"
        awk '/"median":/ { median = $2 + 0 } /"gpu__time_duration.sum":/ { counter = $2 / 1e9 }
            END { if (median && counter) print median / counter, median, counter }' "${counted}_$i.json"
    done | sort -g | awk '{ line[NR] = $2 " " $3 } END { if (NR) print line[int((NR + 1) / 2)] }'
}

# beside MEDIAN NAME OTHER: both in microseconds, and how far they are apart.
beside() {
    awk "BEGIN { printf \"%.2f us, $2 %.2f (%+.2f %%)\", $1 * 1e6, $3 * 1e6, 100 * ($1 / $3 - 1) }"
}

# near MEDIAN OTHER EVENTS: within 1.5 %, or longer by no more than the events may add.
near() {
    holds "($1 / $2 - 1) ^ 2 <= 0.015 ^ 2 || (\"$3\" != \"null\" && $1 >= $2 && $1 - $2 <= ${3/null/0})"
}

# bound_beside WHAT EVENTS: the bound of near, in words.
bound_beside() {
    printf '1.5 %% of %s' "$1"
    [[ $2 == null ]] || awk "BEGIN { printf \", or +%.1f us of events\", $2 * 1e6 }"
}

# beside_ncu EXPERIMENT: each variant's time, and ncu's of the same kernel. Where events may be more than 1 % of it, the result itself says
# how much of it may be the events'; that much is granted, and shown.
beside_ncu() {
    local e=$1 variant status median events host name theirs bound figure verdict
    spillway run "$e" --gpu live --json >"$folder/run_$e.json" 2>"$work/errors"
    if command -v ncu >/dev/null; then
        SPILLWAY_WORKER_THREADS=1 timeout 100 ncu --target-processes all --cache-control all --clock-control none --print-units base --csv \
            --metrics gpu__time_duration.sum --kernel-name-base mangled --print-kernel-base mangled \
            --kernel-id '::regex:^_Z.*:^[1-6]$' "$package/bin/spillway" run "$e" --gpu live --json >"$folder/ncu_$e.csv" 2>&1
    fi
    while read -r variant status median events host name; do
        if [[ $status != ok || $median == null || $median == - ]]; then
            row "$e/$variant" "$status" "runs" short
            continue
        fi
        if [[ $host != null || $name == - ]]; then  # the host's time, or a copy: ncu has no such
            row "$e/$variant" "$(awk "BEGIN { printf \"%.2f us\", $median * 1e6 }") $([[ $host != null ]] && echo "of the host" || echo "of a copy")" "is timed" ok
            continue
        fi
        # The launches with that name, of one shape; if there are several shapes, the nearest.
        theirs=$(awk -v name="$name" -v ours="$median" '
            /gpu__time_duration/ {
                split(substr($0, 2), f, /","/)
                for (i in f) if (f[i] == name) {
                    value = f[length(f)]; gsub(/[",]/, "", value)
                    shape = f[8] f[9]; seen[shape] = seen[shape] " " value
                }
            }
            END {
                best = ""
                for (shape in seen) {
                    n = split(seen[shape], v, " ")
                    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (v[j] + 0 < v[i] + 0) { t = v[i]; v[i] = v[j]; v[j] = t }
                    middle = v[int((n + 1) / 2)] / 1e9
                    off = (ours - middle) / middle; if (off < 0) off = -off
                    if (best == "" || off < best_off) { best = middle; best_off = off }
                }
                print best
            }' "$folder/ncu_$e.csv" 2>/dev/null)
        if [[ -z $theirs ]]; then
            row "$e/$variant" "$(awk "BEGIN { printf \"%.2f us\", $median * 1e6 }")" "ncu is not there" skipped
            continue
        fi
        bound=$(bound_beside ncu "$events") figure=$(beside "$median" ncu "$theirs")
        verdict=$(near "$median" "$theirs" "$events")
        if [[ $verdict == short ]] && read -r median theirs < <(beside_own_counter "$e" "$variant"); then
            bound=$(bound_beside counter "$events") figure+="; $(beside "$median" "counter here" "$theirs")"
            verdict=$(near "$median" "$theirs" "$events")
        fi
        row "$e/$variant" "$figure" "$bound" "$verdict"
    done < <(results "$folder/run_$e.json")
}

# fault VARIANT: its sentence, and how long until the next right result.
fault() {
    local data out began seconds
    data=$(faults_catalogue)
    out=$folder/fault_$1.json
    began=$(date +%s%N)
    SPILLWAY_DATA=$data spillway run faults --variant "$1" --variant good --gpu live --json >"$out" 2>&1
    seconds=$(awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $began) / 1e9 }")
    local said good
    said=$(awk '/^    "message": "/ { sub(/^[^:]*: "/, ""); sub(/",?$/, ""); print; exit }' "$out")
    good=$(results "$out" | awk '$1 == "good" { print $2 }')
    row "fault $1: ${said:0:26}" "next right after $seconds s" "a sentence; within 12 s" \
        "$([[ -n $said && $good == ok ]] && holds "$seconds < 12" || echo short)"
}

killed_while_recording() {
    local file=$work/killed.spillway recorder worker kills=0 status
    "$package/bin/spillway" record address_taken --gpu live -o "$file" >"$folder/record.log" 2>&1 &
    recorder=$!
    for _ in 1 2 3; do
        sleep 1.5
        worker=$(pgrep -P "$recorder" -f spillway-worker | head -n 1)
        [[ -n $worker ]] && kill -9 "$worker" 2>/dev/null && kills=$((kills + 1))
    done
    wait "$recorder"
    status=$?
    row "a worker killed while it records" "$kills times; exit status $status" "all is recorded" \
        "$([[ $status == 0 && $kills -gt 0 ]] && echo ok || echo short)"
}

sanitized=(running_mean global_copy stencil address_taken)

# Side by side, and beside what is not timed either.
begin_sanitizer() {
    command -v compute-sanitizer >/dev/null || return
    local e
    for e in "${sanitized[@]}"; do
        SPILLWAY_WORKER_THREADS=1 timeout 60 compute-sanitizer --target-processes all "$package/bin/spillway" run "$e" --gpu live \
            --set elements=1000003 --json >"$folder/sanitizer_$e.log" 2>&1 &
    done
}

end_sanitizer() {
    if ! command -v compute-sanitizer >/dev/null; then
        row "compute-sanitizer" "not there" "no error" skipped
        return
    fi
    wait
    local e errors=0
    for e in "${sanitized[@]}"; do
        grep -q 'ERROR SUMMARY: 0 errors' "$folder/sanitizer_$e.log" || errors=$((errors + 1))
    done
    row "compute-sanitizer on ${#sanitized[@]} experiments" "$errors with errors" "none" "$(holds "$errors == 0")"
}

# medians CSV: "variant block_size median waited frame" of a sweep. Read by a reader of CSV: a field may hold commas.
medians() {
    python3 -c '
import csv, sys
for row in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
    print(*(row[name] or 0 for name in ("variant", "block_size", "seconds_median", "waited_seconds", "stack_frame_bytes")))
' "$1"
}

sixteen_workers() {
    if ! command -v python3 >/dev/null; then
        row "sixteen workers" "no python3 here" "medians as of one alone" skipped
        return
    fi
    local sweep=(sweep running_mean --axis 'block_size=[64,128,256,512]' --gpu live) i
    local pids=()
    for i in 1 2 3; do spillway "${sweep[@]}" --csv "$work/alone_$i.csv" >/dev/null 2>&1; done
    for i in {1..16}; do
        spillway "${sweep[@]}" --csv "$work/together_$i.csv" >/dev/null 2>&1 &
        pids+=($!)
    done
    wait "${pids[@]}"
    # Alone: the middle one of three sweeps.
    for i in 1 2 3; do medians "$work/alone_$i.csv"; done | sort -k1,2 -k3,3g | awk 'NR % 3 == 2' >"$work/alone"
    for i in {1..16}; do medians "$work/together_$i.csv"; done >"$work/together"
    cp "$work/alone" "$folder/sixteen_alone.txt"
    cp "$work/together" "$folder/sixteen_together.txt"
    beside_alone registers WORST "all within 1 %" 0.01
    # Single processes get a place for local memory that is slow (docs/measuring.md, "Memory placement").
    beside_alone local P95 "95 of 100 within 4.5 %" 0.045
    local p95
    p95=$(awk '{ print $4 }' "$work/together" | sort -n | awk '{ v[NR] = $1 } END { printf "%.2f", v[int(NR * 0.95)] }')
    row "sixteen workers, a turn's wait" "p95 $p95 s" "at most 2 s" "$(holds "$p95 <= 2")"
}

# beside_alone registers|local WORST|P95 BOUND SHARE: how far the medians taken together are from those of one worker alone.
beside_alone() {
    local count p95 worst judged
    read -r count p95 worst < <(awk -v place="$1" 'NR == FNR { alone[$1 " " $2] = $3; next }
        ($5 > 0) == (place == "local") { d = $3 / alone[$1 " " $2] - 1; print d < 0 ? -d : d }' "$work/alone" "$work/together" |
        sort -g | awk '{ v[NR] = $1 } END { printf "%d %.4f %.4f\n", NR, v[int((19 * NR + 19) / 20)], v[NR] }')
    judged=$worst
    [[ $2 == P95 ]] && judged=$p95
    row "sixteen workers, $count medians of $1" \
        "$(awk "BEGIN { printf \"p95 %.2f %%, worst %.2f %%\", 100 * $p95, 100 * $worst }") from one alone" "$3" \
        "$([[ $count -gt 0 ]] && holds "$judged <= $4" || echo short)"
}

slider() {
    "$package/bin/live_slider" >"$folder/slider.log" 2>&1
    local status=$? p50
    p50=$(awk '$1 == "all" { print $5 }' "$folder/slider.log")
    row "$(awk '$1 == "all" { print $2 }' "$folder/slider.log") moves, compiled before" "p50 ${p50:-?} ms to the last word" "20 ms" \
        "$([[ $status == 0 ]] && holds "${p50:-1e9} <= 20" || echo short)"
}

# Claims of one experiment after the other: all where the part is named, otherwise as many as the time allows.
claims() {
    local e left=() held broken unknown
    for e in "$@"; do
        if [[ $parts =~ ^\ *$ && $((SECONDS - begin)) -gt $claims_until ]]; then
            left+=("$e")
        else
            timeout 100 "$package/bin/spillway" check "$e" >>"$folder/check.log" 2>&1
        fi
    done
    held=$(grep -c '^holds' "$folder/check.log")
    broken=$(grep -c '^BROKEN' "$folder/check.log")
    unknown=$(grep -c '^not checked' "$folder/check.log")
    grep '^BROKEN' "$folder/check.log"
    row "claims of $(($# - ${#left[@]})) experiments" "$held hold, $broken broken, $unknown not checked" "all hold" \
        "$(holds "$broken + $unknown == 0 && $held > 0")"
    [[ ${#left[@]} -eq 0 ]] || row "claims" "not reached: ${left[*]}" "run the part claims" skipped
}

# The exercises' measured goals, by the tests' right kernels; exercises.txt has a line for each.
exercises() {
    if ! command -v python3 >/dev/null; then
        row "the exercises' measured goals" "no python3 here" "a right kernel reaches each" skipped
        return
    fi
    spillway grade "$package/share/spillway/tests/right-kernels" --gpu live --json >"$folder/exercises.json" 2>"$folder/exercises.log"
    if [[ ! -s $folder/exercises.json ]]; then
        row "the exercises' measured goals" "$(head -n 1 "$folder/exercises.log")" "a right kernel reaches each" short
        return
    fi
    "$package/scripts/right_kernels.py" tell "$folder/exercises.json" >"$folder/exercises.txt"
    local status=$?
    cat "$folder/exercises.txt"
    row "the exercises' measured goals" "$(grep -c 'right:' "$folder/exercises.txt") looked at" "a right kernel reaches each" \
        "$([[ $status == 0 ]] && echo ok || echo short)"
}

# part NAME COMMAND...: where it is asked for.
part() {
    local name=$1
    shift
    [[ $parts =~ ^\ *$ || $parts == *" $name "* ]] && "$@"
}

# The experiments come last: without names, as many as the time allows, and the others are named.
beside_ncu_in_time() {
    local e left=()
    for e in "$@"; do
        if [[ $parts =~ ^\ *$ && $((SECONDS - begin)) -gt $experiments_until ]]; then
            left+=("$e")
        else
            part "$e" beside_ncu "$e"
        fi
    done
    [[ ${#left[@]} -eq 0 ]] && return
    row "experiments beside ncu" "not reached: ${left[*]}" "run these by name" skipped
}

faults() {
    local fault
    for fault in illegal_address misaligned trap last_not_written shared_out_of_range endless_recursion endless_loop; do
        fault "$fault"
    done
}

main() {
    spillway doctor >"$folder/doctor.log" 2>&1
    grep -m1 -E 'GPU' "$folder/doctor.log"
    local experiments e
    mapfile -t experiments < <(basename -a "$package"/share/spillway/kernels/*/)
    part tests live_tests
    part faults faults
    part slider slider
    part sixteen sixteen_workers
    part sanitizer begin_sanitizer
    part killed killed_while_recording
    part sanitizer end_sanitizer
    part claims claims "${experiments[@]}"
    [[ $parts == *" exercises "* ]] && exercises
    beside_ncu_in_time "${experiments[@]}"
    row "all of it" "$((SECONDS - begin)) s" "under 480 s" "$(holds "$((SECONDS - begin)) < 480")"
    {
        echo '['
        local i
        for i in "${!rows[@]}"; do echo "  ${rows[i]}$([[ $i -lt $((${#rows[@]} - 1)) ]] && echo ,)"; done
        echo ']'
    } >"$folder/results.json"
    {
        echo '| check | seen | bound | |'
        echo '| --- | --- | --- | --- |'
        printf '%s\n' "${table[@]}"
    } >"$folder/results.md"
    return "$short"
}

main
