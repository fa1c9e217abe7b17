#pragma once

#include <vector>

#include <imgui.h>

namespace spillway::window {

/// The last picture as Dear ImGui's lists, so that one that is the same again need not be drawn: while the mouse moves
/// over a window at rest, every frame is.
class DrawnPicture {
public:
    /// Keeps this one. True where it is another than the one before.
    [[nodiscard]] bool take(const ImDrawData& data, ImU32 ground);
    /// What the lists refer to has changed: the next one is another whatever it holds.
    void forget() { is_known_ = false; }

private:
    struct List {
        std::vector<ImDrawCmd> commands;
        std::vector<ImDrawIdx> indices;
        std::vector<ImDrawVert> vertices;
    };

    bool is_known_ = false;
    ImU32 ground_ = 0;
    ImVec2 size_ = {}, raster_ = {};
    std::vector<List> lists_;
};

}  // namespace spillway::window
