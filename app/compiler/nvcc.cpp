#include "app/compiler/nvcc.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/base/child_process.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/compiler/compile_bounds.h"
#include "app/compiler/confinement.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"
#include "app/compiler/ptx_functions.h"
#include "app/compiler/ptxas_refusals.h"
#include "app/compiler/tool_search.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* nvcc_advice =
    "install the CUDA toolkit and a C++ compiler, or the Python packages nvidia-cuda-nvcc, nvidia-nvvm and "
    "nvidia-cuda-crt, and name the program in SPILLWAY_NVCC";
constexpr std::size_t max_output_bytes = std::size_t{64} << 20;
constexpr std::size_t max_message_bytes = std::size_t{16} << 20;
constexpr int max_tool_seconds = 3 * model::max_compile_seconds;

bool is_runnable(const fs::path& file)
{
    std::error_code error;
    return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

std::vector<fs::path> nvcc_candidates()
{
    const std::string wanted = environment("SPILLWAY_NVCC");
    if (!wanted.empty()) return {wanted, fs::path(wanted) / "nvcc", fs::path(wanted) / "bin/nvcc"};
    std::vector<fs::path> files;
    for (const fs::path& root : cuda_roots()) files.push_back(root / "bin/nvcc");
    return files;
}

/// Example: "Cuda compilation tools, release 13.0, V13.0.88"
std::string version_in(const std::string& text)
{
    const auto at = text.find(", V");
    if (at == std::string::npos) return "";
    return text.substr(at + 3, text.find_first_of(" \r\n", at + 3) - at - 3);
}

/// Passes only PATH, the host compiler's location and the memory limit from the user's environment, so that nothing
/// else affects these compiles.
std::vector<std::string> tool_environment(const fs::path& outputs)
{
    std::vector<std::string> variables{"PATH=" + environment("PATH"), "TMPDIR=" + outputs.string(), "LC_ALL=C"};
    for (const std::string name : {"SPILLWAY_COMPILE_MIB", "NVCC_CCBIN"})
        if (const std::string value = environment(name.c_str()); !value.empty())
            variables.push_back(name + "=" + value);
    return variables;
}

/// True if the output reports that a tool or one of its children ran out of memory.
bool ran_out_of_memory(const base::ChildOutput& output)
{
    for (const char* words : {"out of memory", "Memory allocation failure", "bad_alloc", "cannot allocate"})
        if (output.text.find(words) != std::string::npos) return true;
    return false;
}

model::Error why_stopped(const model::Error& error, double seconds, bool is_cancelled)
{
    if (is_cancelled) return {"the compile was cancelled", "compile", ""};
    if (error.bound != model::Bound::time) return {"nvcc " + error.what, "compile", ""};
    return whole_file_took_too_long(seconds);
}

std::string file_content(const fs::path& file)
{
    std::error_code error;
    if (fs::file_size(file, error) > max_output_bytes || error) return "";
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool write_file(const fs::path& file, const std::string& text)
{
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return static_cast<bool>(out);
}

/// Removes the folders of this compile from the paths in a message.
std::string without_folders(std::string text, const WorkTree& tree, const fs::path& folder)
{
    for (const fs::path& prefix : {folder, tree.sources(), tree.outputs()}) {
        const std::string words = prefix.string() + "/";
        for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos;) text.erase(at, words.size());
    }
    return text;
}

/// Folders that nvcc and its compilers read on a usual system.
std::vector<fs::path> tool_folders(const fs::path& tool)
{
    std::vector<fs::path> folders{"/usr/bin",         "/usr/lib",           "/usr/lib32", "/usr/lib64", "/usr/libexec",
                                  "/usr/include",     "/usr/local/include", "/bin",       "/lib",       "/lib64",
                                  "/etc/ld.so.cache", "/etc/alternatives",  "/opt/rh",    "/nix/store", "/dev/urandom"};
    std::error_code error;
    const fs::path real = fs::canonical(tool, error);
    if (!error) folders.push_back(real.parent_path().parent_path());
    folders.push_back(tool.parent_path().parent_path());
    if (const std::string host = environment("NVCC_CCBIN"); !host.empty())
        folders.push_back(fs::is_directory(host, error) ? fs::path(host) : fs::path(host).parent_path());
    return folders;
}

/// Device runtime, the library for kernels that launch kernels; empty if it is not beside the tools.
fs::path device_runtime(const Nvcc& nvcc)
{
    std::error_code error;
    const fs::path root = fs::canonical(nvcc.program, error).parent_path().parent_path();
    for (const char* folder : {"targets/x86_64-linux/lib", "lib64", "lib"})
        if (const fs::path file = root / folder / "libcudadevrt.a"; fs::is_regular_file(file, error)) return file;
    return {};
}

/// nvlink's lines about the functions of this PTX; those of the device runtime are not the user's.
std::string own_lines(const std::string& words, std::string_view ptx)
{
    constexpr std::string_view starts = "Function properties for '";
    std::string kept;
    bool is_own = true;
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find('\n', begin), words.size());
        const std::string_view line = std::string_view(words).substr(begin, end - begin);
        begin = end + 1;
        if (!line.starts_with("nvlink")) continue;
        if (const auto at = line.find(starts); at != std::string_view::npos) {
            const std::string_view name =
                line.substr(at + starts.size(), line.find('\'', at + starts.size()) - at - starts.size());
            is_own = ptx.find(name) != std::string_view::npos;
        } else if (line.find("info") == std::string_view::npos || line.find("gmem") != std::string_view::npos) {
            is_own = true;
        }
        if (is_own) kept += std::string(line) + "\n";
    }
    return kept;
}

