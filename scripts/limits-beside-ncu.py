#!/usr/bin/env python3
"""Spillway's limits beside ncu's throughputs: for each variant at its defaults, the resource that Spillway names and the
busiest part of the GPU by ncu, as a table in Markdown, and how many agree.

    scripts/limits-beside-ncu.py [--spillway PROGRAM] [--save FILE] [EXPERIMENT]...
    scripts/limits-beside-ncu.py --of FILE...

Needs a GPU whose counters may be read, and ncu. `--save` keeps all numbers as JSON; `--of` prints the table of such a
file again, or of several, without a GPU. A limit agrees if ncu's highest throughput is that of the named resource or at most 10 points
above it; "latency" agrees if no throughput of ncu is above 60 %.
"""
import argparse
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time

NEAR = 10.0     # points
LATENCY = 60.0  # percent
GOAL = 0.95
SUFFIX = ".avg.pct_of_peak_sustained_elapsed"
# An average over the slices of the L2 hides a single busy one: atomic operations on one address.
BUSIEST = "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"
UNITS = ["sm__throughput", "l1tex__throughput", "lts__throughput", "gpu__dram_throughput"]

# Parts of the GPU that ncu's breakdowns name, by Spillway's resource.
PARTS = {
    "dram_read": r"dram__|fbpa__",
    "dram_write": r"dram__|fbpa__",
    "l2_read": r"lts__(t_sectors|d_sectors|lts2xbar)",
    "l2_write": r"lts__(t_sectors|d_sectors|xbar2lts)",
    "l2_requests": r"lts__(t_tag_requests|t_requests|throughput_internal)",
    "l2_entry": r"lts__xbar2lts",
    "l2_link": r"lts__ltcfabric",
    "atomics": r"lts__d_atomic",
    "sm_network": r"l1tex__m_",
    "l1": r"l1tex__(data_|f_|lsu)|sm__(mio_|mio2rf|inst_executed_pipe_lsu)",
    "shared": r"l1tex__(data_|f_|lsu)|sm__(mio_|mio2rf|inst_executed_pipe_lsu)",
    "shuffles": r"l1tex__(data_|f_|lsu)|sm__(mio_|mio2rf|inst_executed_pipe_lsu)",
    "texture": r"sm__inst_executed_pipe_tex|l1tex__(tex|data_pipe_tex|f_)",
    "constant": r"idc__|sm__inst_executed_pipe_adu",
    "fp32": r"sm__pipe_fma_|sm__inst_executed_pipe_fma$",
    "fma_heavy": r"sm__pipe_fmaheavy|sm__inst_executed_pipe_fmaheavy",
    "fp64": r"sm__(pipe_fp64|inst_executed_pipe_fp64)",
    "special": r"sm__inst_executed_pipe_xu",
    "integer": r"sm__pipe_alu|sm__inst_executed_pipe_alu",
    "tensor": r"sm__(pipe_tensor|inst_executed_pipe_tensor)",
    "branches": r"sm__inst_executed_pipe_cbu",
    "adu": r"sm__inst_executed_pipe_adu",
    "uniform": r"sm__inst_executed_pipe_uniform",
    "issue": r"sm__(issue_active|inst_executed$|inst_issued)",
}


def run_spillway(program, *arguments):
    answer = subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=False)
    return json.loads(answer.stdout)


def batches(results):
    """Results that one run of ncu can tell apart: by what a sample finds in the caches, and each kernel once."""
    made = []
    for result in results:
        measurement = result["measurement"]
        if not measurement["counters"] or not result["compile"]:
            continue
        cache, kernel = measurement["cache"], result["compile"]["functions"][0]["name"]
        for batch in made:
            if batch["cache"] == cache and kernel not in batch["kernels"]:
                batch["kernels"][kernel] = result["variant"]
                break
        else:
            made.append({"cache": cache, "kernels": {kernel: result["variant"]}})
    return made


def ncu_values(program, experiment, batch, metrics):
    """ncu's percentages and its duration for one launch of each kernel, the second: by variant."""
    variants = [word for variant in batch["kernels"].values() for word in ("--variant", variant)]
    command = ["ncu", "--cache-control", "none" if batch["cache"] == "warm" else "all", "--clock-control", "none",
               "--target-processes", "all", "--kernel-name-base", "mangled", "--print-kernel-base", "mangled",
               "--kernel-id", "::regex:^(" + "|".join(re.escape(name) for name in batch["kernels"]) + ")$:2",
               "--csv", "--page", "raw", "--print-units", "base", "--metrics", ",".join(metrics),
               program, "run", experiment, *variants, "--gpu", "live", "--json"]
    environment = {**os.environ, "SPILLWAY_LAUNCH_SECONDS": "120"}
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
                            check=False)
    lines = answer.stdout.splitlines()
    head = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if head is None:
        print(f"limits-beside-ncu.py: {experiment}: ncu gave no table: {(answer.stdout + answer.stderr)[-400:]}",
              file=sys.stderr)
        return {}
    rows = [row for row in csv.reader(io.StringIO("\n".join(lines[head:])))]
    names, found = rows[0], {}
    for row in rows[2:]:  # below the names stand the units
        if len(row) != len(names):
            continue
        cells = dict(zip(names, row))
        variant = batch["kernels"].get(cells["Kernel Name"])
        if variant is None or variant in found:
            continue
        found[variant] = {}
        for name, text in cells.items():
            try:
                if "__" in name:
                    found[variant][name] = float(text.replace(",", ""))
            except ValueError:
                pass
    return found


