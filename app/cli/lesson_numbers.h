#pragma once

// Answers and curves of a lesson, for the lesson as text and as a page.

#include <optional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::cli {

/// Inputs for the lookup of a lesson's numbers.
struct LessonNumbers {
    const model::Experiment& experiment;
    const model::Values& values;
    const model::Gpu& gpu;
    Context& context;
    worker_client::Dispatcher& dispatcher;
};

/// The lesson's original exercise of that name; null if there is none.
[[nodiscard]] const model::Experiment* find_exercise(const LessonNumbers& lesson, const std::string& name);

/// Correct answer to a question, or why it is unknown here.
[[nodiscard]] std::string answer_words(const LessonNumbers& lesson, const model::Question& question);

/// Variants without any result at the lesson's values: neither a report nor a recording ships.
[[nodiscard]] std::vector<std::string> unanswered_variants(const LessonNumbers& lesson);

/// Results of every variant at the points of the x axis.
struct LessonCurves {
    const model::Parameter* x = nullptr;
    std::vector<model::Value> spoken;  ///< catalogue::spoken_values() of x
    std::vector<model::Value> points;
    std::vector<const model::Variant*> variants;
    std::vector<model::RunResult> results;  ///< by point, then by variant
};
/// At most `max_points`: both ends, the values that the lesson speaks of, powers of two, and others between them.
/// Empty if the lesson has no x axis.
[[nodiscard]] std::optional<LessonCurves> lesson_curves(const LessonNumbers& lesson, std::size_t max_points);
/// The same curves at no more than `max_points` of their points, chosen in the same way.
[[nodiscard]] LessonCurves thinned(const LessonCurves& curves, std::size_t max_points);

/// Rows of a curve's table.
inline constexpr std::size_t max_table_rows = 24;

/// Metrics of the charts and of the drawing questions.
[[nodiscard]] std::vector<const model::Metric*> table_metrics(const model::Experiment& experiment);

/// Letter of a variant in tables, where its label would be too long.
[[nodiscard]] std::string letter_of(std::size_t variant);

/// One metric as a table: a column per variant, a row per point; the first row is the header.
struct CurveTable {
    std::string heading;
    std::vector<std::vector<std::string>> rows;
};
/// Why a variant has no result, a line for each stretch of points: "B, Radius 8000 to 12000 (reason at 8000): too much
/// shared memory".
[[nodiscard]] std::vector<std::string> failed_points(const LessonCurves& curves);
[[nodiscard]] CurveTable curve_table(const LessonCurves& curves, const model::Metric& metric);

}  // namespace spillway::cli
