#pragma once

// What a lesson's questions and curves come to, for the lesson as text and as a page.

#include <optional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::cli {

/// What a lesson's numbers are looked up with.
struct LessonNumbers {
    const model::Experiment& experiment;
    const model::Values& values;
    const model::Gpu& gpu;
    Context& context;
    worker_client::Dispatcher& dispatcher;
};

/// The lesson's exercise of that name, as it comes; null where there is none.
[[nodiscard]] const model::Experiment* find_exercise(const LessonNumbers& lesson, const std::string& name);

/// The truth of a question in words, or why it is not known here.
[[nodiscard]] std::string answer_words(const LessonNumbers& lesson, const model::Question& question);

/// Every variant at the points of the x axis.
struct LessonCurves {
    const model::Parameter* x = nullptr;
    std::vector<model::Value> points;
    std::vector<const model::Variant*> variants;
    std::vector<model::RunResult> results;  ///< by point, then by variant
};
/// At no more than so many points, both ends among them. Empty where the lesson has no x axis.
[[nodiscard]] std::optional<LessonCurves> lesson_curves(const LessonNumbers& lesson, std::size_t most_points);
/// The same at no more than so many of its points.
[[nodiscard]] LessonCurves thinned(const LessonCurves& curves, std::size_t most_points);

/// What the charts show, and what is to be drawn in a question.
[[nodiscard]] std::vector<const model::Metric*> told_metrics(const model::Experiment& experiment);

/// What a table calls a variant: its label is too long for a column.
[[nodiscard]] std::string letter_of(std::size_t variant);

/// A metric of each variant, a row for each point; the first row names the columns.
struct CurveTable {
    std::string heading;
    std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] CurveTable curve_table(const LessonCurves& curves, const model::Metric& metric);

}  // namespace spillway::cli
