#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/context.h"
#include "app/judging/prediction.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// Correct answers to questions, each computed once.
class AnswerKey {
public:
    AnswerKey(Context& context, worker_client::Dispatcher& dispatcher) : context_(context), dispatcher_(dispatcher) {}

    [[nodiscard]] const judging::Truth& truth(const model::Experiment& lesson, const model::Question& question,
                                              const model::Gpu& gpu);
    /// GPUs that the learner may have used: `gpu`, then one of each architecture; for measured answers, those with a
    /// recording.
    [[nodiscard]] std::vector<model::Gpu> possible_gpus(const model::Question& question, const model::Gpu& gpu) const;

private:
    [[nodiscard]] judging::Truth find(const model::Experiment& lesson, const model::Question& question,
                                      const model::Gpu& gpu);
    [[nodiscard]] judging::Curve curve(const model::Experiment& lesson, const model::Question& question,
                                       const model::Gpu& gpu);

    Context& context_;
    worker_client::Dispatcher& dispatcher_;
    std::map<std::tuple<std::string, std::string, std::string>, judging::Truth> truths_;
};

enum class Agreement { agrees, contradicts, unchecked };

struct FoundAnswer {
    Agreement agreement = Agreement::unchecked;
    std::string answer;              ///< the correct answer as text; empty for a curve
    std::optional<double> off_by;    ///< of the learner's guess
    judging::GuessedNumber numbers;  ///< of a number question
    std::string gpu;                 ///< GPU of the correct answer
    std::string why;                 ///< the contradiction, or why it is unchecked; otherwise empty
};

/// Checks a stored guess and its stored error again.
[[nodiscard]] FoundAnswer check_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                                       const model::Gpu& gpu, const judging::Prediction& said);

/// "right", "wrong", "50 % off", "20 times too small", "drawn, 12 % off".
[[nodiscard]] std::string off_words(const model::Question& question, std::optional<double> off_by,
                                    const judging::GuessedNumber& numbers);

}  // namespace spillway::cli
