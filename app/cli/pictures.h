#pragma once

// Pictures of results as SVG, PNG or PDF files: drawings of charts/ with their provenance in the footer.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/drawing.h"
#include "app/charts/picture_look.h"
#include "app/cli/axis.h"
#include "app/model/run_result.h"
#include "app/results/curve.h"

namespace spillway::cli {

/// Results of a sweep, or of a run (a sweep with one value).
struct SweepResults {
    const model::Experiment& experiment;
    const std::vector<const model::Variant*>& variants;
    const std::vector<Axis>& axes;
    const model::Gpu& gpu;
    const std::vector<model::RunResult>& results;
};

/// A curve per variant over the first axis, with every other axis at its first value.
[[nodiscard]] std::vector<results::Curve> curves_of(const SweepResults& sweep);

/// Checks before any work that `file` ends in .svg, .png or .pdf and that this build can write it. `option`: the option
/// that names it; `ending`: the only ending that this option takes, if any. With the ending ".svg" every name is valid.
[[nodiscard]] std::optional<model::Error> check_picture(const std::string& file, const char* option, bool force,
                                                        std::string_view ending = {});

/// Parses "print" or "slides".
[[nodiscard]] model::Expected<charts::Purpose> read_purpose(const std::string& word);

/// Writes the experiment's charts over the first axis. Does nothing without a file; the same holds for the functions
/// below.
[[nodiscard]] std::optional<model::Error> write_chart_picture(const SweepResults& sweep, const std::string& file,
                                                              charts::Purpose purpose);

/// The same charts for a web page: an SVG text for each, as wide as a phone, and the footer of all.
struct PageCharts {
    std::vector<std::string> svgs;
    std::string foot;
};
[[nodiscard]] PageCharts page_charts(const SweepResults& sweep);

/// Draws each counted launch's traffic between the memory levels, one card per result. Error: no result has counters,
/// or the file cannot be written.
[[nodiscard]] std::optional<model::Error> write_memory_picture(const SweepResults& sweep, const std::string& file,
                                                               charts::Purpose purpose);

/// Draws the rooflines of DRAM, L2 and L1: a spot per variant at the first value, a line through the others.
[[nodiscard]] std::optional<model::Error> write_roofline_picture(const SweepResults& sweep, const std::string& file,
                                                                 charts::Purpose purpose);

}  // namespace spillway::cli
