#pragma once

// A .cu and the headers of its folder as one text, as the worker is given it and its hash is made of: the headers
// follow the source, each after a line that names it. The compiler takes them apart again, so that its messages name
// the right file and line.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::catalogue {

struct Bundle {
    std::string source;
    std::vector<std::pair<std::string, std::string>> headers;  ///< by the name they are included with
};

[[nodiscard]] std::string bundled(const Bundle& bundle);
/// Any text whatever; one without headers is its source.
[[nodiscard]] Bundle unbundled(std::string_view text);

}  // namespace spillway::catalogue
