#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::model {

/// Claims of a lesson's link: "ID" or "ID+ID", for a sentence that gives several numbers.
[[nodiscard]] inline std::vector<std::string> claims_of_link(std::string_view target)
{
    std::vector<std::string> ids;
    for (std::size_t at = 0; at <= target.size();) {
        const std::size_t end = std::min(target.find('+', at), target.size());
        ids.emplace_back(target.substr(at, end - at));
        at = end + 1;
    }
    return ids;
}

}  // namespace spillway::model
