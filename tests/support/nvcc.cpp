#include "tests/support/nvcc.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/base/child_process.h"
#include "app/compiler/options.h"
#include "app/compiler/tool_search.h"

namespace spillway::tests {

namespace fs = std::filesystem;

namespace {

fs::path new_file(const std::string& extension)
{
    static std::atomic<int> number{0};
    return fs::temp_directory_path() /
           ("spillway-nvcc-" + std::to_string(getpid()) + "-" + std::to_string(++number) + extension);
}

/// False if nvcc is a script for a toolkit that is not installed.
bool answers(const std::string& nvcc)
{
    const auto output = base::run_child(nvcc, {"--version"}, -1, {std::chrono::seconds(20), std::size_t{1} << 20});
    return output && output->exit_status == 0;
}

}  // namespace

std::optional<std::string> find_nvcc()
{
    for (const fs::path& root : compiler::cuda_roots()) {
        const std::string nvcc = (root / "bin/nvcc").string();
        if (access(nvcc.c_str(), X_OK) == 0 && answers(nvcc)) return nvcc;
    }
    return std::nullopt;
}

std::string nvcc_command(const model::CompileRequest& request)
{
    std::string command = "nvcc";
    for (const std::string& option : compiler::nvcc_options(request)) command += " '" + option + "'";
    return command;
}

model::Expected<std::string> nvcc_report(const std::string& nvcc, const model::CompileRequest& request,
                                         const model::SourceText& source)
{
    const fs::path file = new_file(".cu");
    std::ofstream text(file);
    for (const auto& macro : compiler::knob_macros(request))
        text << "#define " << macro.name << ' ' << macro.value << '\n';
    // Taking the kernel's address instantiates the template, like NVRTC's name expression.
    text << source.text << "\nvoid* spillway_entry() { return (void*)(" << request.entry << "); }\n";
    text.close();

    std::vector<std::string> arguments = compiler::nvcc_options(request);
    arguments.insert(arguments.end(), {"-o", "/dev/null", file.string()});
    auto output = base::run_child(nvcc, arguments, -1, {std::chrono::seconds(120), std::size_t{16} << 20});
    fs::remove(file);
    if (!output) return output.error();
    if (output->exit_status != 0) return model::Error{output->text, nvcc_command(request), ""};
    return std::move(output->text);
}

model::Expected<std::string> ptxas_report(const std::string& nvcc, const model::CompileRequest& request,
                                          const std::string& ptx)
{
    const fs::path file = new_file(".ptx");
    std::ofstream(file) << ptx;
    std::vector<std::string> arguments{"-v", "-arch=" + request.arch, file.string(), "-o", "/dev/null"};
    if (request.register_cap > 0) arguments.push_back("--maxrregcount=" + std::to_string(request.register_cap));
    if (request.load_cache == model::LoadCache::cg) arguments.emplace_back("--def-load-cache=cg");
    if (compiler::has_usage_level(request)) arguments.push_back(compiler::usage_level(request));
    const std::string ptxas = (fs::path(nvcc).parent_path() / "ptxas").string();
    auto output = base::run_child(ptxas, arguments, -1, {std::chrono::seconds(120), std::size_t{16} << 20});
    fs::remove(file);
    if (!output) return output.error();
    if (output->exit_status != 0) return model::Error{output->text, ptxas, ""};
    return std::move(output->text);
}

}  // namespace spillway::tests
