#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session_types.h"

namespace spillway::session {

/// What the learner has chosen.
struct Selection {
    std::string experiment;
    model::Values values;  ///< every parameter and knob of the experiment
    std::string gpu;       ///< name in gpus()
    std::string x_axis;    ///< parameter or knob the charts are drawn over
    std::string focus;     ///< variant whose code, report and SM picture are shown
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// Undo and redo of selections. A drag, however many values it passes, is one step.
class History {
public:
    /// Before a change: remembers `now`. While `dragging` only the first of a row is remembered.
    void remember(const Selection& now, bool dragging);
    void end_drag() { in_drag_ = false; }
    [[nodiscard]] std::optional<Selection> undo(const Selection& now);
    [[nodiscard]] std::optional<Selection> redo(const Selection& now);
    [[nodiscard]] bool can_undo() const { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const { return !future_.empty(); }

private:
    std::vector<Selection> past_, future_;
    bool in_drag_ = false;
};

}  // namespace spillway::session
