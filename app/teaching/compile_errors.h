#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// A compiler message about one line of the source.
struct LineMessage {
    int line = 0;  ///< 1-based
    bool is_error = false;
    std::string text;
    friend bool operator==(const LineMessage&, const LineMessage&) = default;
};

/// Extracts messages "<...file_name>(12): error: ..." or "<...file_name>:12:3: error: ..." from a compiler log. Skips
/// messages about other files.
[[nodiscard]] std::vector<LineMessage> line_messages(std::string_view log, std::string_view file_name);

}  // namespace spillway::teaching
