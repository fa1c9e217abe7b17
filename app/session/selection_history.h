#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "app/catalogue/catalogue.h"
#include "app/model/gpu.h"
#include "app/session/history.h"

namespace spillway::session {

using Clock = std::chrono::steady_clock;

/// A drag sets many values, but counts as one undo step.
enum class Edit { dragging, finished };

/// The selection that an experiment opens with on a GPU.
[[nodiscard]] Selection initial_selection(const model::Experiment& experiment, const model::Gpu& gpu);

/// The selection, with replacements for names and values that the catalogue no longer has.
[[nodiscard]] Selection fitted(const Selection& selection, const catalogue::Catalogue& catalogue,
                               const model::Gpu& gpu);

/// The selection on another GPU. Values that are still at their initial value take the new GPU's initial value.
[[nodiscard]] Selection moved_to(Selection selection, const model::Experiment& experiment, const model::Gpu& from,
                                 const model::Gpu& to);

/// The selection with its undo history. Knows no results and sends no requests.
class SelectionHistory {
public:
    [[nodiscard]] const Selection& now() const { return now_; }
    /// Sets the selection without an undo step: at the start, or when GPUs or experiments change without the user.
    void begin_with(Selection selection);
    /// Returns false if the selection stays the same.
    bool change(Selection next, Edit edit);
    /// The previous or next selection; pass it to return_to() to apply it.
    [[nodiscard]] std::optional<Selection> undo() { return history_.undo(now_); }
    [[nodiscard]] std::optional<Selection> redo() { return history_.redo(now_); }
    /// Applies a selection from undo() or redo() without a new undo step.
    void return_to(Selection selection);
    /// Forgets all undo and redo steps.
    void forget_steps() { history_ = {}; }
    [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }

    /// Value of the x axis before the last change; empty if the x axis itself changed.
    [[nodiscard]] const std::optional<model::Value>& previous_x() const { return previous_x_; }
    [[nodiscard]] double seconds_since_change() const;
    [[nodiscard]] Clock::time_point changed_at() const { return changed_at_; }
    /// Restarts the clock that times the next result: the wait so far was for something else.
    void restart_clock() { changed_at_ = Clock::now(); }

private:
    void take(Selection next);

    Selection now_;
    History history_;
    std::optional<model::Value> previous_x_;
    Clock::time_point changed_at_ = Clock::now();
};

}  // namespace spillway::session
