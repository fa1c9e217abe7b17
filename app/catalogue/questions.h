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

/// The question of that id; null where there is none.
[[nodiscard]] const model::Question* find_question(const model::Experiment& experiment, const std::string& id);

/// "level 2 of 3"
[[nodiscard]] std::string level_words(const model::Question& question);

/// The variants whose results decide it, in the experiment's order.
[[nodiscard]] std::vector<std::string> question_variants(const model::Experiment& experiment,
                                                         const model::Question& question);

/// What decides it: keys of metrics, and of how a run ended ("ok", "compile_error").
[[nodiscard]] std::set<std::string> question_keys(const model::Question& question);

/// The truth of a number or a choice, or why it is not known here.
struct QuestionAnswer {
    std::optional<double> number;
    std::optional<std::size_t> choice;       ///< the first whose condition holds
    std::optional<std::string> why_unknown;  ///< "local_array.bytes_per_second is not known here"
    std::optional<MissingNumber> missing;    ///< the same as data, where a number is missing
};

/// From one result per variant it speaks of.
[[nodiscard]] QuestionAnswer answer_of(const model::Experiment& experiment, const model::Question& question,
                                       const std::vector<model::RunResult>& results, const model::Gpu& gpu);

}  // namespace spillway::catalogue
