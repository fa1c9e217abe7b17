#include "app/compiler/tool_search.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <unistd.h>

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

void add_folder(std::vector<fs::path>& folders, const fs::path& folder)
{
    std::error_code error;
    const fs::path canonical = fs::canonical(folder, error);
    if (error || !fs::is_directory(canonical, error)) return;
    if (std::find(folders.begin(), folders.end(), canonical) == folders.end()) folders.push_back(canonical);
}

/// run.sh's folder of NVIDIA's wheels, relative to build/<preset>/bin/, so that a program started by hand finds them
/// too.
void add_wheels_beside_program(std::vector<fs::path>& folders)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path lib = program.parent_path() / "../../cuda-wheels/lib";
    for (fs::directory_iterator python(lib, error), end; !error && python != end; python.increment(error))
        add_folder(folders, python->path() / "site-packages/nvidia/cu13");
}

}  // namespace

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::vector<std::string> split_paths(const std::string& list)
{
    std::vector<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ':');) {
        if (!part.empty()) parts.push_back(part);
    }
    return parts;
}

std::vector<fs::path> cuda_roots()
{
    std::vector<fs::path> roots;
    const bool hides_toolkit = !environment("SPILLWAY_HIDE_TOOLKIT").empty();
    if (!hides_toolkit) {
        for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
            if (const std::string root = environment(name); !root.empty()) add_folder(roots, root);
        }
        add_folder(roots, "/usr/local/cuda");
    }
    for (const std::string& root : split_paths(environment("SPILLWAY_CUDA_WHEELS"))) add_folder(roots, root);
    add_wheels_beside_program(roots);
    if (const auto nvcc = find_on_path("nvcc"); nvcc && !hides_toolkit) {
        std::error_code error;
        const fs::path real = fs::canonical(*nvcc, error);
        if (!error) add_folder(roots, real.parent_path().parent_path());
    }
    return roots;
}

std::vector<fs::path> release_folders()
{
    std::error_code error;
    fs::path all = environment("SPILLWAY_COMPILERS");
    if (all.empty()) all = fs::read_symlink("/proc/self/exe", error).parent_path() / "../../compilers";
    std::vector<fs::path> folders;
    for (fs::directory_iterator release(all, error), end; !error && release != end; release.increment(error))
        add_folder(folders, release->path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::vector<fs::path> cuda_include_folders()
{
    for (const fs::path& root : cuda_roots()) {
        for (const fs::path& folder : {root / "include", root / "targets/x86_64-linux/include"}) {
            std::error_code error;
            if (!fs::exists(folder / "cuda_fp16.h", error)) continue;
            std::vector<fs::path> found{folder};
            // CUDA 13 moved libcu++ into a separate folder.
            if (fs::is_directory(folder / "cccl", error)) found.push_back(folder / "cccl");
            return found;
        }
    }
    return {};
}

model::Tool headers_status()
{
    model::Tool status;
    const auto folders = cuda_include_folders();
    if (folders.empty()) {
        status.reason = "no folder with cuda_fp16.h was found";
        status.advice =
            "install the CUDA toolkit or the Python packages nvidia-cuda-runtime, nvidia-cuda-crt and "
            "nvidia-cuda-cccl, "
            "and name their folder in SPILLWAY_CUDA_WHEELS";
        return status;
    }
    status.available = true;
    status.path = folders.front().string();
    return status;
}

std::optional<fs::path> find_on_path(const std::string& program)
{
    for (const std::string& folder : split_paths(environment("PATH"))) {
        const fs::path candidate = fs::path(folder) / program;
        std::error_code error;
        if (fs::is_regular_file(candidate, error) && access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

}  // namespace spillway::compiler
