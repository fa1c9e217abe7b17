#pragma once

// Source and PTX beside a warp's lanes: the cursor is on the instruction that is carried out, in both.

#include <optional>

#include "app/teaching/warp_scene.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {

class WarpCode {
public:
    void refresh(const session::SessionView& session, const model::Listing& listing);
    /// Source and PTX, beside or below each other, in `size`. The line that was chosen with the mouse or the keyboard.
    [[nodiscard]] std::optional<CodeLine> draw(PanelContext& context, const model::Listing& listing,
                                               const teaching::WarpScene& scene, ImVec2 size, bool is_beside);
    /// The same two lines alone.
    void draw_lines(PanelContext& context, const model::Listing& listing, const teaching::WarpScene& scene) const;
    /// Height of those.
    [[nodiscard]] static float lines_height(const Theme& theme);

private:
    void follow(const model::Listing& listing, const teaching::WarpScene& scene);

    SourceText source_;
    GeneratedText ptx_;
    int module_line_ = 0, source_line_ = 0;  ///< where the cursor is
    const model::Listing* listing_ = nullptr;
};

}  // namespace spillway::window
