#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/window/kit/focus_registry.h"
#include "app/window/kit/fonts.h"
#include "app/window/kit/panel.h"
#include "app/window/panels/charts/chart_board.h"
#include "app/window/picture/picture_painter.h"
#include "app/window/shell/find_page.h"
#include "app/window/shell/frame_times.h"
#include "app/window/shell/key_bindings.h"
#include "app/window/shell/layout.h"
#include "app/window/shell/panel_places.h"
#include "app/window/shell/qr_page.h"
#include "app/window/shell/room_page.h"
#include "app/window/shell/settings.h"
#include "app/window/shell/shown_characters.h"
#include "app/window/shell/start_here.h"
#include "app/window/shell/typing.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

struct KeyTarget;

/// The window's content: fonts, theme, the user's arrangement, and the drawing of a frame. One per surface, on the same
/// thread. The surface must outlive it.
class App {
public:
    static model::Expected<std::unique_ptr<App>> create(Surface& surface, session::Session& session, ViewState view);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Handles the surface's input and draws one frame.
    void frame();

    /// Call it when the window closes: saves typed text and an unsaved talk. Returns a message for the learner if they
    /// were saved beside their file or could not be saved.
    [[nodiscard]] std::optional<std::string> close();

    /// True if the picture may be out of date: draw a frame.
    [[nodiscard]] bool wants_frame() const;
    /// Seconds to wait for input before the next frame or the next look at the session; negative: no limit.
    [[nodiscard]] double wait_seconds() const;
    /// Requests a few frames after input, until hover and focus have settled.
    void owe_frames() { owed_frames_ = 3; }
    /// Reads the font files again; the next frame uses them.
    void reload_fonts();
    /// Sets the user's own key bindings.
    void bind_keys(KeyBindings bindings) { bindings_ = std::move(bindings); }
    /// Requests a frame for the next blink of the text cursor while the user types, or to remove an expired notice.
    /// Call it after each wait for input.
    void owe_blink();
    /// True if a text field has the keyboard.
    [[nodiscard]] bool wants_text() const;
    [[nodiscard]] bool wants_quit() const { return wants_quit_; }

    [[nodiscard]] const ViewState& view() const { return view_; }
    [[nodiscard]] ViewState& view() { return view_; }
    [[nodiscard]] const FocusRegistry& items() const { return items_; }
    [[nodiscard]] FocusRegistry& items() { return items_; }
    [[nodiscard]] StartHere& start_here() { return start_here_; }
    [[nodiscard]] const StartHere& start_here() const { return start_here_; }
    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] const FrameTimes& frame_times() const { return frame_times_; }
    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] const ChartBoard& chart_board() const { return chart_board_; }
    /// State to keep until the next start, for a window of this size.
    [[nodiscard]] Settings settings(int window_width, int window_height) const;

private:
    App(Surface& surface, session::Session& session, ViewState view);
    void take_input();
    std::optional<KeyPress> act_on(const KeyPress& pressed, bool to_field, KeyTarget& target);
    void request_lesson_results();
    void request_visible_results();
    void refresh_theme();
    bool paint();
    [[nodiscard]] teaching::NextStep visible_next_step();
    void draw();
    void draw_black_screen(PanelContext& context);
    void place_lesson(LayoutInput& input, const std::vector<std::string>& metrics);
    void place_parts(const PanelContext& context, ImVec2 size);
    void draw_parts(PanelContext& context);
    void age_notice();
    void toggle_fill();
    [[nodiscard]] std::string metric_at(ImVec2 place) const;
    void move_border(Part beside, float steps);

    Surface& surface_;
    session::Session& session_;
    ViewState view_;
    lessons::Terms terms_ = lessons::load_terms();
    PanelPlaces panels_;
    Commands commands_;
    FocusRegistry items_;
    Fonts fonts_;
    Theme theme_{};
    Layout layout_;  ///< layout of the last frame
    ChartBoard chart_board_;
    FrameTimes frame_times_;
    KeyBindings bindings_;
    StartHere start_here_;
    QrPage qr_page_;
    RoomPage room_page_;
    FindPage find_page_;
    Typing typing_;
    PicturePainter painter_{PicturePainter::Extent::whole};
    ShownCharacters characters_;
    bool has_theme_ = false, fonts_are_stale_ = true;
    float built_scale_ = 0, built_raster_ = 0, built_reading_ = 0;
    std::uint64_t drawn_revision_ = 0;
    bool is_still_ = false;  ///< the session is unchanged since the last frame
    teaching::NextStepMemo next_step_;
    std::uint64_t interest_revision_ = ~std::uint64_t{0};
    std::string lesson_requests_key_;  ///< key of the results requested for the lesson
    int owed_frames_ = 3;
    std::string notice_;  ///< status line's message about the last action, while it is new
    std::chrono::steady_clock::time_point notice_ends_;
    bool wants_quit_ = false;
    ImGuiContext* imgui_ = nullptr;
    bool attached_ = false;
};

/// The view at the start, from the settings.
[[nodiscard]] ViewState initial_view(const Settings& settings);

}  // namespace spillway::window
