#include "app/catalogue/coarse_first.h"

namespace spillway::catalogue {

std::vector<std::size_t> coarse_first(std::size_t count)
{
    std::vector<std::size_t> order;
    if (count == 0) return order;
    std::vector<bool> taken(count, false);
    const auto take = [&](std::size_t index) {
        if (taken[index]) return;
        taken[index] = true;
        order.push_back(index);
    };
    take(0);
    take(count - 1);
    for (std::size_t parts = 2; order.size() < count; parts *= 2)
        for (std::size_t part = 1; part < parts; part += 2) take(part * (count - 1) / parts);
    return order;
}

}  // namespace spillway::catalogue
