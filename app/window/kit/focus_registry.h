#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace spillway::window {

struct Rect {
    ImVec2 min{0, 0}, max{0, 0};
    [[nodiscard]] float width() const { return max.x - min.x; }
    [[nodiscard]] float height() const { return max.y - min.y; }
    [[nodiscard]] ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    [[nodiscard]] bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
    [[nodiscard]] Rect inset(float by) const { return {{min.x + by, min.y + by}, {max.x - by, max.y - by}}; }
};

/// All clickable items on the screen, by key ("tab:lesson", "variant:local_array"). The Tab key walks through them, and
/// tests find items here.
class FocusRegistry {
public:
    struct State {
        bool focused = false;    ///< has the keyboard: draw the ring
        bool activated = false;  ///< Enter or Space was pressed on it
    };
    /// Registers an item of this frame; the order of calls is the keyboard's order.
    State add(const std::string& key, const Rect& rect);

    /// Records the place of an item that the Tab key skips.
    void note(const std::string& key, const Rect& rect) { places_[key] = {rect, frame_}; }
    /// All keys of this frame.
    [[nodiscard]] std::vector<std::string> noted() const;

    void begin_frame();
    /// Items added between these two calls are drawn from right to left; the keyboard visits them in the opposite
    /// order.
    void begin_reversed() { reversed_from_ = order_.size(); }
    void end_reversed();
    /// Keys that Tab visits in this frame, in order.
    [[nodiscard]] std::vector<std::string> walk() const;
    /// Only items added between these two calls take part in keyboard focus: an open menu.
    void begin_scope();
    void end_scope() { in_scope_ = false; }
    [[nodiscard]] bool has_scope() const { return !scope_.empty(); }
    /// Announces that a field in this frame requests the keyboard; Dear ImGui grants it in the next frame.
    void ask_for_keyboard() { keyboard_asked_for_ = true; }
    [[nodiscard]] bool is_keyboard_asked_for() const { return keyboard_asked_for_; }
    /// Moves the focus by `step` items, wrapping at the ends, and shows it.
    void move_focus(int step);
    /// Moves the focus; the ring appears only if `visible` (a click moves the focus without it).
    void focus(const std::string& key, bool visible);
    void activate() { activate_ = !focused_.empty() && visible_; }
    void hide_focus() { visible_ = false; }
    [[nodiscard]] const std::string& focused() const { return focused_; }
    [[nodiscard]] bool focus_is_visible() const { return visible_ && !focused_.empty(); }
    /// Rectangle of the item, from this frame or the previous one.
    [[nodiscard]] std::optional<Rect> find(const std::string& key) const;
    /// True in the frame after the keyboard moved the focus to this item: scroll to it.
    [[nodiscard]] bool wants_scroll(const std::string& key) const { return scroll_ && visible_ && key == focused_; }

private:
    struct Place {
        Rect rect;
        std::uint64_t frame = 0;  ///< last frame that drew it
    };

    void forget_removed_items();

    std::vector<const std::string*> order_, scope_;  ///< keys of places_
    std::map<std::string, Place> places_;            ///< kept between frames, because most items stay
    std::uint64_t frame_ = 0;
    std::size_t reversed_from_ = 0;
    std::string focused_;
    bool visible_ = false, activate_ = false, activated_now_ = false, scroll_ = false, scroll_next_ = false;
    bool in_scope_ = false, keyboard_asked_for_ = false;
};

}  // namespace spillway::window
