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
    /// True in the frame that follows a line chosen in the code, which waits for the end of the run.
    [[nodiscard]] bool was_chosen() const { return was_chosen_; }
    /// Draws a button for the loads and one for the stores of each line, at most 12 in all. True when the user chose
    /// one.
    bool draw_choice(PanelContext& context, bool is_shown);
    /// Draws the chosen access of the chosen line, or the reason why there is none.
    void draw(PanelContext& context);

private:
    struct Access {
        std::size_t step = 0;
        int module_line = 0;
    };
    /// The loads or the stores of a line of the source; without lines, those of one instruction.
    struct Line {
        int source_line = 0;
        bool is_write = false;
        std::vector<Access> accesses;  ///< in the order of the run, never empty
    };
    void collect(const WarpDesk& desk);
    void choose_line(const CodeLine& line);
    void draw_steps(PanelContext& context);

    StepAccesses shown_;
    std::vector<Line> lines_;
    std::size_t chosen_ = 0, time_ = 0;  ///< index of the line, and of its access
    std::uint64_t serial_ = 0, followed_ = 0;
    std::size_t known_steps_ = 0;
    bool is_running_ = false, was_chosen_ = false, reads_textures_ = false;
    std::optional<std::string> why_not_line_;  ///< set if the chosen line accesses no memory
};

}  // namespace spillway::window
