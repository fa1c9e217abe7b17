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

/// Everything on the screen that can be clicked, by key ("tab:lesson", "variant:local_array"). It is
/// what the Tab key walks through, and how the tests find what to click.
class FocusRegistry {
public:
    struct State {
        bool focused = false;    ///< has the keyboard: draw the ring
        bool activated = false;  ///< Enter or Space was pressed on it
    };
    /// Registers an item of this frame, in the order of the keyboard.
    State add(const std::string& key, const Rect& rect);

    /// Says where something is that the keyboard does not walk to.
    void note(const std::string& key, const Rect& rect) { places_[key] = {rect, frame_}; }
    /// All keys of this frame.
    [[nodiscard]] std::vector<std::string> noted() const;

    void begin_frame();
    /// What is added between these two is drawn from right to left: the keyboard goes the other way.
    void begin_reversed() { reversed_from_ = order_.size(); }
    void end_reversed();
    /// The keys that Tab walks through in this frame, in its order.
    [[nodiscard]] std::vector<std::string> walk() const;
    /// FocusRegistry added between these two are the only ones the keyboard reaches: an open menu.
    void begin_scope();
    void end_scope() { in_scope_ = false; }
    [[nodiscard]] bool has_scope() const { return !scope_.empty(); }
    /// A field that is drawn in this frame is to take the keyboard, which Dear ImGui gives it in the next.
    void ask_for_keyboard() { keyboard_asked_for_ = true; }
    [[nodiscard]] bool is_keyboard_asked_for() const { return keyboard_asked_for_; }
    /// Moves the focus by one item, round the ends; shows it.
    void move_focus(int step);
    /// Moves the focus; shown only where `visible` (a click moves it silently).
    void focus(const std::string& key, bool visible);
    void activate() { activate_ = !focused_.empty() && visible_; }
    void hide_focus() { visible_ = false; }
    [[nodiscard]] const std::string& focused() const { return focused_; }
    [[nodiscard]] bool focus_is_visible() const { return visible_ && !focused_.empty(); }
    /// Where the item was drawn, in this frame or the one before.
    [[nodiscard]] std::optional<Rect> find(const std::string& key) const;
    /// True in the frame after the keyboard moved the focus here: scroll to it.
    [[nodiscard]] bool wants_scroll(const std::string& key) const { return scroll_ && visible_ && key == focused_; }

private:
    struct Place {
        Rect rect;
        std::uint64_t frame = 0;  ///< the last in which it was drawn
    };

    void forget_what_is_gone();

    std::vector<const std::string*> order_, scope_;  ///< keys of places_
    std::map<std::string, Place> places_;            ///< kept from frame to frame: most of them stay
    std::uint64_t frame_ = 0;
    std::size_t reversed_from_ = 0;
    std::string focused_;
    bool visible_ = false, activate_ = false, activated_now_ = false, scroll_ = false, scroll_next_ = false;
    bool in_scope_ = false, keyboard_asked_for_ = false;
};

}  // namespace spillway::window
