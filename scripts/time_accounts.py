#!/usr/bin/env python3
"""The resource that limits each variant at its defaults, by the shipped recordings: a table in Markdown.

usage: time_accounts.py [--summary] [--experiment NAME]... [SPILLWAY] [GPU]...

SPILLWAY is the program (build/release/bin/spillway), GPU h100 and h200 where none is named. Time, limit and shares are
those of `spillway run --json`. A variant counts as explained by a resource whose share of the measured time is 60 % or
more; else by stall reasons, if its warps spend half of their time or more on waits for latency (not for their turn, for
a busy pipe or a full queue); else by neither.
"""
import argparse
import collections
import json
import subprocess
import sys

EXPLAINED = 0.6
WAITING = 0.5  # of the warps' time


def ask(program, *words):
    done = subprocess.run([program, *words, "--worker", "none", "--json"], capture_output=True, text=True)
    if not done.stdout.startswith("["):
        sys.exit(f"time_accounts.py: {' '.join(words)}: {done.stderr.strip() or 'no answer'}")
    return json.loads(done.stdout)


def seconds_words(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def kind_of(measurement):
    """How the time is explained."""
    if not measurement["seconds"]:
        return "not measured"
    if not measurement["time_account"]:
        return "not counted"
    limit = measurement["limited_by"]
    if limit["resource"] != "latency" and limit["share"] >= EXPLAINED:
        return "one resource"
    waits = limit["share"] if limit["resource"] == "latency" and limit["share"] is not None else 0
    return "stall reasons" if waits >= WAITING else "neither"


def limit_words(measurement):
    limit = measurement["limited_by"]
    if limit is None:
        return "", ""
    if limit["resource"] != "latency":
        return limit["resource"], f"{100 * limit['share']:.0f} %"
    stalls = {reason: share for reason, share in (measurement["stall_reasons"] or {}).items() if reason != "selected"}
    if not stalls:
        return "latency", ""
    reason = max(stalls, key=stalls.get)
    return f"latency: {reason}", f"{100 * stalls[reason]:.0f} %"


def rows_of(program, gpu, experiments):
    for experiment in experiments or [each["name"] for each in ask(program, "list")]:
        for result in ask(program, "run", experiment, "--gpu", gpu):
            measurement = result["measurement"]
            resource, share = limit_words(measurement)
            time = seconds_words(measurement["seconds"]["median"]) if measurement["seconds"] else ""
            yield experiment, result["variant"], time, resource, share, kind_of(measurement)


def print_table(gpu, rows):
    print(f"\n| experiment ({gpu}) | variant | time | limited by | share | explained by |\n|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--summary", action="store_true", help="the counts alone")
    parser.add_argument("--experiment", action="append", help="only this one; may be repeated")
    parser.add_argument("program", nargs="?", default="build/release/bin/spillway")
    parser.add_argument("gpu", nargs="*", default=["h100", "h200"])
    asked = parser.parse_args()
    for gpu in asked.gpu:
        rows = list(rows_of(asked.program, gpu, asked.experiment))
        if not asked.summary:
            print_table(gpu, rows)
        counts = collections.Counter(row[-1] for row in rows)
        print(f"\n{gpu}: {len(rows)} variants: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))


if __name__ == "__main__":
    main()
