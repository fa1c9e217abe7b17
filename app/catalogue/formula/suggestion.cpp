#include "app/catalogue/formula/suggestion.h"

#include <algorithm>
#include <vector>

namespace spillway::catalogue {
namespace {

/// Levenshtein distance.
std::size_t edit_distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t substituted = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string suggestion(std::string_view wrong, std::span<const std::string> known)
{
    wrong = wrong.substr(0, 80);
    const std::string* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
    for (const std::string& name : known) {
        const std::size_t distance = edit_distance(wrong, name);
        if (distance < least) {
            least = distance;
            nearest = &name;
        }
    }
    if (nearest != nullptr) return "did you mean \"" + *nearest + "\"?";
    if (known.empty()) return {};
    std::string text = "known: ";
    for (std::size_t i = 0; i < known.size() && i < 20; ++i) text += (i == 0 ? "" : ", ") + known[i];
    return known.size() > 20 ? text + ", ..." : text;
}

}  // namespace spillway::catalogue
