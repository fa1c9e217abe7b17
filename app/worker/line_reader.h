#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace spillway::worker {

/// Reads lines from a file descriptor. Skips a line longer than `max_bytes` and reports it as too long.
class LineReader {
public:
    struct Line {
        std::string text;       ///< without the line feed
        bool too_long = false;  ///< then `text` is empty
    };

    LineReader(int descriptor, std::size_t max_bytes) : descriptor_(descriptor), max_bytes_(max_bytes) {}

    /// Blocks until a line arrives and returns it; empty at the end of input. Ignores a last line without a line feed,
    /// because it is incomplete.
    [[nodiscard]] std::optional<Line> next();

private:
    [[nodiscard]] bool fill();

    int descriptor_;
    std::size_t max_bytes_;
    std::string buffer_;
    std::size_t scanned_ = 0;  ///< bytes of the buffer without a line feed
    bool skipping_ = false;
};

}  // namespace spillway::worker
