#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "app/teaching/start_screens.h"
#include "app/window/kit/panel.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// "Start here": five pages over the window for its first start, each ended by doing something. Left at any time, and
/// found again under Help.
class StartHere {
public:
    void open();
    void leave() { is_open_ = false; }
    [[nodiscard]] bool is_open() const { return is_open_; }
    /// Its picture moves: frames are to be drawn though nothing has changed. It rests after a while.
    [[nodiscard]] bool is_animating(double now_seconds) const;

    void draw(PanelContext& context);
    /// True where the key is meant for the page, or would act on what lies behind it.
    [[nodiscard]] bool take_key(const KeyPress& press);

    /// The page is as if it had been shown for so much longer.
    void skip_ahead(double seconds) { began_ -= seconds; }

    /// The page that is shown, from 0, and whether what it asks for is done.
    [[nodiscard]] std::size_t page() const { return page_; }
    [[nodiscard]] bool is_done() const { return done_[page_]; }

private:
    void turn_to(std::size_t page);
    void draw_page(PanelContext& context, const Rect& inside);
    void draw_words(PanelContext& context, const teaching::StartScreen& screen);
    void draw_picture(PanelContext& context, const Rect& place);
    void draw_slide(PanelContext& context, const Rect& place);
    void draw_move(PanelContext& context, const Rect& place);
    void draw_foot(PanelContext& context, const Rect& foot);
    void say(bool is_right);

    bool is_open_ = false;
    std::size_t page_ = 0;
    std::array<bool, teaching::start_screen_count> done_{};
    bool is_wrong_ = false;           ///< the last try on this page was
    double began_ = -1;               ///< when the page was first drawn; negative: not yet
    int slid_ = 0;                    ///< the thread of the third page
    std::optional<int> clicked_;      ///< registers per thread, in the chart of the fourth
    std::optional<model::Value> at_;  ///< where the slider of the fifth stood
};

}  // namespace spillway::window
