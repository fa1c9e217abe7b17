#pragma once

#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

namespace spillway::window {

/// A field for prose that fills the room: its lines end where the field does, which Dear ImGui's own do not. The text
/// itself gets no line breaks from it, and must hold no carriage return.
class WrappedField {
public:
    void draw(const char* id, std::string& text);
    /// Whether a character that the field cannot hold was left out since the last call.
    [[nodiscard]] bool has_left_out() { return std::exchange(left_out_, false); }

private:
    static int on_edit(ImGuiInputTextCallbackData* data);
    void follow(ImGuiInputTextCallbackData& data);
    void remember(const std::string& before, const std::string& now);
    [[nodiscard]] bool step_in_history(std::string& text);

    std::string wrapped_;  ///< the text with a carriage return and a line feed where a line is full
    std::string field_;    ///< as Dear ImGui holds it
    std::string text_;     ///< without
    float width_ = 0;      ///< of a line
    bool left_out_ = false;
    std::vector<std::string> past_, future_;  ///< Dear ImGui's own history does not know of what is put in here
};

/// The text with "\r\n" where a line is full.
[[nodiscard]] std::string soft_wrapped(ImFont* font, const std::string& text, float width);
/// Without; what is left of one after a key has taken half of it goes too.
[[nodiscard]] std::string without_soft_breaks(const std::string& wrapped);

}  // namespace spillway::window
