#!/usr/bin/env bash
# How much memory one worker keeps after very many different compiles: a sweep over a kernel that is another one at each
# of N (10,000) values, with what the worker and its compile helpers hold in memory at every tenth of it.
#
#     bench/many_compiles.sh [N]          after ./bench.sh or ./run.sh has built the programs
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/setup.sh"

count=${1:-10000}
spillway=$root/build/release/bin/spillway
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
setup_cuda

mkdir -p "$work/many/many" "$work/cache"
cat >"$work/many/many/experiment.json" <<END
{"name": "many", "title": "Many", "question": "How many?", "topic": "Bench", "x_axis": "n",
 "parameters": [{"name": "n", "range": [1, $count], "initial": 1}],
 "buffers": [{"name": "out", "element": "float", "count": "elements", "output": true}],
 "arguments": [{"buffer": "out"}], "work": {"bytes_moved": "4 * elements"},
 "variants": [{"name": "only", "entry": "many<{n}>"}]}
END
echo 'template <int N> __global__ void many(float* out) { out[threadIdx.x] = N * out[threadIdx.x + N]; }' >"$work/many/many/kernel.cu"
echo '# Many' >"$work/many/many/lesson.md"

# resident_kib PROCESS...: the sum, 0 for those that have gone.
resident_kib() {
    local process sum=0 kib
    for process in "$@"; do
        kib=$(awk '/^VmRSS:/ {print $2}' "/proc/$process/status" 2>/dev/null) || true
        sum=$((sum + ${kib:-0}))
    done
    echo "$sum"
}

# children_of PROCESS WORD: those whose command line holds the word, or does not where it begins with !.
children_of() {
    local child line
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
        line=$(tr '\0' ' ' <"/proc/$child/cmdline" 2>/dev/null) || continue
        [[ $2 == '!'* && $line != *"${2#!}"* || $2 != '!'* && $line == *"$2"* ]] && echo "$child"
    done
}

compiled() { find "$work/cache" -name '*.zst' | wc -l; }

SPILLWAY_CACHE_DIR=$work/cache SPILLWAY_NVDISASM=none nice "$spillway" sweep many --catalogue "$work/many" --trust --gpu h200 \
    --axis "n=[1:$count]" --csv "$work/many.csv" 2>"$work/errors" &
sweep=$!
begin=$SECONDS next=$((count / 10))
printf '%10s %8s %12s %9s %12s %12s\n' compiles seconds 'worker KiB' helpers 'helpers KiB' 'all KiB'
while kill -0 "$sweep" 2>/dev/null; do
    sleep 0.5
    done_now=$(compiled)
    ((done_now >= next)) || continue
    worker=$(children_of "$sweep" '!--compile-helper' | head -n 1)
    mapfile -t helpers < <(children_of "$worker" --compile-helper)
    own=$(resident_kib "$worker") theirs=$(resident_kib "${helpers[@]}")
    printf '%10d %8d %12d %9d %12d %12d\n' "$done_now" $((SECONDS - begin)) "$own" "${#helpers[@]}" "$theirs" $((own + theirs))
    next=$(((done_now / (count / 10) + 1) * (count / 10)))
done
wait "$sweep" || { cat "$work/errors"; exit 1; }
rows=$(($(wc -l <"$work/many.csv") - 1))
echo "$rows rows in $((SECONDS - begin)) s, $(grep -c ',ok,' "$work/many.csv") of them ok"
