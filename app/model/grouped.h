#pragma once

#include <string>

namespace spillway::model {

/// Digits in groups of three, as every number on the screen has them: "-1,234" of "-1234", "1,234.5" of "1234.5".
[[nodiscard]] std::string grouped(std::string digits);

}  // namespace spillway::model
