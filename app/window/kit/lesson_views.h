#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/catalogue/show_line.h"
#include "app/model/experiment.h"

namespace spillway::window {

/// View of one step of a lesson. An empty name keeps the experiment's opening view.
struct StepView {
    catalogue::ShowLine show;
    bool has_line =
        false;  ///< a show line stands above it; if not, only the first setting link of its text moves sliders
    friend bool operator==(const StepView&, const StepView&) = default;
};

/// Facts of a lesson's steps: which question each asks and what it shows. Cutting a lesson into steps takes about a
/// millisecond, so the last experiment's are cached.
class LessonViews {
public:
    /// Ids of the questions that the lesson asks in `step` (from 1) or earlier. A question that the text does not ask
    /// counts as asked.
    [[nodiscard]] std::set<std::string> asked_by(const model::Experiment& experiment, int step);
    /// True if the text of that step asks a question.
    [[nodiscard]] bool asks_in(const model::Experiment& experiment, int step);
    /// True if the text of that step has lines of code.
    [[nodiscard]] bool has_code_in(const model::Experiment& experiment, int step);
    /// Id of the question that the text asks in that step, or last before it; empty if none.
    [[nodiscard]] std::string last_asked(const model::Experiment& experiment, int step);
    /// The view of that step; a step beyond the end counts as the last. A show line holds until the next one. In the
    /// step where it begins it overrides the first setting link of the text; in a later step that link overrides it.
    [[nodiscard]] const StepView& view_of(const model::Experiment& experiment, int step);

private:
    void refresh(const model::Experiment& experiment);
    [[nodiscard]] std::size_t index_of(int step) const;

    std::string experiment_, lesson_;
    std::map<std::string, int> steps_;  ///< by question id
    std::vector<StepView> views_;       ///< one per step
    std::vector<bool> has_code_;        ///< likewise
};

}  // namespace spillway::window
