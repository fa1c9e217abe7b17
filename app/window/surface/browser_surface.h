#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/window/surface/fingers.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// The canvas of a web page: WebGL 2 with the page's mouse, touch, keyboard and clipboard. One per page.
class BrowserSurface : public Surface {
public:
    /// The surface calls `wake` when a new frame is needed, and `hurry` when the user's input waits for it.
    static model::Expected<std::unique_ptr<BrowserSurface>> open(std::function<void()> wake,
                                                                 std::function<void()> hurry);

    /// While `holds`, input is queued: it is not lost, and requests no frame.
    virtual void hold_input(bool holds) = 0;
    /// True if input is queued that needs a frame of its own.
    [[nodiscard]] virtual bool has_input() const = 0;
    /// Moves the mouse or pen to a position in page pixels, before the browser's own event (which arrives with its next
    /// picture). Requests no frame. False if the position is unchanged.
    virtual bool move(float x, float y) = 0;
    /// The same for the only finger on the canvas.
    virtual bool slide(float x, float y) = 0;
    /// Time of the last paint of the canvas, by emscripten_get_now().
    [[nodiscard]] virtual double painted_at() const = 0;
    virtual void ask_where_it_scrolls(Fingers::Scrolls scrolls) = 0;
    /// Handles a dropped file; the page has already written it to `file`.
    virtual void drop(const std::filesystem::path& file) = 0;
    /// Pastes the text that the page delivers after Ctrl+V.
    virtual void paste(const std::string& utf8) = 0;
    /// Applies an on-screen keyboard's edit: deletes `fewer` characters, then inserts the text.
    virtual void type(int fewer, const std::string& utf8) = 0;
    /// Simulates Ctrl + the character, pressed and released: "C" copies.
    virtual void press_with_ctrl(char character) = 0;
};

}  // namespace spillway::window
