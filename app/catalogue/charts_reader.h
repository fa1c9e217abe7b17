#pragma once

#include <string>
#include <vector>

#include "app/catalogue/member_reader.h"

namespace spillway::catalogue {

/// Which metrics stand side by side as charts, at first; without the key what `usual` holds.
[[nodiscard]] std::vector<std::string> read_charts(MemberReader& reader, std::vector<std::string> usual,
                                                   Problems& problems);

}  // namespace spillway::catalogue
