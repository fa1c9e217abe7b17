#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::lessons {

/// A word of the field, and what it means.
struct Term {
    std::string name;
    std::vector<std::string> also;  ///< other forms a text may use: "warps"
    std::string text;
    bool is_basic = false;  ///< a first lesson may use it: it is on the first page of every text on CUDA
};
using Terms = std::vector<Term>;

/// The glossary, assets/terms.json: [{"term", "also", "text", "basic"}].
[[nodiscard]] model::Expected<Terms> parse_terms(std::string_view text);
/// That of the installed data; empty where it cannot be read: then no word is explained.
[[nodiscard]] Terms load_terms();

/// Where in a text a term is used: whole words only, the longest that begins there.
struct TermPlace {
    std::size_t begin = 0, end = 0;
    int term = 0;
};
[[nodiscard]] std::vector<TermPlace> find_terms(std::string_view text, const Terms& terms);

}  // namespace spillway::lessons
