"""Writes a report of Nsight Compute as a trace (docs/trace.md): read_ncu_report.py FILE.ncu-rep TRACE

Uses NVIDIA's own reader, the Python package ncu-report.
"""
import datetime
import json
import os
import sys

MOST_LAUNCHES = 20000
MOST_LISTED = 16
LOCAL = ("LDL", "STL")


def refuse(sentence, status=1):
    print(sentence, file=sys.stderr)
    sys.exit(status)


try:
    import ncu_report
except ImportError:
    refuse("NVIDIA's reader of these reports is not there: python3 -m pip install ncu-report", 4)


def number(action, name):
    """A metric's value as a number, None where the report has it not."""
    metric = action.metric_by_name(name)
    value = metric.value() if metric is not None else None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def whole(action, name):
    return int(number(action, name) or 0)


def text(action, name):
    metric = action.metric_by_name(name)
    return str(metric.value()) if metric is not None else ""


def gpu_of(action):
    attribute = lambda name: whole(action, "device__attribute_" + name)
    label = text(action, "device__attribute_display_name")
    return {
        "name": label, "label": label,
        "compute_major": attribute("compute_capability_major"), "compute_minor": attribute("compute_capability_minor"),
        "sm_count": attribute("multiprocessor_count"), "max_threads_per_block": attribute("max_threads_per_block"),
        "max_threads_per_sm": attribute("max_threads_per_multiprocessor"),
        "max_blocks_per_sm": attribute("max_blocks_per_multiprocessor"),
        "max_registers_per_thread": attribute("max_registers_per_thread"),
        "registers_per_block": attribute("max_registers_per_block"),
        "registers_per_sm": attribute("max_registers_per_multiprocessor"), "warp_size": attribute("warp_size"),
        "shared_bytes_per_block": attribute("max_shared_memory_per_block"),
        "shared_bytes_per_block_optin": attribute("max_shared_memory_per_block_optin"),
        "shared_bytes_per_sm": attribute("max_shared_memory_per_multiprocessor"),
        "reserved_shared_bytes_per_block": attribute("reserved_shared_memory_per_block"),
        "data_cache_bytes": 0, "shared_splits_bytes": [], "l2_bytes": attribute("l2_cache_size"), "memory_bytes": 0,
        "dram_bytes_per_second": 0.0, "boost_clock_hz": 0.0, "compilable": True, "source": "the report",
    }


def counters_of(action):
    """Every counter that has one number for the launch, by its own name."""
    prefixes = ("dram__", "lts__", "l1tex__", "smsp__", "sm__", "idc__", "gpu__")
    counters = {}
    for name in sorted(action.metric_names()):
        if name.startswith(prefixes):
            value = number(action, name)
            if value is not None and value == value and abs(value) < 1e300:
                counters[name] = float(value)
    return counters


def listing_of(action):
    """SASS with the lines that the report knows, and the file that most of them are of; None without."""
    metric = action.metric_by_name("inst_executed")
    if metric is None or not metric.has_correlation_ids() or metric.num_instances() == 0:
        return None, ""
    ids = metric.correlation_ids()
    places = sorted(ids.as_uint64(i) for i in range(metric.num_instances()))
    lines, files = [], {}
    for place in places:
        code = action.sass_by_pc(place).strip()
        info = action.source_info(place)
        if info is not None:
            files[info.file_name()] = files.get(info.file_name(), 0) + 1
        lines.append((place - places[0], code, info))
    source = max(files, key=lambda name: (name.endswith(".cu"), files[name])) if files else ""
    sass = []
    for offset, code, info in lines:
        words = [word for word in code.split() if not word.startswith("@")]
        is_local = bool(words) and words[0].split(".")[0] in LOCAL
        line = info.line() if info is not None and info.file_name() == source else 0
        sass.append({"text": "    " + code, "source_line": line, "touches_local": is_local, "offset": offset})
    local = sorted({row["source_line"] for row in sass if row["touches_local"] and row["source_line"] > 0})
    return {"ptx": [], "sass": sass, "sass_reason": "", "local_source_lines": local,
            "live_reason": "a report of Nsight Compute tells no live registers",
            "spill_reason": "a report of Nsight Compute tells no spills"}, source


