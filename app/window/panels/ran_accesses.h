#pragma once

// Accesses of a warp from its simulated run, drawn like the accesses that an experiment declares.

#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/panels/step_accesses.h"

namespace spillway::window {

class RanAccesses {
public:
    /// Reads the shown run and the line chosen in the code.
    void refresh(PanelContext& context);
    /// True while the warp still runs and more accesses may follow.
    [[nodiscard]] bool is_running() const { return is_running_; }
    /// True if the user has chosen a line in the code since the last frame.
    [[nodiscard]] bool was_chosen() const { return was_chosen_; }
    /// Draws a button for each instruction with memory accesses. True when the user chose one.
    bool draw_choice(PanelContext& context, bool is_shown);
    /// Draws the chosen instruction's access, or the reason why there is none.
    void draw(PanelContext& context);

private:
    /// An instruction with memory accesses, and the steps that executed it.
    struct Instruction {
        int source_line = 0, module_line = 0;
        const char* kind = "load";
        std::vector<std::size_t> steps;
    };
    void collect(const WarpDesk& desk);
    void choose_line(const CodeLine& line);
    void draw_steps(PanelContext& context);

    StepAccesses accesses_;
    std::vector<Instruction> instructions_;
    std::size_t chosen_ = 0, time_ = 0;  ///< index of the instruction, and of its step
    std::uint64_t serial_ = 0, followed_ = 0;
    std::size_t known_steps_ = 0;
    bool is_running_ = false, was_chosen_ = false;
    std::optional<std::string> why_not_line_;  ///< set if the chosen line accesses no memory
};

}  // namespace spillway::window