def measure(program, experiments, more, save):
    metrics = ["breakdown:" + unit + SUFFIX for unit in UNITS] + [unit + SUFFIX for unit in UNITS]
    metrics += ["gpu__time_duration.sum", BUSIEST, *more]
    measured = []
    for experiment in experiments:
        begin = time.time()
        results = run_spillway(program, "run", experiment, "--gpu", "live", "--counters", "--json")
        ours = time.time() - begin
        theirs = [(batch, ncu_values(program, experiment, batch, metrics)) for batch in batches(results)]
        for result in results:
            measurement = result["measurement"]
            values = next((found[result["variant"]] for batch, found in theirs
                           if result["variant"] in batch["kernels"].values() and result["variant"] in found), None)
            measured.append({"experiment": experiment, "variant": result["variant"], "status": result["status"],
                             "gpu": result.get("gpu"), "reason": measurement.get("counters_reason"),
                             "seconds": measurement["seconds"] and measurement["seconds"]["median"],
                             "sm_clock_hz": measurement.get("sm_clock_hz"), "limited_by": measurement["limited_by"],
                             "time_account": measurement["time_account"], "counters": measurement["counters"],
                             "stall_reasons": measurement["stall_reasons"], "ncu": values})
        print(f"{experiment}: {ours:.1f} s, {time.time() - begin - ours:.1f} s of ncu", file=sys.stderr, flush=True)
        if save:  # after each experiment, since a borrowed machine may be taken back
            with open(save, "w", encoding="utf-8") as file:
                json.dump(measured, file)
    return measured


def shares_of(values):
    """ncu's parts and their percentages, the highest first."""
    parts = [(value, name.removesuffix(SUFFIX)) for name, value in values.items()
             if name.endswith(SUFFIX) and name.removesuffix(SUFFIX) not in UNITS]
    if BUSIEST in values:
        parts.append((values[BUSIEST], "lts__d_atomic_input_cycles_active of the busiest slice"))
    return sorted(parts, reverse=True)


def judged(row):
    """Whether the named resource is ncu's, and ncu's share of it; None where nothing was counted."""
    if not row["limited_by"] or not row["ncu"]:
        return None
    parts = shares_of(row["ncu"])
    if not parts:
        return None
    most = parts[0][0]
    resource = row["limited_by"]["resource"]
    if resource == "latency":
        return most <= LATENCY, None
    own = max((share for share, name in parts if re.match(PARTS[resource], name)), default=0.0)
    return own >= most - NEAR, own


def print_table(measured):
    print("| variant | limited by | share | ncu, the same | ncu's highest | |")
    print("| --- | --- | --- | --- | --- | --- |")
    agree = looked_at = 0
    for row in measured:
        verdict = judged(row)
        if verdict is None:
            continue
        good, own = verdict
        looked_at += 1
        agree += good
        limit = row["limited_by"]
        share = "" if limit["share"] is None else f"{100 * limit['share']:.0f} %"
        highest = ", ".join(f"{name} {value:.0f} %" for value, name in shares_of(row["ncu"])[:2])
        print(f"| {row['experiment']}/{row['variant']} | {limit['resource']} | {share} | "
              f"{'' if own is None else f'{own:.0f} %'} | {highest} | {'' if good else 'differs'} |")
    if looked_at:
        print(f"\n{agree} of {looked_at} agree: {100 * agree / looked_at:.1f} % (goal: {100 * GOAL:.0f} %)")
    return looked_at > 0 and agree >= GOAL * looked_at


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spillway", default=shutil.which("spillway") or "build/release/bin/spillway")
    parser.add_argument("--save")
    parser.add_argument("--of", nargs="+")
    parser.add_argument("--more", default="", help="further metrics of ncu to save, separated by commas")
    parser.add_argument("experiments", nargs="*")
    args = parser.parse_args()
    if args.of:
        measured = []
        for name in args.of:
            with open(name, encoding="utf-8") as file:
                measured += json.load(file)
    else:
        experiments = args.experiments or [each["name"] for each in run_spillway(args.spillway, "list", "--json")]
        measured = measure(args.spillway, experiments, [name for name in args.more.split(",") if name], args.save)
    return 0 if print_table(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