def extents(action, what):
    return [whole(action, "launch__%s_dim_%s" % (what, axis)) for axis in "xyz"]


def main(path, written):
    try:
        report = ncu_report.load_report(path)
    except Exception as error:  # the reader's own kinds differ by version
        refuse("this is not a report that NVIDIA's reader takes: %s" % error)
    kernels, gpus, launches, sources, start = {}, {}, [], {}, 0.0
    for at_range in range(report.num_ranges()):
        for at in range(report.range_by_idx(at_range).num_actions()):
            action = report.range_by_idx(at_range).action_by_idx(at)
            device = whole(action, "launch__device_id")
            gpus.setdefault(device, gpu_of(action))
            mangled = action.name(ncu_report.IAction.NameBase_MANGLED)
            key = (mangled, device, tuple(extents(action, "grid")), tuple(extents(action, "block")),
                   whole(action, "launch__registers_per_thread"),
                   whole(action, "launch__shared_mem_per_block_dynamic"))
            kernel = kernels.setdefault(key, {"action": action, "seconds": [], "streams": set(), "at": len(kernels)})
            took = (number(action, "gpu__time_duration.sum") or 0.0) * 1e-9
            stream = whole(action, "launch__stream_id")
            kernel["seconds"].append(took)
            kernel["streams"].add(stream)
            launches.append((kernel, start, took, stream))
            start += took  # the launches one after another: a report does not say when they ran
    if not kernels:
        refuse("the report holds no launch that NVIDIA's reader could read")
    rows = sorted(kernels.items(), key=lambda item: -sum(item[1]["seconds"]))
    found = []
    for place, (key, kernel) in enumerate(rows):
        kernel["at"] = place
        action, times = kernel["action"], sorted(kernel["seconds"])
        listing, source = listing_of(action) if place < MOST_LISTED else (None, "")
        # No code bytes: the report does not tell the stack frame.
        code = {"registers": key[4], "stack_frame_bytes": 0, "code_bytes": 0, "has_lines": bool(source)}
        if listing is not None:
            code["listing"] = listing
            content = dict(action.source_files()).get(source, "") if source else ""
            if content:
                code["source"] = sources.setdefault(source, (len(sources), content))[0]
            elif source:
                code["listing_reason"] = "The report holds no text of %s: ncu --import-source yes puts it there." % source
        middle = len(times) // 2
        median = times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) / 2
        found.append({
            "name": action.name(ncu_report.IAction.NameBase_FUNCTION), "mangled": key[0],
            "gpu": key[1], "grid": list(key[2]), "block": list(key[3]), "registers": key[4],
            "static_shared_bytes": whole(action, "launch__shared_mem_per_block_static"),
            "dynamic_shared_bytes": key[5], "local_bytes_per_thread": 0, "in_graph": False, "launches": len(times),
            "streams": len(kernel["streams"]),
            "seconds": {"min": times[0], "median": median, "max": times[-1], "total": sum(times)},
            "code": code if listing is not None else None, "counters": counters_of(action) or None,
        })
    with open(written, "w", encoding="utf-8") as out:
        json.dump({
            "spillway_trace": 1, "command": [os.path.basename(path)],
            "date": datetime.datetime.fromtimestamp(os.path.getmtime(path), datetime.timezone.utc)
                    .strftime("%Y-%m-%dT%H:%M:%SZ"),
            "seconds": start, "end": {"status": 0, "signal": 0, "by_limit": False}, "processes": [],
            "gpus": [{"index": index, "gpu": gpu} for index, gpu in sorted(gpus.items())], "kernels": found,
            "unfinished": [], "refused": [],
            "launches": [{"kernel": kernel["at"], "start": began, "seconds": took, "stream": stream}
                         for kernel, began, took, stream in launches[:MOST_LAUNCHES]],
            "notices": ["A report of Nsight Compute: it runs each launch alone, and does not say when; its launches stand "
                        "one behind the other. Counters are those of each kernel's first launch."],
            "sources": [{"file": name, "text": content} for name, (_, content) in
                        sorted(sources.items(), key=lambda item: item[1][0])] or None,
        }, out)


if len(sys.argv) != 3:
    refuse("usage: read_ncu_report.py FILE.ncu-rep TRACE", 2)
main(sys.argv[1], sys.argv[2])
