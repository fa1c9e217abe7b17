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

/// What a speaker reads while the audience sees the window: the notes of the talk's stop in large type, its place, what
/// comes next and how long they have been talking. On a surface of its own, beside the window's; both live on the
/// thread that draws.
class SpeakerNotes {
public:
    using Clock = std::chrono::steady_clock;

    /// The surface must outlive it.
    static model::Expected<std::unique_ptr<SpeakerNotes>> open(Surface& surface);
    ~SpeakerNotes();
    SpeakerNotes(const SpeakerNotes&) = delete;
    SpeakerNotes& operator=(const SpeakerNotes&) = delete;

    /// There was input: what is hovered takes a few frames to settle.
    void owe_frames() { owed_frames_ = 3; }
    /// Something that it shows is another: the stop, its notes, the theme, the minute.
    [[nodiscard]] bool wants_frame(const ViewState& view) const;
    /// How long until its clock shows another minute. A clock of seconds would cost a frame in each.
    [[nodiscard]] double wait_seconds() const;

    /// Takes in what the surface received and draws once. Keys that are not its own go to `window`, as if they had been
    /// pressed there: a presenter's clicker works wherever the keyboard is.
    void frame(session::Session& session, ViewState& view, Surface& window);

    /// The talk has lasted so much longer.
    void skip_ahead(Clock::duration time) { began_ -= time; }
    [[nodiscard]] const FocusRegistry& items() const { return items_; }
    [[nodiscard]] const Theme& theme() const { return theme_; }

private:
    /// All that a frame shows but what the mouse is over.
    struct Shown {
        std::string title;  ///< the talk's, else its file's name
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
    lessons::Terms terms_;  ///< none: the notes are the speaker's own words
    Commands commands_;
    FocusRegistry items_;
    Fonts fonts_;
    Theme theme_{};
    ShownCharacters characters_;
    PicturePainter painter_{PicturePainter::Extent::whole};
    MarkdownView notes_;
    std::optional<std::string> parsed_;  ///< what notes_ was made of
    Shown shown_;
    Clock::time_point began_ = Clock::now();
    float user_scale_ = 1, built_scale_ = 0, built_raster_ = 0;
    float scroll_ = 0;  ///< pages that the notes are still to scroll
    bool to_top_ = false;
    int owed_frames_ = 3;
    ImGuiContext* imgui_ = nullptr;
    bool attached_ = false;
};

}  // namespace spillway::window
