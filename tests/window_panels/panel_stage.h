#pragma once

#include <memory>
#include <string>

#include "app/session/session.h"
#include "app/window/kit/fonts.h"
#include "app/window/panels/panels.h"
#include "app/window/surface/offscreen_surface.h"
#include "scenario_view.h"
#include "tests/support/approved_picture.h"

namespace spillway::test {

/// A picture in memory on which one panel is drawn, with the mouse and keyboard in the test's hands. What the panel
/// asks for goes to a real session of the shipped experiments, which has no worker.
class PanelStage {
public:
    /// Null where this machine has no OpenGL 3.3 at all; `reason` then says why.
    static std::unique_ptr<PanelStage> open(int width, int height, float scale, bool dark, std::string& reason);
    ~PanelStage();

    /// Draws the panel so often that layout and animation have come to rest, then applies what it asked.
    void draw(const window::Panel& panel, const session::SessionView& shown, int frames = 4);
    /// Draws it once, a sixtieth of a second after the last frame.
    void frame(const window::Panel& panel, const session::SessionView& shown);
    [[nodiscard]] bool is_animating() const { return view_of_panel_ && view_of_panel_->is_animating(); }

    /// OpenGL's error after the last frame; 0: none.
    [[nodiscard]] unsigned gl_error() const { return gl_error_; }
    [[nodiscard]] tests::Picture picture() const;
    void resize(int width, int height);
    [[nodiscard]] window::OffscreenSurface& surface() { return *surface_; }
    [[nodiscard]] window::FocusRegistry& items() { return items_; }
    [[nodiscard]] window::ViewState& view() { return view_; }
    [[nodiscard]] session::Session& session() { return *session_; }

private:
    PanelStage() = default;

    std::unique_ptr<session::Session> session_;
    std::unique_ptr<window::OffscreenSurface> surface_;
    window::Fonts fonts_;
    window::Theme theme_{};
    window::ViewState view_;
    window::FocusRegistry items_;
    const window::Panel* panel_ = nullptr;
    std::unique_ptr<window::PanelView> view_of_panel_;  ///< of the panel that was drawn last
    double now_seconds_ = 0;
    unsigned gl_error_ = 0;
};

}  // namespace spillway::test
