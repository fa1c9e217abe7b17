#pragma once

#include <map>
#include <memory>
#include <set>

#include "app/window/kit/panel.h"
#include "app/window/shell/layout.h"

namespace spillway::window {

/// Draws the panels where they stand: at the left, in the tabs, at the right. Owns what each has opened.
class PanelPlaces {
public:
    void begin_frame();
    /// After all have been drawn.
    void end_frame(Commands& commands);
    void draw_left(PanelContext& context, const Rect& rect);
    void draw_tabs(PanelContext& context, const Rect& rect);
    void draw_right(PanelContext& context, const Rect& rect);

    /// The tab that is shown scrolls by so many pages when it is drawn next.
    void scroll(float pages) { scroll_pages_ = pages; }
    /// A panel of the last frame wants another.
    [[nodiscard]] bool is_animating() const { return is_animating_; }
    /// Of all that was drawn since begin_frame(): another number than before where a texture was drawn anew.
    [[nodiscard]] unsigned texture_revision() const { return texture_revision_; }
    /// The window closes.
    void leave_all(Commands& commands);
    void close_all() { views_.clear(); }

private:
    void draw_panel(const Panel& panel, PanelContext& context);
    bool scroll_tab(float pages);

    std::map<const Panel*, std::unique_ptr<PanelView>> views_;  ///< of panels that have been shown
    std::set<PanelView*> drawn_, drawn_before_;                 ///< in this frame and in the last
    bool is_animating_ = false;
    unsigned texture_revision_ = 0;
    float scroll_pages_ = 0;
};

}  // namespace spillway::window
