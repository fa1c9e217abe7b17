#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::qr {

/// What a QR code holds at most, in bytes.
inline constexpr std::size_t most_bytes = 2953;

/// The modules that the standard wants free around a code.
inline constexpr int quiet_zone = 4;

/// The squares of a QR code, without the quiet zone.
struct QrCode {
    int size = 0;             ///< modules in a row, and rows
    std::vector<bool> black;  ///< row by row from the top

    [[nodiscard]] bool is_black(int x, int y) const
    {
        return black[static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x)];
    }
};

/// The smallest code that holds the text: on a screen nothing is torn or dirty, so the lowest error correction will do,
/// and the modules are as large as can be.
[[nodiscard]] model::Expected<QrCode> encode(std::string_view text);

}  // namespace spillway::qr
