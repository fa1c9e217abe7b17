#pragma once

// Tests whether a word is in a fixed list.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace spillway::catalogue {

template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N>
[[nodiscard]] bool begins_with_one_of(std::string_view word, const std::array<std::string_view, N>& beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(), [&](auto each) { return word.starts_with(each); });
}

}  // namespace spillway::catalogue
