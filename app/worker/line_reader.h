#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace spillway::worker {

/// Lines from a descriptor, none longer than a bound: a longer one is skipped to its end and told as such.
class LineReader {
public:
    struct Line {
        std::string text;       ///< without the line feed
        bool too_long = false;  ///< then `text` is empty
    };

    LineReader(int descriptor, std::size_t max_bytes) : descriptor_(descriptor), max_bytes_(max_bytes) {}

    /// The next line, waiting for it; nothing at the end of the input. A last line without a line feed is torn and
    /// not told.
    [[nodiscard]] std::optional<Line> next();

private:
    [[nodiscard]] bool fill();

    int descriptor_;
    std::size_t max_bytes_;
    std::string buffer_;
    std::size_t scanned_ = 0;  ///< bytes of the buffer known to hold no line feed
    bool skipping_ = false;
};

}  // namespace spillway::worker
