#pragma once

#include <cstdint>
#include <vector>

#include "app/window/picture/pixel_box.h"

namespace spillway::window {

/// Stores one hash per square cell of the last picture. Comparing draw lists would fail here: one more point in a curve
/// shifts everything after it.
class PictureCells {
public:
    /// Side of a cell in pixels: a cursor's line is one cell wide.
    static constexpr int side = 32;

    /// Starts a picture of this size; the last one becomes the base of the comparison.
    void begin(int width, int height);
    /// Adds the next drawn part: `box` covers all pixels that it may touch and lies within the picture; `content` is a
    /// hash of everything that these pixels depend on.
    void add(const PixelBox& box, std::uint64_t content);
    /// Regions where this picture differs from the last one: boxes that do not overlap, made of whole cells (except at
    /// the picture's edges); empty if nothing differs.
    [[nodiscard]] std::vector<PixelBox> changes() const;
    /// Marks the next picture as different everywhere, because the screen does not show the last painted picture.
    void forget() { cells_.clear(); }

private:
    [[nodiscard]] std::vector<PixelBox> changed_runs() const;

    int width_ = 0, height_ = 0;  ///< pixels
    int columns_ = 0, rows_ = 0;
    std::vector<std::uint64_t> cells_, before_;
};

}  // namespace spillway::window
