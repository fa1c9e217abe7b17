#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/context.h"
#include "app/learner/drawn_curve.h"
#include "app/learner/learner_progress.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// What is true of a lesson's question on one GPU.
struct Truth {
    std::optional<double> number;
    std::optional<std::size_t> choice;
    learner::Curve curve;
    std::optional<std::string> why_unknown;

    [[nodiscard]] bool is_known() const { return number || choice || curve.size() > 1; }
};

/// The truths of questions, each found out once.
class AnswerKey {
public:
    AnswerKey(Context& context, worker_client::Dispatcher& dispatcher) : context_(context), dispatcher_(dispatcher) {}

    [[nodiscard]] const Truth& truth(const model::Experiment& lesson, const model::Question& question,
                                     const model::Gpu& gpu);
    /// Where a learner may have sat: on `gpu`, else on one of every architecture; of a measured answer on one with a
    /// recording.
    [[nodiscard]] std::vector<model::Gpu> possible_gpus(const model::Question& question, const model::Gpu& gpu) const;

private:
    [[nodiscard]] Truth find(const model::Experiment& lesson, const model::Question& question, const model::Gpu& gpu);
    [[nodiscard]] learner::Curve curve(const model::Experiment& lesson, const model::Question& question,
                                       const model::Gpu& gpu);

    Context& context_;
    worker_client::Dispatcher& dispatcher_;
    std::map<std::tuple<std::string, std::string, std::string>, Truth> truths_;
};

enum class Agreement { agrees, contradicts, unchecked };

struct FoundAnswer {
    Agreement agreement = Agreement::unchecked;
    std::string answer;            ///< "128 bytes"; of a curve empty
    std::optional<double> off_by;  ///< of the learner's guess, as it is found here
    std::string gpu;               ///< where
    std::string why;               ///< what contradicts, or why it is not checked; else empty
};

/// What a learner says that they guessed, and how far off that was, looked at again.
[[nodiscard]] FoundAnswer check_answer(AnswerKey& key, const model::Experiment& lesson, const model::Question& question,
                                       const model::Gpu& gpu, const learner::Prediction& said);

/// "right", "off by 50 %", "wrong", "drawn, off by 12 %".
[[nodiscard]] std::string off_words(const model::Question& question, std::optional<double> off_by);

}  // namespace spillway::cli