/// Links relocatable code with itself: only then registers and stack include the functions that a kernel calls. If one
/// is in another file, nvlink names it, and the code stays as it is.
void link(const Nvcc& nvcc, const ToolPlaces& places, const model::CompileRequest& request, double max_seconds,
          const StopQuestion& should_stop, NvrtcResult& result)
{
    if (nvcc.nvlink.empty()) return;
    const fs::path linked = places.outputs / "linked.cubin";
    std::vector<std::string> arguments = nvlink_options(request);
    arguments.insert(arguments.end(), {(places.outputs / "kernel.cubin").string(), "-o", linked.string()});
    // A library comes last: the linker searches it for what the files before it need.
    if (const fs::path runtime = device_runtime(nvcc); !runtime.empty()) arguments.push_back(runtime.string());
    const auto output = run_tool(nvcc, places, nvcc.nvlink, arguments, max_seconds, should_stop);
    if (!output) return;
    if (!result.log.empty() && result.log.back() != '\n') result.log += '\n';
    result.log += own_lines(output->text, result.output.ptx);
    std::string code = output->exit_status == 0 ? file_content(linked) : "";
    if (!code.empty()) result.output.cubin = std::move(code);
}

/// Name of the requested kernel in the PTX; empty if the request is for all kernels or the PTX lacks it.
std::optional<std::string> entry_of(std::string_view ptx, const model::CompileRequest& request)
{
    if (request.entry.empty()) return std::nullopt;
    for (const PtxFunction& function : find_functions(ptx_lines(ptx)))
        if (function.is_entry && catalogue::is_entry_of(function.name, request.entry)) return function.name;
    return std::nullopt;
}

}  // namespace

namespace {

/// True for a flag of the file's build options that a knob of the request replaces.
bool is_overruled(const std::string& flag, const model::CompileRequest& request)
{
    if (catalogue::is_register_cap(flag)) return request.register_cap > 0;
    return flag == "--use_fast_math" && request.fast_math;
}

}  // namespace

std::string Nvcc::identity() const
{
    std::error_code error;
    const auto changed = fs::last_write_time(ptxas, error);
    return "nvcc " + version + "|" + program + "@" + (error ? "" : std::to_string(changed.time_since_epoch().count())) +
           "|" + environment("NVCC_CCBIN");
}

