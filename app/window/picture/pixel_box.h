#pragma once

#include <algorithm>

namespace spillway::window {

/// A box of pixels, counted from the picture's top left; right and bottom are exclusive.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;

    [[nodiscard]] bool is_empty() const { return left >= right || top >= bottom; }
    [[nodiscard]] int width() const { return right - left; }
    [[nodiscard]] int height() const { return bottom - top; }
    [[nodiscard]] long long area() const { return is_empty() ? 0LL : 1LL * width() * height(); }
    [[nodiscard]] bool contains(const PixelBox& other) const
    {
        return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
    }
    bool operator==(const PixelBox&) const = default;
};

/// Intersection of both boxes.
[[nodiscard]] inline PixelBox common(const PixelBox& a, const PixelBox& b)
{
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

/// Smallest box that contains both.
[[nodiscard]] inline PixelBox around(const PixelBox& a, const PixelBox& b)
{
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

}  // namespace spillway::window
