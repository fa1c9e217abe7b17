#pragma once

// A trace's kernels as a table: what stands in each column, and in which order the rows are.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::trace {

struct Column {
    const char* key;    ///< "median"
    const char* title;  ///< "median µs"
    const char* help;
};

/// In the order of the screen; the kernel's name is the first.
[[nodiscard]] std::span<const Column> columns();

/// Of all kernels together.
[[nodiscard]] double total_seconds(const Trace& trace);
/// What stands there; "–" where it is not known.
[[nodiscard]] std::string cell(const TracedKernel& kernel, std::size_t column, double all_seconds);

/// The kernels' indices in the order of a column, equal ones as they were. What is not known comes last.
[[nodiscard]] std::vector<std::size_t> sorted_by(const Trace& trace, std::size_t column, bool is_descending);

/// "DRAM read 4.2 MB, written 8.4 MB, L2 read ...": of the counters of one launch; empty where none of them tells.
[[nodiscard]] std::string traffic_words(const std::map<std::string, double>& counters);

/// "./a.out 100 · H200 · 2026-11-23 · 1.20 s": what was run, where, when, and how it ended.
[[nodiscard]] std::string headline(const Trace& trace);
/// What was launched without an end, what was refused, and the trace's own sentences.
[[nodiscard]] std::vector<std::string> remarks(const Trace& trace);

}  // namespace spillway::trace
