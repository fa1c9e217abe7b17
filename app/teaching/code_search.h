#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// Where a searched text stands: a row and a byte in it.
struct SearchHit {
    int row = 0;
    std::size_t begin = 0;
    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

/// All places of `wanted`, in order, not overlapping; at most `most_hits`. Capital letters are minded only where
/// `wanted` has one.
inline constexpr std::size_t most_hits = 10000;
[[nodiscard]] std::vector<SearchHit> search_rows(int rows, const std::function<std::string_view(int)>& row,
                                                 std::string_view wanted);

/// The next of some ascending rows after `from` (before it, where `step` is negative), round the end; -1 where there is
/// none.
[[nodiscard]] int next_row(const std::vector<int>& rows, int from, int step);

}  // namespace spillway::teaching
