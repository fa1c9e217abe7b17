#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::qr {

/// Capacity of the largest QR code at the lowest error correction, in bytes.
inline constexpr std::size_t max_bytes = 2953;

/// Width of the blank margin that the standard requires, in modules.
inline constexpr int quiet_zone = 4;

/// The modules (squares) of a QR code, without the quiet zone.
struct QrCode {
    int size = 0;             ///< modules per row; also the number of rows
    std::vector<bool> black;  ///< row by row from the top

    [[nodiscard]] bool is_black(int x, int y) const
    {
        return black[static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x)];
    }
};

/// Encodes the text in the smallest code that holds it. Uses the lowest error correction, because a screen is never
/// dirty or torn, and a smaller code has larger modules. Fails if the text is empty or exceeds max_bytes.
[[nodiscard]] model::Expected<QrCode> encode(std::string_view text);

}  // namespace spillway::qr
