#include "app/compiler/toolchain.h"

namespace spillway::compiler {

namespace fs = std::filesystem;

std::string Toolchain::identity() const
{
    std::string text = nvrtc ? (*nvrtc)->identity() : "none";
    for (const fs::path& folder : include_folders) {
        // Another version of the headers at the same place has other dates.
        std::error_code error;
        const auto changed = fs::last_write_time(folder, error);
        text += "|" + folder.string() + "@" + (error ? "" : std::to_string(changed.time_since_epoch().count()));
    }
    return text;
}

model::Tool Toolchain::compiler_status() const
{
    if (nvrtc) return {true, (*nvrtc)->version(), (*nvrtc)->path(), "", ""};
    return {false, "", "", nvrtc.error().what, nvrtc.error().advice};
}

Toolchain find_toolchain()
{
    return {Nvrtc::load(), cuda_include_folders(), find_disassembler(), {}};
}

Toolchain find_toolchain(const std::vector<std::string>& helper_command)
{
    HelperTools helpers = start_helpers(helper_command);
    return {std::move(helpers.nvrtc), cuda_include_folders(), find_disassembler(), std::move(helpers.confined_by)};
}

}  // namespace spillway::compiler
