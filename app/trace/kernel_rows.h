#pragma once

// Kernels of a trace as a table: columns, cells and row order.

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

/// In display order; the kernel's name is the first.
[[nodiscard]] std::span<const Column> columns();

/// GPU time of all kernels together.
[[nodiscard]] double total_seconds(const Trace& trace);
/// Text of one cell; "–" if unknown.
[[nodiscard]] std::string cell(const TracedKernel& kernel, std::size_t column, double all_seconds);

/// Returns the kernels' indices, sorted by a column. Stable; unknown values come last.
[[nodiscard]] std::vector<std::size_t> sorted_by(const Trace& trace, std::size_t column, bool is_descending);

/// "DRAM read 4.2 MB, written 8.4 MB, L2 read ...": counters of one launch; empty if they hold no traffic.
[[nodiscard]] std::string traffic_words(const std::map<std::string, double>& counters);

/// "./a.out 100 · H200 · 2026-11-23 · 1.20 s": command, GPU, date, duration, and the exit status or signal unless 0.
[[nodiscard]] std::string headline(const Trace& trace);
/// Sentences about unfinished and refused launches, and the notices of the trace.
[[nodiscard]] std::vector<std::string> remarks(const Trace& trace);

}  // namespace spillway::trace
