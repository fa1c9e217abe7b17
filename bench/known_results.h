#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::bench {

/// Writes a recording of `count` configurations of the experiment, each with its job's hash, so that a session which
/// opens it knows as many results. What stands in them is made up: only their number matters here.
[[nodiscard]] std::optional<model::Error> write_known_results(const std::filesystem::path& file,
                                                              const model::Experiment& experiment,
                                                              const model::Gpu& gpu, std::size_t count);

}  // namespace spillway::bench
