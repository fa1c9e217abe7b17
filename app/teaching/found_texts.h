#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// Something that a search finds by its words.
struct FindText {
    std::string label;  ///< shown; a word of it counts most
    std::string more;   ///< further words that find it
};

/// Indices of the texts that contain every word of the query, the best first and at most `most`. Case does not matter.
/// A word at the beginning of the label counts most, then one at the beginning of a word, then any other. Equally good
/// texts keep their order. An empty query finds nothing.
[[nodiscard]] std::vector<std::size_t> found_texts(const std::vector<FindText>& texts, std::string_view query,
                                                   std::size_t most);

/// True if the text contains every word of the query.
[[nodiscard]] bool has_all_words(std::string_view text, std::string_view query);

}  // namespace spillway::teaching
