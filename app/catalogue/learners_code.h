#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// CUDA text after the first phases of preprocessing: lines joined at backslashes, digraphs of # replaced, each comment
/// replaced by a blank. Keeps comments if a quote remains, because a literal could then hide the start of a comment.
[[nodiscard]] std::string code_of(std::string_view text);

/// Identifiers of a text, in order.
[[nodiscard]] std::vector<std::string_view> names_in_code(std::string_view text);

}  // namespace spillway::catalogue
