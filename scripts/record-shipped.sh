#!/usr/bin/env bash
# Makes or renews the recording that ships (the folder assets/recordings/GPU.spillway) on a machine with that GPU:
# record-shipped.sh [MINUTES]
#
# Run from the unpacked device package (scripts/package-device.sh). What is there and still right stays; what is missing or
# outdated by an edit is recorded, most useful first. With several GPUs each takes its share. It ends after MINUTES (25) and
# the next call goes on. Copy the folder that it leaves over the one in assets/recordings/: only files of experiments with
# new results differ.
set -euo pipefail

package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=$((60 * ${1:-25}))
spillway=$package/bin/spillway
read -r name live <<<"$("$spillway" gpus --json 2>/dev/null | awk '
    /"live": true/ { ++live }
    /"recorded_as": "/ && name == "" { gsub(/[",]/, "", $2); name = $2 }
    END { print (name == "" ? "none" : name), live + 0 }')"
[[ $live -gt 0 ]] || {
    echo "record-shipped.sh: there is no GPU to measure on: $spillway doctor says why" >&2
    exit 1
}
shipped=$package/share/spillway/assets/recordings/$name.spillway
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
pids=()
for ((i = 0; i < live; ++i)); do
    how=--continue
    [[ -e $shipped ]] && "$spillway" merge -o "$parts/$i.spillway" "$shipped" && how=--renew
    timeout --signal=TERM "$seconds" "$spillway" record "$how" -o "$parts/$i.spillway" --shard "$i/$live" \
        --gpu "live$([[ $i -gt 0 ]] && echo "$i")" &
    pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || true; done  # one that was ended in time has kept what it has
"$spillway" merge --force -o "$shipped/" "$parts"/[0-9]*.spillway
echo "$shipped: $(du -sh "$shipped" | cut -f1)"
