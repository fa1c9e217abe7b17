#pragma once

// An experiment as a stranger may have written it: harmless but for what a test puts in.

#include <filesystem>
#include <string>

namespace spillway::attack {

struct MadeExperiment {
    std::string name = "strange";
    std::string kernel = "template <int N> __global__ void k(float* out) { out[threadIdx.x] = N; }\n";
    std::string lesson = "# Strange\n";
    std::string entry = "k<{n}>";
    std::string help = {};  ///< of its variant
    std::string more = {};  ///< members of experiment.json, each with a comma before it
    std::string title = "Strange";
};

/// Writes it into FOLDER/NAME, which this returns.
std::filesystem::path write(const MadeExperiment& experiment, const std::filesystem::path& folder);

}  // namespace spillway::attack
