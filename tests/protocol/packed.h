#pragma once

#include <zstd.h>

#include <string>
#include <string_view>

namespace spillway::protocol {

/// A recording's text as one zstd frame. Without a checksum, so that a test may write into it what it likes.
inline std::string packed(std::string_view text)
{
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1);
    bytes.resize(ZSTD_isError(size) ? 0 : size);
    return bytes;
}

}  // namespace spillway::protocol
