#pragma once

// The accesses that a warp of the shown variant made as it ran here, drawn like those that an experiment declares.

#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/panel.h"

namespace spillway::window {

class RanAccesses {
public:
    /// Takes up the run that is shown and the line that was chosen in the code.
    void refresh(PanelContext& context);
    /// More may come: the warp still runs.
    [[nodiscard]] bool is_running() const { return is_running_; }
    /// Whether a line was chosen in the code since the last frame.
    [[nodiscard]] bool was_chosen() const { return was_chosen_; }
    /// A button for each instruction of the kernel that touched memory. True when one was chosen.
    bool draw_choice(PanelContext& context, bool is_shown);
    /// The chosen one, or why there is none.
    void draw(PanelContext& context);

private:
    /// An instruction that touched memory, and the steps in which it did.
    struct Instruction {
        int source_line = 0, module_line = 0;
        bool is_write = false;
        std::vector<std::size_t> steps;
    };
    void collect(const WarpDesk& desk);
    void choose_line(const CodeLine& line);
    void draw_steps(PanelContext& context);

    std::vector<Instruction> instructions_;
    std::size_t chosen_ = 0, time_ = 0;  ///< which of them, and which of its steps
    std::uint64_t serial_ = 0, followed_ = 0;
    std::size_t known_steps_ = 0;
    bool is_running_ = false, was_chosen_ = false;
    std::optional<std::string> why_not_line_;  ///< the chosen line touches no memory
};

}  // namespace spillway::window
