#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace spillway::window {

/// Undo history of a text. One step is a word with the blanks behind it, a new line, a deletion of several characters
/// in a row, or one larger change. A pause begins a new step.
class TextHistory {
public:
    struct State {
        std::string text;
        std::size_t cursor = 0;  ///< byte offset
    };
    /// Call it when the text is another one: nothing of it can be undone.
    void clear();
    /// Records a change by the user.
    void add(const State& before, const State& now, double now_seconds);
    /// undo() returns the state before the last step, redo() the state before the last undo; empty if there is none.
    /// Each keeps `now` for the opposite call.
    [[nodiscard]] std::optional<State> undo(const State& now);
    [[nodiscard]] std::optional<State> redo(const State& now);

private:
    enum class Change { insert, erase, other };
    [[nodiscard]] bool begins_step(const State& before, const State& now, Change change, double now_seconds) const;
    std::optional<State> step(std::vector<State>& from, std::vector<State>& to, const State& now);

    std::vector<State> past_, future_;
    Change last_ = Change::other;
    std::size_t last_cursor_ = 0;
    double last_seconds_ = 0;
};

}  // namespace spillway::window
