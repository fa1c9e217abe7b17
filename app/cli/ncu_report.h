#pragma once

#include <string>

#include "app/model/error.h"

namespace spillway::cli {

/// Whether it is a report of Nsight Compute by its name.
[[nodiscard]] bool is_ncu_report(const std::string& file);

/// The report as the text of a trace, by NVIDIA's reader. The Error says how to get that, or what it has against the
/// file.
[[nodiscard]] model::Expected<std::string> trace_of_ncu_report(const std::string& file);

}  // namespace spillway::cli
