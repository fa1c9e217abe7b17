#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

/// The question with this id; null if none.
[[nodiscard]] const model::Question* find_question(const model::Experiment& experiment, const std::string& id);

/// "level 2 of 3"
[[nodiscard]] std::string level_words(const model::Question& question);

/// Variants whose results decide the question, in the experiment's order.
[[nodiscard]] std::vector<std::string> question_variants(const model::Experiment& experiment,
                                                         const model::Question& question);

/// Keys that decide the question: metrics, and run statuses ("ok", "compile_error").
[[nodiscard]] std::set<std::string> question_keys(const model::Question& question);

/// Answer of a number or choice question, or why it is unknown here.
struct QuestionAnswer {
    std::optional<double> number;
    std::optional<std::size_t> choice;       ///< first choice whose condition holds
    std::optional<std::string> why_unknown;  ///< "local_array.bytes_per_second is not known here"
    std::optional<MissingNumber> missing;    ///< the same as data, if a number is missing
};

/// Computes the answer from one result per variant that the question names.
[[nodiscard]] QuestionAnswer answer_of(const model::Experiment& experiment, const model::Question& question,
                                       const std::vector<model::RunResult>& results, const model::Gpu& gpu);

}  // namespace spillway::catalogue
