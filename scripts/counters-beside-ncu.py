#!/usr/bin/env python3
"""Spillway's hardware counters beside ncu's, for the same launch of the same kernel.

    scripts/counters-beside-ncu.py [--spillway PROGRAM] [EXPERIMENT]...

Needs a GPU whose counters may be read, and ncu. Each variant runs at its defaults, once with `run --counters`, once
under ncu, which profiles four launches of that kernel from the second on (the first may be the reference's): they tell
how far ncu agrees with itself. A line is marked where a count is more than 0.5 %, or a rate more than one point, outside
what ncu's own launches span; the exit status is 1 then.
"""
import argparse
import csv
import io
import json
import os
import shutil
import subprocess
import sys

COUNT_TOLERANCE = 0.005  # relative
RATE_TOLERANCE = 1.0     # points
NCU_LAUNCHES = 4


def run_spillway(program, *arguments):
    answer = subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=False)
    return json.loads(answer.stdout)


def default_flags(warm):
    return ["--cache-control", "none" if warm else "all", "--clock-control", "none", "--target-processes", "all"]


def ncu_values(program, result, names):
    """The metrics of some launches of the result's kernel, as ncu counts them: a list each."""
    kernel = result["compile"]["functions"][0]["name"]
    warm = result["measurement"]["cache"] == "warm"
    command = ["ncu", *default_flags(warm), "--kernel-name-base", "mangled", "--kernel-name", kernel,
               "--launch-skip", "1", "--launch-count", str(NCU_LAUNCHES), "--kill", "yes", "--csv", "--page", "raw", "--print-units", "base",
               "--metrics", ",".join(names), program, "run", result["experiment"],
               "--variant", result["variant"], "--gpu", "live", "--json"]
    # Replaying a launch takes longer than the worker would wait for one of its own.
    environment = {**os.environ, "SPILLWAY_LAUNCH_SECONDS": "120"}
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
                            check=False)
    lines = answer.stdout.splitlines()
    head = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if head is None:
        raise RuntimeError("ncu gave no table: " + (answer.stdout + answer.stderr)[-400:])
    rows = list(csv.reader(io.StringIO("\n".join(lines[head:]))))
    values = {}
    for row in rows[2:]:  # below the names stand the units
        for name, text in zip(rows[0], row):
            if name in names and text not in ("", "n/a"):
                values.setdefault(name, []).append(float(text.replace(",", "")))
    return values


def is_off(name, ours, theirs):
    least, most = min(theirs), max(theirs)
    if name.endswith(".pct") or ".pct_of_" in name:
        return not least - RATE_TOLERANCE <= ours <= most + RATE_TOLERANCE
    return not least - COUNT_TOLERANCE * max(abs(least), 1) <= ours <= most + COUNT_TOLERANCE * max(abs(most), 1)


def compare(program, result):
    """Prints one variant's table; the number of lines that are off."""
    measurement = result["measurement"]
    print(f"\n{result['experiment']}/{result['variant']}: {result['status']}")
    if not measurement["counters"]:
        print("  " + (measurement["counters_reason"] or measurement["reason"] or "no counters"))
        return 1
    names = sorted(measurement["counters"])
    theirs = ncu_values(program, result, names)
    off = 0
    for name in names:
        ours = measurement["counters"][name]
        if name not in theirs:
            print(f"  {name:<62} {ours:>18,.2f} {'-':>18}")
            continue
        wrong = is_off(name, ours, theirs[name])
        off += wrong
        least, most = min(theirs[name]), max(theirs[name])
        print(f"  {name:<62} {ours:>18,.2f} {least:>18,.2f} {most:>18,.2f}{'  OFF' if wrong else ''}")
    if measurement["seconds"]:
        print(f"  {'the timed median, ns':<62} {1e9 * measurement['seconds']['median']:>18,.2f}")
    return off


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spillway", default=shutil.which("spillway") or "build/release/bin/spillway")
    parser.add_argument("experiments", nargs="*")
    arguments = parser.parse_args()
    experiments = arguments.experiments or [e["name"] for e in run_spillway(arguments.spillway, "list", "--json")]
    off = 0
    print(f"{'':<64} {'spillway':>18} {'ncu, least':>18} {'ncu, most':>18}")
    for experiment in experiments:
        for result in run_spillway(arguments.spillway, "run", experiment, "--gpu", "live", "--counters", "--json"):
            try:
                off += compare(arguments.spillway, result)
            except RuntimeError as problem:
                print(f"  {problem}")
                off += 1
            sys.stdout.flush()
    print(f"\n{off} lines are off")
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
