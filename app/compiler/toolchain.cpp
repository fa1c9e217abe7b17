#include "app/compiler/toolchain.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <optional>

#include "app/base/child_process.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::compiler {

namespace fs = std::filesystem;

std::string Toolchain::identity() const
{
    std::string text = nvrtc ? (*nvrtc)->identity() : "none";
    text += "|" + (nvcc ? nvcc->identity() : "none");
    for (const fs::path& folder : include_folders) {
        // The date reveals other headers at the same path.
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

answers::ReportTools Toolchain::report_tools() const
{
    if (!nvrtc) return {};
    return {(*nvrtc)->identity(), [folders = include_folders](const std::string& name) -> std::optional<std::string> {
                for (const fs::path& folder : folders)
                    if (const auto text = catalogue::read_file_text(folder / name))
                        return catalogue::content_hash(*text);
                return std::nullopt;
            }};
}

namespace {

std::optional<std::string> version_read_by(const std::string& program, const std::string& file)
{
    const auto output = base::run_child(program, {"--nvrtc-version", file}, -1, {.time = std::chrono::seconds(5)});
    if (!output || output->exit_status != 0) return std::nullopt;
    return output->text.substr(0, output->text.find('\n'));
}

/// `program`, a worker, reads the versions of other libraries in a separate process.
std::vector<model::Tool> found_compilers(const Toolchain& tools, const std::string& program)
{
    std::vector<model::Tool> found;
    if (tools.nvrtc) found.push_back(tools.compiler_status());
    for (const std::string& file : nvrtc_files()) {
        if (tools.nvrtc && file == (*tools.nvrtc)->path()) continue;
        if (const auto version = version_read_by(program, file)) found.push_back({true, *version, file, "", ""});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return found;
}

}  // namespace

std::vector<fs::path> header_folders(const Toolchain& tools, std::string_view text)
{
    std::vector<fs::path> folders = tools.include_folders;
    const auto add = [&](std::string_view word, std::initializer_list<const char*> parts) {
        if (text.find(word) == std::string_view::npos) return;
        for (const fs::path& folder : tools.include_folders)
            for (const char* part : parts) folders.push_back(folder / part);
    };
    add("cooperative_groups", {"cooperative_groups", "cooperative_groups/details"});
    add("mma.h", {"crt"});
    return folders;
}

Toolchain find_toolchain()
{
    return {Nvrtc::load(), cuda_include_folders(), find_disassembler(), {}, find_nvcc(""), WorkFolder::make()};
}

Toolchain find_toolchain(const std::vector<std::string>& helper_command)
{
    auto work = WorkFolder::make();
    std::vector<std::string> command = helper_command;
    if (work) command.push_back((*work)->path().string());
    // Each asks a program for its version while the helper loads NVRTC.
    auto disassembler = std::async(std::launch::async, find_disassembler);
    auto nvcc = std::async(std::launch::async, find_nvcc, command.front());
    HelperTools helpers = start_helpers(command);
    Toolchain tools{std::move(helpers.nvrtc),
                    cuda_include_folders(),
                    disassembler.get(),
                    std::move(helpers.confined_by),
                    nvcc.get(),
                    std::move(work)};
    tools.compilers = found_compilers(tools, command.front());
    tools.helper_command = std::move(command);
    return tools;
}

}  // namespace spillway::compiler
