#include "app/compiler/nvrtc.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include <dlfcn.h>

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

// Declared here, so that the build does not need nvrtc.h.
using Status = int;
using Handle = struct NvrtcProgramOpaque*;

constexpr const char* library_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
constexpr const char* install_advice =
    "install the CUDA toolkit, or the Python package nvidia-cuda-nvrtc, and name its folder in SPILLWAY_NVRTC";

std::vector<std::string> library_files(const fs::path& folder)
{
    std::vector<std::string> files;
    for (const char* name : library_names) {
        std::error_code error;
        if (fs::exists(folder / name, error)) files.push_back((folder / name).string());
    }
    return files;
}

void add_files_of(const fs::path& root, std::initializer_list<const char*> folders, std::vector<std::string>& files)
{
    for (const char* folder : folders)
        for (std::string& file : library_files(root / folder)) files.push_back(std::move(file));
}

/// Files that SPILLWAY_NVRTC names.
std::vector<std::string> named_files(const std::string& wanted)
{
    std::vector<std::string> files;
    std::error_code error;
    for (const std::string& part : split_paths(wanted)) {
        if (fs::is_directory(part, error))
            add_files_of(part, {"", "lib64", "lib"}, files);
        else
            files.push_back(part);
    }
    return files;
}

/// Files in CUDA installations.
std::vector<std::string> files_of_roots()
{
    std::vector<std::string> files;
    for (const fs::path& root : cuda_roots()) add_files_of(root, {"lib64", "targets/x86_64-linux/lib", "lib"}, files);
    return files;
}

/// Candidate files in order; the dynamic linker resolves bare names.
std::vector<std::string> candidates()
{
    std::vector<std::string> files = files_of_roots();
    files.insert(files.end(), std::begin(library_names), std::end(library_names));
    return files;
}

/// NVRTC opens libnvrtc-builtins by its bare name at the first compile. The linker knows the toolkit's folder, but not
/// the wheels' folders. Once loaded by path, the library is found by name.
void load_builtins_beside(const fs::path& library)
{
    std::error_code error;
    for (fs::directory_iterator file(library.parent_path(), error), end; !error && file != end; file.increment(error)) {
        const std::string name = file->path().filename().string();
        // Keep it loaded, because any compile may need it. Errors appear later in NVRTC's log.
        if (name.starts_with("libnvrtc-builtins.so.")) dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
    }
}

std::string text_after(const std::string& text, const std::string& label)
{
    const auto begin = text.find(label);
    if (begin == std::string::npos) return "";
    const auto first = begin + label.size();
    return text.substr(first, text.find_first_of(" \r\n", first) - first);
}

struct Api {
    void* library = nullptr;
    Status (*version)(int*, int*) = nullptr;
    Status (*create)(Handle*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
    Status (*destroy)(Handle*) = nullptr;
    Status (*compile)(Handle, int, const char* const*) = nullptr;
    Status (*add_name)(Handle, const char*) = nullptr;
    Status (*lowered_name)(Handle, const char*, const char**) = nullptr;
    Status (*ptx_size)(Handle, size_t*) = nullptr;
    Status (*ptx)(Handle, char*) = nullptr;
    Status (*cubin_size)(Handle, size_t*) = nullptr;
    Status (*cubin)(Handle, char*) = nullptr;
    Status (*log_size)(Handle, size_t*) = nullptr;
    Status (*log)(Handle, char*) = nullptr;
    Status (*arch_count)(int*) = nullptr;
    Status (*archs)(int*) = nullptr;
    const char* (*error_string)(Status) = nullptr;

    /// Fills the table. Returns the name of a missing function, or null.
    const char* bind()
    {
        const char* missing = nullptr;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            if (!function && !missing) missing = name;
        };
        find(version, "nvrtcVersion");
        find(create, "nvrtcCreateProgram");
        find(destroy, "nvrtcDestroyProgram");
        find(compile, "nvrtcCompileProgram");
        find(add_name, "nvrtcAddNameExpression");
        find(lowered_name, "nvrtcGetLoweredName");
        find(ptx_size, "nvrtcGetPTXSize");
        find(ptx, "nvrtcGetPTX");
        find(cubin_size, "nvrtcGetCUBINSize");
        find(cubin, "nvrtcGetCUBIN");
        find(log_size, "nvrtcGetProgramLogSize");
        find(log, "nvrtcGetProgramLog");
        find(arch_count, "nvrtcGetNumSupportedArchs");
        find(archs, "nvrtcGetSupportedArchs");
        find(error_string, "nvrtcGetErrorString");
        return missing;
    }
};

