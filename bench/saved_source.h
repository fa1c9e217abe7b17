#pragma once

#include <filesystem>

#include "bench/report.h"

namespace spillway::bench {

/// A learner's .cu saved by any editor, again and again with another text, while the program shows it: from the save
/// until the report of the new text is there, beside NVRTC alone on that text.
void measure_saves(const std::filesystem::path& folder, int saves, Figures& figures);

}  // namespace spillway::bench
