#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// Position of a search hit: row and byte offset.
struct SearchHit {
    int row = 0;
    std::size_t begin = 0;
    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

/// Finds all occurrences of `wanted` in order, without overlap, at most `max_hits`. Ignores case unless `wanted` has a
/// capital letter.
inline constexpr std::size_t max_hits = 10000;
[[nodiscard]] std::vector<SearchHit> search_rows(int rows, const std::function<std::string_view(int)>& row,
                                                 std::string_view wanted);

/// The next of the ascending `rows` after `from` (before it if `step` is negative), wrapping around; -1 if there is
/// none.
[[nodiscard]] int next_row(const std::vector<int>& rows, int from, int step);

}  // namespace spillway::teaching