std::optional<model::Error> bind_library(const std::string& file, Api& api)
{
    api.library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (api.library == nullptr) {
        const char* reason = dlerror();
        return model::Error{reason != nullptr ? reason : file + " could not be loaded", "NVRTC", install_advice};
    }
    if (const char* missing = api.bind())
        return model::Error{file + " has no " + missing + ": not NVRTC 11.2 or later", "NVRTC", install_advice};
    return std::nullopt;
}

/// Fetches a text from NVRTC: first its size (with the final NUL, except for a cubin), then its bytes.
template <typename Size, typename Get>
std::string fetch(Handle program, Size size, Get get, bool is_text)
{
    size_t bytes = 0;
    if (size(program, &bytes) != 0 || bytes == 0) return "";
    std::string content(bytes, '\0');
    if (get(program, content.data()) != 0) return "";
    if (is_text && content.back() == '\0') content.pop_back();
    return content;
}

/// Library in this process. Never unloaded, because destructors of its thread-local state would run after the unload.
class LoadedNvrtc : public Nvrtc {
public:
    static model::Expected<std::shared_ptr<const Nvrtc>> open(const std::string& file);

    NvrtcResult compile(const std::string& text, const std::string& name, const std::string& entry,
                        const std::vector<std::string>& options, const StopQuestion& should_stop,
                        std::optional<double> file_seconds) const override;

private:
    LoadedNvrtc(std::unique_ptr<Api> api, std::string path)
        : Nvrtc({"", "", std::move(path), 0, {}}), api_(std::move(api))
    {
        read_version();
    }
    void read_version();

    std::unique_ptr<Api> api_;
};

}  // namespace

model::Expected<std::shared_ptr<const Nvrtc>> Nvrtc::load()
{
    const std::string wanted = environment("SPILLWAY_NVRTC");
    if (wanted == "none") return model::Error{"NVRTC is switched off by SPILLWAY_NVRTC=none", "NVRTC", install_advice};

    std::string reasons;
    for (const std::string& file : wanted.empty() ? candidates() : named_files(wanted)) {
        auto opened = LoadedNvrtc::open(file);
        if (opened) return opened;
        // For a bare name the linker's "no such file" adds nothing to the summary.
        if (file.find('/') != std::string::npos) reasons += (reasons.empty() ? "" : "; ") + opened.error().what;
    }
    if (reasons.empty()) reasons = "libnvrtc was not found in " + (wanted.empty() ? "any CUDA folder" : wanted);
    return model::Error{reasons, "NVRTC", install_advice};
}

model::Expected<std::shared_ptr<const Nvrtc>> Nvrtc::load(const std::string& file)
{
    return LoadedNvrtc::open(file);
}

std::vector<std::string> nvrtc_files()
{
    const std::string wanted = environment("SPILLWAY_NVRTC");
    if (wanted == "none") return {};
    std::vector<std::string> files = named_files(wanted);
    for (std::string& file : files_of_roots()) files.push_back(std::move(file));
    for (const fs::path& folder : release_folders())
        add_files_of(folder, {"nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"}, files);
    std::error_code error;
    if (environment("SPILLWAY_HIDE_TOOLKIT").empty())
        for (fs::directory_iterator at("/usr/local", error), end; !error && at != end; at.increment(error))
            if (at->path().filename().string().starts_with("cuda-")) add_files_of(at->path(), {"lib64"}, files);
    std::vector<std::string> found;
    for (const std::string& file : files) {
        const std::string real = fs::canonical(file, error).string();
        if (!error && std::find(found.begin(), found.end(), real) == found.end()) found.push_back(real);
    }
    return found;
}

