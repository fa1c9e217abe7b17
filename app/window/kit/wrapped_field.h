#pragma once

#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

namespace spillway::window {

/// A field for prose that fills the available space. Unlike Dear ImGui's own field it wraps long lines. The wrapping
/// adds no line breaks to the text. The text must not contain carriage returns.
class WrappedField {
public:
    void draw(const char* id, std::string& text);
    /// True if the field dropped a character that it cannot hold since the last call.
    [[nodiscard]] bool has_left_out() { return std::exchange(left_out_, false); }

private:
    static int on_edit(ImGuiInputTextCallbackData* data);
    void follow(ImGuiInputTextCallbackData& data);
    void remember(const std::string& before, const std::string& now);
    [[nodiscard]] bool step_in_history(std::string& text);

    std::string wrapped_;  ///< the text with "\r\n" at each soft line break
    std::string field_;    ///< the field's text as Dear ImGui holds it
    std::string text_;     ///< the text without soft line breaks
    float width_ = 0;      ///< width of a line
    bool left_out_ = false;
    std::vector<std::string> past_, future_;  ///< own undo history: Dear ImGui's does not record the inserted breaks
};

/// The text with "\r\n" at each soft line break.
[[nodiscard]] std::string soft_wrapped(ImFont* font, const std::string& text, float width);
/// Removes soft line breaks, and the rest of one that a key has half deleted.
[[nodiscard]] std::string without_soft_breaks(const std::string& wrapped);

}  // namespace spillway::window
