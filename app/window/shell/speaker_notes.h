#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/window/kit/focus_registry.h"
#include "app/window/kit/fonts.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/kit/panel.h"
#include "app/window/picture/picture_painter.h"
#include "app/window/shell/shown_characters.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// The speaker's view, beside the audience's window: notes of the talk's current stop in large type, its number, the
/// next stop and the elapsed time. It has its own surface, used on the same thread as the main
/// window's.
class SpeakerNotes {
public:
    using Clock = std::chrono::steady_clock;

    /// The surface must outlive the returned object.
    static model::Expected<std::unique_ptr<SpeakerNotes>> open(Surface& surface);
    ~SpeakerNotes();
    SpeakerNotes(const SpeakerNotes&) = delete;
    SpeakerNotes& operator=(const SpeakerNotes&) = delete;

    /// Requests a few frames after input, until hover has settled.
    void owe_frames() { owed_frames_ = 3; }
    /// True while frames are owed, if displayed content has changed (the stop, its notes, the next stop, the theme, the
    /// minute), or if input is waiting.
    [[nodiscard]] bool wants_frame(const ViewState& view) const;
    /// Seconds until the clock shows the next minute; 0 while frames are owed. A clock with seconds would need a frame
    /// per second.
    [[nodiscard]] double wait_seconds() const;

    /// Handles the surface's input and draws one frame. Keys that the notes do not use go to `window`, as if pressed
    /// there, so that a presenter's clicker works in either window.
    void frame(session::Session& session, ViewState& view, Surface& window);

    /// For tests: adds to the elapsed time.
    void skip_ahead(Clock::duration time) { began_ -= time; }
    [[nodiscard]] const FocusRegistry& items() const { return items_; }
    [[nodiscard]] const Theme& theme() const { return theme_; }

private:
    /// Displayed content; the hover state, the scroll position and the sizes change only with input.
    struct Shown {
        std::string title;  ///< title of the talk, else its file name
        int at = -1;
        std::size_t count = 0;
        teaching::TalkStop stop, next;
        bool dark = true;
        long minutes = 0;
        friend bool operator==(const Shown&, const Shown&) = default;
    };

    explicit SpeakerNotes(Surface& surface);
    [[nodiscard]] Shown shown_of(const ViewState& view) const;
    [[nodiscard]] long minutes() const;
    void take_keys(ViewState& view, Surface& window);
    [[nodiscard]] bool take_own_key(const KeyPress& press, ViewState& view);
    void refresh_theme(const session::SessionView& session, const ViewState& view);
    void draw(PanelContext& context);
    void draw_head(PanelContext& context, const Rect& head);
    void draw_notes(PanelContext& context, const Rect& place);
    void draw_foot(PanelContext& context, const Rect& foot);

    Surface& surface_;
    lessons::Terms terms_;  ///< always empty: the notes are the speaker's own text
    Commands commands_;
    FocusRegistry items_;
    Fonts fonts_;
    Theme theme_{};
    ShownCharacters characters_;
    PicturePainter painter_{PicturePainter::Extent::whole};
    MarkdownView notes_;
    std::optional<std::string> parsed_;  ///< text that notes_ was parsed from
    Shown shown_;
    Clock::time_point began_ = Clock::now();
    float user_scale_ = 1, built_scale_ = 0, built_raster_ = 0;
    float scroll_ = 0;  ///< pages that the notes still have to scroll
    bool to_top_ = false;
    int owed_frames_ = 3;
    ImGuiContext* imgui_ = nullptr;
    bool attached_ = false;
};

}  // namespace spillway::window
