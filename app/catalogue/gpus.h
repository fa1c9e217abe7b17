#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

/// Reads assets/gpus.json.
[[nodiscard]] model::Expected<std::vector<model::Gpu>> parse_gpus(std::string_view text, const std::string& file_name);
[[nodiscard]] model::Expected<std::vector<model::Gpu>> load_gpus(const std::filesystem::path& file);

/// Differences between the table's figures of a GPU and the driver's: "l2_bytes is 62914560 here, 52428800 in the
/// table". Empty if the table lacks the GPU, or all figures agree.
[[nodiscard]] std::vector<std::string> differences_from_table(const std::vector<model::Gpu>& table,
                                                              const model::Gpu& live);

}  // namespace spillway::catalogue
