#pragma once

// Pictures of results as SVG or PNG files: what charts/ draws, with where it is from at the foot.

#include <optional>
#include <string>
#include <vector>

#include "app/charts/drawing.h"
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

/// The drawings beside each other, with experiment, GPU and compiler at the foot.
[[nodiscard]] std::string svg_of(const SweepResults& sweep, const std::vector<charts::Drawing>& drawings);

/// Whether `file` ends in .svg or .png and may be written by this build, before any work is done. `option` asked for
/// it.
[[nodiscard]] std::optional<model::Error> check_picture(const std::string& file, const char* option, bool force);

/// A launch's traffic between the levels of the memory, one card for each result that was counted. Error: none was, or
/// the file cannot be written. Does nothing without a file; the same of the next.
[[nodiscard]] std::optional<model::Error> write_memory_picture(const SweepResults& sweep, const std::string& file);

/// The rooflines of DRAM, L2 and L1. A spot for each variant at the first value, lines through the others.
[[nodiscard]] std::optional<model::Error> write_roofline_picture(const SweepResults& sweep, const std::string& file);

}  // namespace spillway::cli
