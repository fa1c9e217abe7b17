#pragma once

namespace spillway::window {

/// Where the picture is painted and kept: a window's own back buffer holds anything after it was shown. Made, used and
/// destroyed with OpenGL's context current.
class PictureTarget {
public:
    PictureTarget() = default;
    ~PictureTarget() { release(); }
    PictureTarget(const PictureTarget&) = delete;
    PictureTarget& operator=(const PictureTarget&) = delete;

    /// What was painted is lost. Sizes in pixels.
    void make(int width, int height);
    void release();
    /// What OpenGL draws goes here.
    void bind() const;
    /// Into the window's back buffer, which must be as large.
    void copy_to_window() const;

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace spillway::window
