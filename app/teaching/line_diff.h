#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway::teaching {

/// A row of a line diff.
struct DiffRow {
    enum class Kind : std::uint8_t { same, removed, added };
    Kind kind = Kind::same;
    int before = -1;  ///< line of the first text, from 0; -1: none
    int after = -1;   ///< line of the second text
    friend bool operator==(const DiffRow&, const DiffRow&) = default;
};

/// Shortest edit script that removes and adds lines. If the texts differ so much that the search would take long, the
/// middle counts as all removed and all added.
[[nodiscard]] std::vector<DiffRow> diff_lines(const std::vector<std::string>& before,
                                              const std::vector<std::string>& after);

}  // namespace spillway::teaching
