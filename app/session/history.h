#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session_types.h"

namespace spillway::session {

/// The learner's selection.
struct Selection {
    std::string experiment;
    model::Values values;  ///< of every parameter and knob of the experiment
    std::string gpu;       ///< name in gpus()
    std::string x_axis;    ///< parameter or knob on the x axis of the charts
    std::string focus;     ///< variant whose code, report and SM picture are shown
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// Undo and redo of selections. A whole drag is one step, however many values it passes.
class History {
public:
    /// Remembers `now` before a change. During a drag, remembers only the selection before it.
    void remember(const Selection& now, bool dragging);
    /// Ends a drag that ended where it was last remembered: the next one is a step of its own.
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