model::Expected<Nvcc> find_nvcc(const std::string& confiner)
{
    if (environment("SPILLWAY_NVCC") == "none")
        return model::Error{"nvcc is switched off by SPILLWAY_NVCC=none", "nvcc", nvcc_advice};
    for (const fs::path& file : nvcc_candidates()) {
        const fs::path ptxas = file.parent_path() / "ptxas";
        if (!is_runnable(file) || !is_runnable(ptxas)) continue;
        const auto output = base::run_child(file.string(), {"--version"}, -1, {std::chrono::seconds(10), 65536});
        if (!output || output->exit_status != 0 || version_in(output->text).empty()) continue;
        const fs::path nvlink = file.parent_path() / "nvlink";
        return Nvcc{file.string(), ptxas.string(), version_in(output->text), confiner,
                    is_runnable(nvlink) ? nvlink.string() : ""};
    }
    return model::Error{"nvcc was not found in any CUDA folder", "nvcc", nvcc_advice};
}

model::Tool to_status(const model::Expected<Nvcc>& nvcc)
{
    if (nvcc) return {true, nvcc->version, nvcc->program, "", ""};
    return {false, "", "", nvcc.error().what, nvcc.error().advice};
}

std::vector<std::string> nvcc_file_options(const model::CompileRequest& request,
                                           const catalogue::BuildSettings& settings)
{
    std::vector<std::string> options{"-ptx", "-lineinfo", "-arch=" + request.arch};
    if (!settings.standard.empty()) options.push_back("-std=" + settings.standard);
    for (const std::string& flag : catalogue::front_end_flags(settings))
        if (!is_overruled(flag, request)) options.push_back(flag);
    if (request.register_cap > 0) options.push_back("-maxrregcount=" + std::to_string(request.register_cap));
    if (request.fast_math) options.push_back("-use_fast_math");
    for (const auto& [name, value] : settings.macros)
        options.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    return options;
}

std::vector<std::string> ptxas_options(const model::CompileRequest& request, const Nvcc& nvcc,
                                       const catalogue::BuildSettings& settings)
{
    std::vector<std::string> options{"-arch=" + request.arch, "-m64", "-v", "--generate-line-info"};
    if (std::atoi(nvcc.version.c_str()) >= 13) options.emplace_back(marks_spills);
    for (const std::string& flag : catalogue::ptxas_flags(settings))
        if (!is_overruled(flag, request)) options.push_back(flag);
    if (catalogue::is_relocatable(settings)) options.emplace_back("--compile-only");
    if (request.register_cap > 0) options.push_back("-maxrregcount=" + std::to_string(request.register_cap));
    if (request.load_cache == model::LoadCache::cg) options.push_back("--def-load-cache=cg");
    if (has_usage_level(request)) options.push_back(usage_level(request));
    if (request.min_blocks_per_sm > 0) {
        options.push_back("--maxntid=" + std::to_string(std::max(1, request.bounds_threads)));
        options.push_back("--minnctapersm=" + std::to_string(request.min_blocks_per_sm));
        options.push_back("--override-directive-values");
    }
    return options;
}

std::vector<std::string> nvlink_options(const model::CompileRequest& request)
{
    return {"-m64", "--arch=" + request.arch, "-v"};
}

model::Expected<base::ChildOutput> run_tool(const Nvcc& nvcc, const ToolPlaces& places, const std::string& tool,
                                            std::vector<std::string> arguments, double max_seconds,
                                            const StopQuestion& should_stop)
{
    base::ChildLimits limits;
    limits.time = std::chrono::milliseconds(static_cast<int>(1000 * max_seconds));
    limits.output_bytes = max_message_bytes;
    limits.memory_bytes = std::size_t{64} << 30;  // address space; the sandbox limits the used memory
    limits.folder = places.folder.string();
    limits.environment = tool_environment(places.outputs);
    limits.should_stop = should_stop;
    std::string program = tool;
    if (!nvcc.confiner.empty()) {
        program = nvcc.confiner;
        arguments.insert(arguments.begin(), {"--confined", std::to_string(static_cast<int>(std::ceil(max_seconds))),
                                             places.outputs.string(), places.sources.string(), tool});
    }
    return base::run_child(program, arguments, -1, limits);
}

