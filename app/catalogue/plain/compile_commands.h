#pragma once

// Build options of a project, from its compile_commands.json.

#include <filesystem>
#include <optional>
#include <string>

#include "app/catalogue/plain/nvcc_flags.h"
#include "app/model/error.h"

namespace spillway::catalogue {

struct ProjectCommand {
    std::string file;     ///< path of the compile_commands.json; empty: none names the .cu
    NvccCommand command;  ///< folders and files are absolute
    std::optional<model::Error>
        error{};  ///< of this file or a nearer one: entries that cannot be read, or two commands
};
/// Command for the source in the nearest compile_commands.json: in a folder above it, or in a folder `build` there.
[[nodiscard]] ProjectCommand project_command(const std::filesystem::path& source);

}  // namespace spillway::catalogue
