#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "app/window/kit/panel.h"
#include "app/window/shell/layout.h"

namespace spillway::window {

/// Draws the panels at the left, in the tabs and at the right. Owns the views of opened panels.
class PanelPlaces {
public:
    void begin_frame();
    /// Call after all panels are drawn.
    void end_frame(Commands& commands);
    void draw_left(PanelContext& context, const Rect& rect);
    void draw_tabs(PanelContext& context, const Rect& rect);
    void draw_right(PanelContext& context, const Rect& rect);
    /// The panel beside the lesson, with its title and a button that closes it.
    void draw_pane(PanelContext& context, const std::string& tab, const Rect& rect);

    /// Scrolls the current tab by `pages` pages when it is drawn next; if nothing is left to scroll, its panel turns
    /// the page.
    void scroll(float pages) { scroll_pages_ = pages; }
    /// A panel of the last frame requests another frame.
    [[nodiscard]] bool is_animating() const { return is_animating_; }
    /// Changes when a panel drawn since begin_frame() has redrawn a texture.
    [[nodiscard]] unsigned texture_revision() const { return texture_revision_; }
    /// Call when the window closes.
    void leave_all(Commands& commands);
    void close_all() { views_.clear(); }

private:
    void draw_panel(const Panel& panel, PanelContext& context);
    bool scroll_tab(float pages);

    std::map<const Panel*, std::unique_ptr<PanelView>> views_;  ///< views of panels shown so far
    std::set<PanelView*> drawn_, drawn_before_;                 ///< in this frame and in the last
    bool is_animating_ = false;
    unsigned texture_revision_ = 0;
    float scroll_pages_ = 0;
};

}  // namespace spillway::window
