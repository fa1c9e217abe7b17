#pragma once

#include <vector>

#include <imgui.h>

namespace spillway::window {

/// The last picture as Dear ImGui's lists, so that one that is the same again need not be drawn: while the mouse moves
/// over a window at rest, every frame is.
class DrawnPicture {
public:
    /// Whether this is another picture than the one that was kept.
    [[nodiscard]] bool differs_from(const ImDrawData& data, ImU32 ground) const;
    /// Takes the lists out of a picture that has been painted: Dear ImGui has the ones before for its next frame.
    void keep(ImDrawData& data, ImU32 ground);
    /// What the lists refer to has changed: the next one is another whatever it holds.
    void forget() { is_known_ = false; }

private:
    struct List {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        ImVector<ImDrawVert> vertices;
    };

    bool is_known_ = false;
    ImU32 ground_ = 0;
    ImVec2 size_ = {}, raster_ = {};
    std::vector<List> lists_;
};

}  // namespace spillway::window
