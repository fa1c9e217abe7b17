#pragma once

#include <cstdint>
#include <vector>

#include "app/window/picture/pixel_box.h"

namespace spillway::window {

/// The last picture as a hash for each square of its pixels. Other than a comparison of lists this doesn't mind that a
/// point more in a curve moves everything behind it.
class PictureCells {
public:
    /// Side of a cell in pixels: a cursor's line is one cell wide.
    static constexpr int side = 32;

    /// A picture of so many pixels takes the place of the last one.
    void begin(int width, int height);
    /// What is drawn next, in the order of drawing: the pixels that it may touch, all within the picture, and a hash of
    /// all that they depend on.
    void add(const PixelBox& box, std::uint64_t content);
    /// Where this picture differs from the one before: boxes that do not overlap, each whole cells but for the
    /// picture's edges; none where nothing differs.
    [[nodiscard]] std::vector<PixelBox> changes() const;
    /// What is on the screen is not what was painted: all of the next picture differs.
    void forget() { cells_.clear(); }

private:
    [[nodiscard]] std::vector<PixelBox> changed_runs() const;

    int width_ = 0, height_ = 0;  ///< pixels
    int columns_ = 0, rows_ = 0;
    std::vector<std::uint64_t> cells_, before_;
};

}  // namespace spillway::window
