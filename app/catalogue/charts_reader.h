#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Subject of a metric's chart: how fast, how full, how much local memory, or another. A shipped experiment opens with
/// one chart of each of the first three, or gives the reason in charts_left_out.
enum class ChartRole { speed, occupancy, local_memory, other };
[[nodiscard]] ChartRole chart_role(std::string_view metric);

/// Metrics of the initial charts; `usual` without the key.
[[nodiscard]] std::vector<std::string> read_charts(MemberReader& reader, std::vector<std::string> usual,
                                                   Problems& problems);

/// Charts that an experiment does not open with, each with the reason. A metric among its `charts` is a problem.
[[nodiscard]] std::vector<model::ChartLeftOut> read_charts_left_out(MemberReader& reader,
                                                                    const std::vector<std::string>& charts,
                                                                    Problems& problems);

}  // namespace spillway::catalogue
