#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::lessons {

/// A technical term and its definition.
struct Term {
    std::string name;
    std::vector<std::string> also;  ///< other forms a text may use: "warps"
    std::string text;
    bool is_basic = false;  ///< a first lesson may use it unexplained, as every introduction to CUDA explains it
};
using Terms = std::vector<Term>;

/// Parses a glossary: [{"term", "also", "text", "basic"}].
[[nodiscard]] model::Expected<Terms> parse_terms(std::string_view text);
/// The installed glossary, assets/terms.json; empty if it cannot be read (no term is explained then).
[[nodiscard]] Terms load_terms();

/// Use of a term in a text. Only whole words match, and the longest term wins.
struct TermPlace {
    std::size_t begin = 0, end = 0;
    int term = 0;
};
[[nodiscard]] std::vector<TermPlace> find_terms(std::string_view text, const Terms& terms);

}  // namespace spillway::lessons
