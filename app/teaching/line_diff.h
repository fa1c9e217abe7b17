#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway::teaching {

/// A row of two texts laid over each other.
struct DiffRow {
    enum class Kind : std::uint8_t { same, removed, added };
    Kind kind = Kind::same;
    int before = -1;  ///< line of the first text, from 0; -1: none
    int after = -1;   ///< of the second
    friend bool operator==(const DiffRow&, const DiffRow&) = default;
};

/// The shortest way from one text to the other by taking lines out and putting lines in. Where the texts are so
/// different that finding it would take long, the middle counts as all removed and all added.
[[nodiscard]] std::vector<DiffRow> diff_lines(const std::vector<std::string>& before,
                                              const std::vector<std::string>& after);

}  // namespace spillway::teaching
