#include "app/model/grouped.h"

#include <algorithm>

namespace spillway::model {

std::string grouped(std::string digits)
{
    const std::size_t start = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = std::min(digits.find_first_of(".e"), digits.size()); at > start + 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

}  // namespace spillway::model
