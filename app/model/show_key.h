#pragma once

#include <string_view>

namespace spillway::model {

/// Start of a line of lesson.md that says what the window shows from there on.
inline constexpr std::string_view show_key = "show:";

}  // namespace spillway::model
