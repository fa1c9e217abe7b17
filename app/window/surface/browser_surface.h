#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// The canvas of a page: WebGL 2, and the page's mouse, fingers, keyboard and clipboard. One per page.
class BrowserSurface : public Surface {
public:
    /// `wake` is called whenever something has come that a frame should show, `hurry` where a hand waits for it.
    static model::Expected<std::unique_ptr<BrowserSurface>> open(std::function<void()> wake,
                                                                 std::function<void()> hurry);

    /// What hands do waits until it is let go: nothing of it is lost, and no frame is asked for meanwhile.
    virtual void hold_input(bool holds) = 0;
    /// Input that waits for a frame of its own.
    [[nodiscard]] virtual bool has_input() const = 0;
    /// The mouse or a pen is there, by the page's pixels: told before the browser's own event, which follows with its
    /// next picture. Asks for no frame. False where it is no news.
    virtual bool move(float x, float y) = 0;
    /// When the canvas was painted last, by emscripten_get_now().
    [[nodiscard]] virtual double painted_at() const = 0;
    /// A file was dropped; the page has put it there.
    virtual void drop(const std::filesystem::path& file) = 0;
    /// The page's text that Ctrl+V was pressed for.
    virtual void paste(const std::string& utf8) = 0;
    /// What the keyboard on a screen made of the text: so many characters fewer, then these.
    virtual void type(int fewer, const std::string& utf8) = 0;
    /// As if that key had been pressed and let go: "C" copies.
    virtual void press_with_ctrl(char character) = 0;
};

}  // namespace spillway::window
