#include "app/model/roofs.h"

#include <algorithm>
#include <cstdio>

namespace spillway::model {

double per_second(const Roofs& roofs, std::string_view resource)
{
    const auto found = std::find_if(roofs.rates.begin(), roofs.rates.end(),
                                    [&](const Roof& roof) { return roof.resource == resource; });
    return found == roofs.rates.end() ? 0 : found->per_second;
}

const std::optional<Roofs>& of_more_parts(const std::optional<Roofs>& first, const std::optional<Roofs>& second)
{
    return second && (!first || second->rates.size() > first->rates.size()) ? second : first;
}

std::string format_rate(double per_second, std::string_view unit)
{
    constexpr int sector_bytes = 32;
    constexpr double tera = 1e12, giga = 1e9, mega = 1e6;
    if (unit == "sectors") per_second *= sector_bytes;
    const bool is_bytes = unit == "bytes" || unit == "sectors", joins_prefix = unit.empty() || unit == "FLOP";
    const double scale = per_second >= tera ? tera : per_second >= giga ? giga : mega;
    const char* prefix = per_second >= tera ? "T" : per_second >= giga ? "G" : "M";
    char text[80];
    if (is_bytes)
        std::snprintf(text, sizeof text, "%.3g %sB/s", per_second / scale, prefix);
    else
        std::snprintf(text, sizeof text, "%.3g %s%s%.*s/s", per_second / scale, prefix, joins_prefix ? "" : " ",
                      static_cast<int>(std::min<std::size_t>(unit.size(), 40)), unit.data());
    return text;
}

}  // namespace spillway::model