NvrtcResult compile_file(const Nvcc& nvcc, const WorkTree& tree, const catalogue::SourceFiles& files,
                         const model::CompileRequest& request, const StopQuestion& should_stop)
{
    const fs::path file = tree.sources() / files.files.front().path, folder = file.parent_path();
    const fs::path ptx = tree.outputs() / "kernel.ptx", cubin = tree.outputs() / "kernel.cubin";
    const fs::path headers = tree.outputs() / "kernel.d";
    const ToolPlaces places{tree.sources(), tree.outputs(), folder};
    const double max_seconds = compile_bounds().whole_file_seconds(request);
    const auto began = std::chrono::system_clock::now();
    NvrtcResult result;
    const auto run = [&](const std::string& tool, const std::vector<std::string>& arguments) {
        const auto output = run_tool(nvcc, places, tool, arguments, max_seconds, should_stop);
        if (!output) {
            result.cancelled = should_stop && should_stop();
            result.stopped = why_stopped(output.error(), max_seconds, result.cancelled);
            return false;
        }
        result.log = without_folders(output->text, tree, folder);
        if (output->exit_status == 0) return true;
        result.status = "nvcc ended with status " + std::to_string(output->exit_status);
        if (ran_out_of_memory(*output))
            result.stopped = model::Error{"compiling needed more than " + compile_bounds().memory_text() +
                                              " of memory, the most that one compile may take",
                                          "compile", "SPILLWAY_COMPILE_MIB sets the limit", model::Bound::memory};
        return false;
    };

    std::vector<std::string> arguments = nvcc_file_options(request, files.settings);
    for (const std::string& named : files.settings.include_folders)
        arguments.push_back("-I" + (tree.sources() / named).lexically_relative(folder).string());
    for (const std::string& named : files.settings.system_folders)
        arguments.insert(arguments.end(), {"-isystem", (tree.sources() / named).lexically_relative(folder).string()});
    for (const std::string& named : files.settings.first_files)
        arguments.insert(arguments.end(), {"-include", (tree.sources() / named).lexically_relative(folder).string()});
    if (file.extension() != ".cu") arguments.insert(arguments.end(), {"-x", "cu"});
    arguments.insert(arguments.end(), {"-MD", "-MF", headers.string(), "-o", ptx.string(), file.filename().string()});
    // nvcc checks its PTX with ptxas, which rejects instructions of another target; nvcc has written the PTX by then.
    if (!run(nvcc.program, arguments) && (result.stopped || !instruction_of_another_target(result.log))) return result;
    result.outside = outside_files(file_content(headers), tree.root(), began);
    result.output.ptx = file_content(ptx);
    if (result.output.ptx.empty()) result.log = "the compiled code is larger than 64 MiB\n";
    if (result.output.ptx.empty()) return result;
    arguments = ptxas_options(request, nvcc, files.settings);
    if (const auto entry = entry_of(result.output.ptx, request)) arguments.push_back("--entry=" + *entry);
    arguments.insert(arguments.end(), {ptx.string(), "-o", cubin.string()});
    bool is_made = run(nvcc.ptxas, arguments);
    // The rejected instruction may be in another kernel: assemble this one alone.
    if (const auto entry = is_made || result.stopped ? std::nullopt : entry_of(result.output.ptx, request))
        if (instruction_of_another_target(result.log) &&
            write_file(ptx, ptx_of_kernel(result.output.ptx, *entry, true)))
            is_made = run(nvcc.ptxas, arguments);
    // One rejected kernel of a whole file must not hide the results of the others.
    if (!is_made) result.log = at_source_lines(result.log, result.output.ptx);
    if (is_made) result.output.cubin = file_content(cubin);
    if (is_made && catalogue::is_relocatable(files.settings))
        link(nvcc, places, request, max_seconds, should_stop, result);
    result.compiled = is_made || (request.entry.empty() && !result.stopped);
    return result;
}

int run_confined(const std::vector<std::string>& words)
{
    if (words.size() < 4) return 2;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bound_memory(compile_bounds().memory_bytes);
    // If this process is killed, this limit ends its children.
    const auto seconds = static_cast<rlim_t>(std::clamp(std::atoi(words[0].c_str()), 1, max_tool_seconds)) + 1;
    const rlimit time{seconds, seconds}, size{max_output_bytes, max_output_bytes};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_FSIZE, &size);
    ToolRights rights{tool_folders(words[3]), {words[1], "/dev/null"}};
    rights.readable.push_back(words[2]);
    // Without a sandbox the caller of compile_file() hides messages about other files.
    static_cast<void>(confine_tools(rights));
    return exec_program(words, 3);
}

}  // namespace spillway::compiler
