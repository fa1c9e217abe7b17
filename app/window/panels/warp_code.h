#pragma once

// Source and PTX with a warp's lanes; a cursor in each marks the line of the executed instruction.

#include <optional>

#include "app/teaching/warp_scene.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

class WarpCode {
public:
    void refresh(const session::SessionView& session, const model::Listing& listing);
    /// Draws source and PTX side by side or stacked, in `size`. Call refresh() first. Returns the line that the user
    /// chose by mouse or keyboard; the caller sets its `of` and `serial`.
    [[nodiscard]] std::optional<CodeLine> draw(PanelContext& context, const model::Listing& listing,
                                               const teaching::WarpScene& scene, ImVec2 size, bool is_side_by_side);
    /// Draws only the two current lines.
    void draw_lines(PanelContext& context, const model::Listing& listing, const teaching::WarpScene& scene) const;
    /// Height of draw_lines().
    [[nodiscard]] static float lines_height(const Theme& theme);

private:
    void follow(const model::Listing& listing, const teaching::WarpScene& scene);

    SourceText source_;
    GeneratedText ptx_;
    int module_line_ = 0, source_line_ = 0;  ///< lines of the step that the cursors followed last
    const model::Listing* listing_ = nullptr;
};

}  // namespace spillway::window
