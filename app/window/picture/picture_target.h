#pragma once

namespace spillway::window {

/// A framebuffer that keeps the painted picture; a window's back buffer is undefined after a swap. Construct, use and
/// destroy it with OpenGL's context current.
class PictureTarget {
public:
    PictureTarget() = default;
    ~PictureTarget() { release(); }
    PictureTarget(const PictureTarget&) = delete;
    PictureTarget& operator=(const PictureTarget&) = delete;

    /// Creates the framebuffer; its content is undefined. Sizes in pixels.
    void make(int width, int height);
    void release();
    /// Redirects OpenGL's drawing to this framebuffer.
    void bind() const;
    /// Copies the picture to the window's back buffer, which must have the same size.
    void copy_to_window() const;

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace spillway::window
