#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// A picture in memory; needs no display. The caller supplies the input.
class OffscreenSurface : public Surface {
public:
    struct Options {
        int width = 1600, height = 900;
        float scale = 1;
    };
    static model::Expected<std::unique_ptr<OffscreenSurface>> open(const Options& options);

    /// Name of the OpenGL driver for `doctor`: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
    [[nodiscard]] virtual std::string renderer() const = 0;
    virtual void resize(int width, int height, float scale) = 0;
    /// Paints every frame, like a window. By default only frames whose pixels are read are painted, because painting is
    /// most of a frame's cost with a software renderer.
    virtual void paint_each_frame() = 0;
    /// RGBA, 8 bits per channel, top row first.
    [[nodiscard]] virtual std::vector<std::uint8_t> pixels() = 0;

    virtual void move_mouse(float x, float y) = 0;
    virtual void mouse_button(int button, bool down) = 0;
    virtual void wheel(float steps) = 0;
    /// From the next frame on, the pointer is a finger or again a mouse.
    virtual void use_finger(bool uses) = 0;
    virtual void press(const KeyPress& key) = 0;
    virtual void type(const std::string& utf8) = 0;
    /// Delivers all queued input in one frame, as with very fast fingers or a slow machine.
    virtual void hurry() = 0;
    virtual void drop(const std::filesystem::path& folder) = 0;
    /// Adds to the time that the next frame reports as elapsed.
    virtual void advance(float seconds) = 0;
};

}  // namespace spillway::window
