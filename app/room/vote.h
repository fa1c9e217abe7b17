#pragma once

// Data of a vote: the question, the answers of one round, and their counts.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/judging/prediction.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::room {

/// X axis of a curve to draw. The limits of the y axis are in model::CurveToDraw.
struct DrawnAxis {
    std::string label, unit;  ///< titles of the x axis and of the y axis, each with its unit
    double first = 0, last = 1;
    bool is_logarithmic = false;
    friend bool operator==(const DrawnAxis&, const DrawnAxis&) = default;
};

/// A question as the room shows it. Uses only id, text, kind, unit, choices, curve and why of model::Question.
struct Asked {
    std::string lesson;  ///< name of the experiment; empty: the lecturer typed the question
    model::Question question;
    DrawnAxis axis;  ///< of a curve
};

/// Answer of one device. One member is set, depending on the kind of the question.
struct Answer {
    std::optional<std::size_t> choice;
    std::optional<double> number;
    judging::Curve curve;
    friend bool operator==(const Answer&, const Answer&) = default;
};

/// An answer as a client sends it.
struct SentAnswer {
    std::optional<std::size_t> choice;
    std::string text;  ///< of a number or a curve
};
/// The answer to this question. The Error tells the user why the number or the curve is unusable, or that there is no
/// such choice.
[[nodiscard]] model::Expected<Answer> read_answer(const Asked& asked, const SentAnswer& sent);
/// Text that read_answer reads: a number with its unit, or the points of a curve; empty for a choice.
[[nodiscard]] std::string answer_text(const Asked& asked, const Answer& answer);

/// Counts of one closed round. Nothing in it belongs to a device.
struct Tally {
    std::vector<std::size_t> choices;       ///< answers per choice
    std::map<double, std::size_t> numbers;  ///< answers per number
    std::vector<judging::Curve> curves;     ///< sorted, so that their order tells nothing about the devices
    bool by_hand = false;                   ///< counted cards, typed by the lecturer
    [[nodiscard]] std::size_t answers() const;
    friend bool operator==(const Tally&, const Tally&) = default;
};
[[nodiscard]] Tally count_answers(const Asked& asked, const std::map<std::string, Answer>& answers);

/// A question with its closed rounds.
struct Voted {
    Asked asked;
    judging::Truth truth;  ///< unknown until it has been computed; RoomData::is_truth_shown says whether it is shown
    std::string gpu;       ///< label of the GPU that the truth holds for; may be empty
    std::vector<Tally> rounds;
};

}  // namespace spillway::room
