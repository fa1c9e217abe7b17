#include "app/compiler/releases.h"

#include <algorithm>
#include <utility>

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

model::Error not_installed(const std::string& release, const Toolchain& own)
{
    std::string installed;
    for (const model::Tool& tool : own.compilers) installed += (installed.empty() ? "" : ", ") + tool.version;
    return {
        "NVRTC " + release + " is not installed here" + (installed.empty() ? "" : " (installed: " + installed + ")"),
        "compile",
        "run scripts/fetch-compilers.sh " + release +
            ", or name the folder of its library in SPILLWAY_NVRTC, and start Spillway again"};
}

/// nvcc's error if the request names a release: all points of a release axis must come from the same program, NVRTC.
model::Error only_nvrtc()
{
    return {"a release that is chosen by name means NVRTC", "nvcc", "choose the compiler in use"};
}

}  // namespace

std::vector<fs::path> headers_beside(const fs::path& library)
{
    const fs::path folder = library.parent_path();
    // The toolkit or CUDA 13's wheel; a toolkit's lib64; the separate wheels of CUDA 12.
    for (const char* place : {"../include", "../targets/x86_64-linux/include", "../../cuda_runtime/include"}) {
        const fs::path include = (folder / place).lexically_normal();
        std::error_code error;
        if (!fs::exists(include / "cuda_fp16.h", error)) continue;
        std::vector<fs::path> found{include};
        for (const fs::path& libcuxx : {include / "cccl", (folder / "../../cuda_cccl/include").lexically_normal()})
            if (fs::is_directory(libcuxx, error)) found.push_back(libcuxx);
        return found;
    }
    return {};
}

bool is_of_release(const std::string& version, const std::string& release)
{
    return version == release || version.starts_with(release + ".");
}

bool is_release(const std::string& text)
{
    const auto dot = text.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == text.size() || text.size() > 8) return false;
    return std::count(text.begin(), text.end(), '.') == 1 && text.find_first_not_of("0123456789.") == std::string::npos;
}

Releases::Releases(Toolchain own) : own_(std::move(own)), own_nvrtc_(own_), own_identity_(own_.identity())
{
    own_nvrtc_.nvcc = only_nvrtc();
}

bool Releases::is_own(const std::string& release) const
{
    return release.empty() || (own_.nvrtc && is_of_release((*own_.nvrtc)->version(), release));
}

const model::Tool* Releases::find(const std::string& release) const
{
    for (const model::Tool& tool : own_.compilers)
        if (is_of_release(tool.version, release)) return &tool;
    return nullptr;
}

std::string Releases::identity(const std::string& release) const
{
    if (is_own(release)) return own_identity_;
    const model::Tool* tool = find(release);
    if (tool == nullptr) return "not installed: " + release;
    // The date reveals another build of the library at the same path.
    std::error_code error;
    const auto changed = fs::last_write_time(tool->path, error);
    return "release " + release + "|" + tool->path + "@" +
           (error ? "" : std::to_string(changed.time_since_epoch().count()));
}

Toolchain Releases::start(const std::string& release) const
{
    const model::Tool* tool = find(release);
    if (tool == nullptr) {
        Toolchain none = own_;
        none.nvrtc = not_installed(release, own_);
        none.nvcc = none.nvrtc.error();
        return none;
    }
    std::vector<std::string> command = own_.helper_command;
    if (command.size() == 2) command.emplace_back();  // no work folder
    command.push_back(tool->path);
    HelperTools helpers = start_helpers(command);
    Toolchain other = own_;
    other.include_folders = headers_beside(tool->path);
    other.nvrtc = std::move(helpers.nvrtc);
    other.confined_by = std::move(helpers.confined_by);
    other.nvcc = only_nvrtc();
    return other;
}

const Toolchain& Releases::of(const std::string& release)
{
    if (is_own(release)) return release.empty() ? own_ : own_nvrtc_;
    const std::lock_guard lock(mutex_);
    auto& started = started_[release];
    if (!started) started = std::make_unique<const Toolchain>(start(release));
    return *started;
}

}  // namespace spillway::compiler
