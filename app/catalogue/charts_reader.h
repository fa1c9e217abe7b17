#pragma once

#include <string>
#include <vector>

#include "app/catalogue/member_reader.h"

namespace spillway::catalogue {

/// Metrics of the initial charts; `usual` without the key.
[[nodiscard]] std::vector<std::string> read_charts(MemberReader& reader, std::vector<std::string> usual,
                                                   Problems& problems);

}  // namespace spillway::catalogue
