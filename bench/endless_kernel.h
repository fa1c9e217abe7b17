#pragma once

#include <filesystem>

namespace spillway::bench {

/// The experiment whose kernel never finishes compiling.
constexpr const char* endless_experiment = "endless";
/// Writes it into a folder of experiments, which this returns.
std::filesystem::path write_endless_experiment(const std::filesystem::path& folder);

}  // namespace spillway::bench
