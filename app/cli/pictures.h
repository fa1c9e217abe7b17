#pragma once

// Pictures of results as SVG, PNG or PDF files: what charts/ draws, with where it is from at the foot.

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

/// What a sweep found, or a run, which is a sweep of one value.
struct SweepResults {
    const model::Experiment& experiment;
    const std::vector<const model::Variant*>& variants;
    const std::vector<Axis>& axes;
    const model::Gpu& gpu;
    const std::vector<model::RunResult>& results;
};

/// A curve for each variant over the first axis, where every other stands at its first value.
[[nodiscard]] std::vector<results::Curve> curves_of(const SweepResults& sweep);

/// Whether `file` ends in .svg, .png or .pdf and may be written by this build, before any work is done. `option` asked
/// for it; where it takes one ending only, that is `ending`.
[[nodiscard]] std::optional<model::Error> check_picture(const std::string& file, const char* option, bool force,
                                                        std::string_view ending = {});

/// "print" or "slides"; the Error says that it is neither.
[[nodiscard]] model::Expected<charts::Purpose> read_purpose(const std::string& word);

/// The experiment's charts over the first axis. Does nothing without a file; the same of the next.
[[nodiscard]] std::optional<model::Error> write_chart_picture(const SweepResults& sweep, const std::string& file,
                                                              charts::Purpose purpose);

/// The same as text, for a page of a lesson.
[[nodiscard]] std::string chart_svg(const SweepResults& sweep);

/// A launch's traffic between the levels of the memory, one card for each result that was counted. Error: none was, or
/// the file cannot be written.
[[nodiscard]] std::optional<model::Error> write_memory_picture(const SweepResults& sweep, const std::string& file,
                                                               charts::Purpose purpose);

/// The rooflines of DRAM, L2 and L1. A spot for each variant at the first value, lines through the others.
[[nodiscard]] std::optional<model::Error> write_roofline_picture(const SweepResults& sweep, const std::string& file,
                                                                 charts::Purpose purpose);

}  // namespace spillway::cli
