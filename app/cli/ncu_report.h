#pragma once

#include <string>

#include "app/model/error.h"

namespace spillway::cli {

/// True if the file's name is that of a Nsight Compute report.
[[nodiscard]] bool is_ncu_report(const std::string& file);

/// The report as the text of a trace, read by NVIDIA's Python package. The Error says how to install that, or why it
/// rejects the file.
[[nodiscard]] model::Expected<std::string> trace_of_ncu_report(const std::string& file);

}  // namespace spillway::cli
