#pragma once

#include <string>

namespace spillway::model {

/// Groups the digits by three for display: "-1234" as "-1,234", "1234.5" as "1,234.5".
[[nodiscard]] std::string grouped(std::string digits);

}  // namespace spillway::model
