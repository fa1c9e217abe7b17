#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/catalogue/catalogue.h"
#include "app/model/gpu.h"
#include "app/session/history.h"

namespace spillway::session {

using Clock = std::chrono::steady_clock;

/// A drag sets many values and is one step for undo.
enum class Edit { dragging, finished };

/// What an experiment shows at first, for a GPU.
[[nodiscard]] Selection initial_selection(const model::Experiment& experiment, const model::Gpu& gpu);

/// The selection, with replacements for what the catalogue no longer has.
[[nodiscard]] Selection fitted(const Selection& selection, const catalogue::Catalogue& catalogue,
                               const model::Gpu& gpu);

/// The selection on another GPU: values that are as the experiment begins with them follow it.
[[nodiscard]] Selection moved_to(Selection selection, const model::Experiment& experiment, const model::Gpu& from,
                                 const model::Gpu& to);

/// The selection, and the way back. Knows no results and sends no requests.
class SelectionHistory {
public:
    [[nodiscard]] const Selection& now() const { return now_; }
    /// Without a step for undo: at the start, or where the world changed and not the user's mind.
    void begin_with(Selection selection);
    /// False when it is what was chosen already.
    bool change(Selection next, Edit edit);
    /// What to go back or forward to, not yet chosen; see `return_to`.
    [[nodiscard]] std::optional<Selection> undo() { return history_.undo(now_); }
    [[nodiscard]] std::optional<Selection> redo() { return history_.redo(now_); }
    /// Chooses what undo or redo gave: going back is no new step.
    void return_to(Selection selection);
    [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }

    /// Where the slider of the x axis stood before the last change; empty where it was another axis.
    [[nodiscard]] const std::optional<model::Value>& previous_x() const { return previous_x_; }
    [[nodiscard]] double seconds_since_change() const;
    [[nodiscard]] Clock::time_point changed_at() const { return changed_at_; }
    /// The clock of an answer starts now: what was waited for before was not the answer.
    void restart_clock() { changed_at_ = Clock::now(); }

private:
    void take(Selection next);

    Selection now_;
    History history_;
    std::optional<model::Value> previous_x_;
    Clock::time_point changed_at_ = Clock::now();
};

}  // namespace spillway::session
