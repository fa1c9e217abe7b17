#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// CUDA text as its preprocessor reads it: lines joined at backslashes, digraphs of # replaced, comments as one blank.
/// If a quote remains, a literal could hide the begin of a comment: then the comments stay.
[[nodiscard]] std::string code_of(std::string_view text);

/// The identifiers of a text, in order.
[[nodiscard]] std::vector<std::string_view> names_in_code(std::string_view text);

}  // namespace spillway::catalogue