model::Expected<std::string> nvrtc_version(const std::string& file)
{
    Api api;
    if (const auto failure = bind_library(file, api)) return *failure;
    int major = 0, minor = 0;
    api.version(&major, &minor);
    return std::to_string(major) + "." + std::to_string(minor);
}

model::Expected<std::shared_ptr<const Nvrtc>> LoadedNvrtc::open(const std::string& file)
{
    auto api = std::make_unique<Api>();
    if (const auto failure = bind_library(file, *api)) return *failure;
    Dl_info where{};
    const bool is_found = dladdr(reinterpret_cast<void*>(api->version), &where) != 0 && where.dli_fname;

    if (is_found) load_builtins_beside(where.dli_fname);

    std::error_code error;
    const fs::path real = fs::canonical(is_found ? where.dli_fname : file, error);
    return std::shared_ptr<const Nvrtc>(new LoadedNvrtc(std::move(api), error ? file : real.string()));
}

void LoadedNvrtc::read_version()
{
    int major = 0, minor = 0;
    api_->version(&major, &minor);
    facts_.version = std::to_string(major) + "." + std::to_string(minor);
    facts_.version_number = 1000 * major + 10 * minor;

    int count = 0;
    std::vector<int>& architectures = facts_.architectures;
    if (api_->arch_count(&count) == 0 && count > 0) {
        architectures.resize(static_cast<size_t>(count));
        if (api_->archs(architectures.data()) != 0) architectures.clear();
        std::sort(architectures.begin(), architectures.end());
    }

    // The API reports only major and minor version; the head of any PTX has the full version.
    const std::string target = architectures.empty() ? "75" : std::to_string(architectures.front());
    const NvrtcResult probe = compile("", "version", "", {"--gpu-architecture=compute_" + target}, {}, std::nullopt);
    facts_.identity = "NVRTC " + facts_.version;
    if (!probe.compiled) return;
    const std::string exact = text_after(probe.output.ptx, ", V");
    if (exact.starts_with(facts_.version)) facts_.version = exact;
    facts_.identity = "NVRTC " + facts_.version + " " + text_after(probe.output.ptx, "Compiler Build ID: ");
}

NvrtcResult LoadedNvrtc::compile(const std::string& text, const std::string& name, const std::string& entry,
                                 const std::vector<std::string>& options, const StopQuestion&,
                                 std::optional<double>) const
{
    NvrtcResult result;
    Handle program = nullptr;
    // A name such as "-json.cu" would be parsed as an option.
    const std::string safe_name = name.starts_with('-') ? "./" + name : name;
    Status status = api_->create(&program, text.c_str(), safe_name.c_str(), 0, nullptr, nullptr);
    if (status != 0) {
        result.status = api_->error_string(status);
        return result;
    }
    struct Destroy {  // an undestroyed program leaks tens of MB
        const Api& api;
        Handle& handle;
        ~Destroy() { api.destroy(&handle); }
    } destroy{*api_, program};

    if (!entry.empty()) status = api_->add_name(program, entry.c_str());
    if (status == 0) {
        std::vector<const char*> arguments;
        for (const std::string& option : options) arguments.push_back(option.c_str());
        status = api_->compile(program, static_cast<int>(arguments.size()), arguments.data());
    }
    result.status = api_->error_string(status);
    result.log = fetch(program, api_->log_size, api_->log, true);
    std::erase(result.log, '\0');  // NVRTC joins the logs of its stages with NULs
    if (status != 0) return result;

    result.compiled = true;
    result.output.ptx = fetch(program, api_->ptx_size, api_->ptx, true);
    result.output.cubin = fetch(program, api_->cubin_size, api_->cubin, false);
    const char* lowered = nullptr;
    if (!entry.empty() && api_->lowered_name(program, entry.c_str(), &lowered) == 0 && lowered) {
        result.output.lowered_name = lowered;
    }
    return result;
}

}  // namespace spillway::compiler
