#include "app/teaching/code_search.h"

#include <algorithm>

namespace spillway::teaching {
namespace {

char lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::vector<SearchHit> search_rows(int rows, const std::function<std::string_view(int)>& row, std::string_view wanted)
{
    std::vector<SearchHit> hits;
    if (wanted.empty()) return hits;
    const bool is_case_sensitive =
        std::any_of(wanted.begin(), wanted.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const auto is_same = [&](char in_text, char in_wanted) {
        return (is_case_sensitive ? in_text : lower_case(in_text)) == in_wanted;
    };
    for (int at = 0; at < rows; ++at) {
        const std::string_view text = row(at);
        for (auto from = text.begin(); from != text.end();) {
            from = std::search(from, text.end(), wanted.begin(), wanted.end(), is_same);
            if (from == text.end()) break;
            hits.push_back({at, static_cast<std::size_t>(from - text.begin())});
            if (hits.size() == max_hits) return hits;
            from += static_cast<std::ptrdiff_t>(wanted.size());
        }
    }
    return hits;
}

int next_row(const std::vector<int>& rows, int from, int step)
{
    if (rows.empty()) return -1;
    if (step > 0) {
        const auto after = std::upper_bound(rows.begin(), rows.end(), from);
        return after == rows.end() ? rows.front() : *after;
    }
    const auto at = std::lower_bound(rows.begin(), rows.end(), from);
    return at == rows.begin() ? rows.back() : *(at - 1);
}

}  // namespace spillway::teaching
