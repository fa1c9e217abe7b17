#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace spillway::catalogue {

/// Keys of the window's tabs that a lesson and a view can name. The window's tests compare them with its panels.
inline constexpr std::string_view window_tabs[] = {"lesson",   "code",     "causes", "report",  "occupancy", "memory",
                                                   "roofline", "accesses", "warp",   "compare", "log",       "sm"};

[[nodiscard]] constexpr bool is_window_tab(std::string_view key)
{
    return std::find(std::begin(window_tabs), std::end(window_tabs), key) != std::end(window_tabs);
}

}  // namespace spillway::catalogue
