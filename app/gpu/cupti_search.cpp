#include "app/gpu/cupti_search.h"

#include <cstdlib>
#include <sstream>

namespace spillway::gpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* cupti_library_names[] = {"libcupti.so.13", "libcupti.so"};
constexpr unsigned int capability_sys_admin = 21;

void add_files(const fs::path& folder, std::vector<std::string>& files)
{
    for (const char* name : cupti_library_names) {
        std::error_code error;
        if (!fs::exists(folder / name, error)) continue;
        files.push_back((folder / name).string());
        return;
    }
}

/// Word after "label" at the start of a line; empty if no line starts with it.
std::string word_after(const std::string& text, const std::string& label)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(label)) continue;
        std::istringstream words(line.substr(label.size()));
        std::string word;
        words >> word;
        return word;
    }
    return "";
}

}  // namespace

std::vector<std::string> cupti_files(const std::vector<fs::path>& cuda_folders)
{
    const char* text = std::getenv("SPILLWAY_CUPTI");
    const std::string wanted = text ? text : "";
    if (wanted == "none") return {};
    std::vector<std::string> files;
    std::error_code error;
    if (!wanted.empty() && !fs::is_directory(wanted, error)) return {wanted};
    const std::vector<fs::path> folders = wanted.empty() ? cuda_folders : std::vector<fs::path>{wanted};
    for (const fs::path& folder : folders)
        for (const char* part : {"", "lib64", "lib", "extras/CUPTI/lib64", "targets/x86_64-linux/lib"})
            add_files(folder / part, files);
    if (wanted.empty()) files.insert(files.end(), std::begin(cupti_library_names), std::end(cupti_library_names));
    return files;
}

std::optional<std::string> counters_forbidden(const std::string& driver_parameters, const std::string& process_status)
{
    if (word_after(driver_parameters, "RmProfilingAdminOnly:") != "1") return std::nullopt;
    const std::string capabilities = word_after(process_status, "CapEff:");
    if (capabilities.empty()) return std::nullopt;
    const unsigned long long bits = std::strtoull(capabilities.c_str(), nullptr, 16);
    if ((bits >> capability_sys_admin) & 1) return std::nullopt;
    return "only administrators may use hardware counters on this machine";
}

}  // namespace spillway::gpu
