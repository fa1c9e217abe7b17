#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "app/teaching/start_screens.h"
#include "app/window/kit/panel.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// "Start here": five pages over the window at its first start; the user finishes each by doing a task. They can be
/// closed at any time and reopened from Help.
class StartHere {
public:
    void open();
    void leave() { is_open_ = false; }
    [[nodiscard]] bool is_open() const { return is_open_; }
    /// True while its picture is animated: draw frames although nothing has changed. The animation ends after a while.
    [[nodiscard]] bool is_animating(double now_seconds) const;

    void draw(PanelContext& context);
    /// Handles a key. True if the page uses it, or if it would act on the parts behind the page.
    [[nodiscard]] bool take_key(const KeyPress& press);

    /// For tests: adds to the time that the page has been shown.
    void skip_ahead(double seconds) { began_ -= seconds; }

    /// Index of the current page, from 0, and whether its task is done.
    [[nodiscard]] std::size_t page() const { return page_; }
    [[nodiscard]] bool is_done() const { return done_[page_]; }
    /// The thread that the third page shows.
    [[nodiscard]] int slid() const { return slid_; }

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
    std::optional<std::size_t> offered_;  ///< page whose button "Next" got the keyboard
    bool is_wrong_ = false;               ///< the last attempt on this page was wrong
    double began_ = -1;                   ///< time of the page's first frame; negative: not drawn yet
    int slid_ = 0;                        ///< the thread on the third page
    std::optional<int> clicked_;          ///< registers per thread that the user clicked in the fourth page's chart
    std::optional<model::Value> at_;      ///< initial slider value on the fifth page
};

}  // namespace spillway::window
