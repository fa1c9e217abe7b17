#include "app/cli/guard_compiled.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/base/child_process.h"
#include "app/base/visible_text.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds max_dump_time{60};
constexpr std::size_t max_dump_bytes = std::size_t{64} << 20, max_dump_memory = std::size_t{16} << 30;

std::string variable_text(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// SPILLWAY_CUOBJDUMP, or the program in PATH and in the usual folders of a toolkit; empty if there is none.
std::string find_cuobjdump()
{
    if (const std::string named = variable_text("SPILLWAY_CUOBJDUMP"); !named.empty()) return named;
    std::vector<std::string> folders;
    std::istringstream path(variable_text("PATH"));
    for (std::string folder; std::getline(path, folder, ':');) folders.push_back(folder);
    for (const char* root : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string named = variable_text(root); !named.empty()) folders.push_back(named + "/bin");
    folders.emplace_back("/usr/local/cuda/bin");
    std::error_code error;
    for (const std::string& folder : folders)
        if (!folder.empty() && fs::is_regular_file(fs::path(folder) / "cuobjdump", error))
            return (fs::path(folder) / "cuobjdump").string();
    return "";
}

/// Target of a cubin from its ELF header; empty for another file. From ABI version 8 on, the number is one byte
/// further.
std::string arch_of_cubin(const std::string& path)
{
    constexpr std::size_t abi_at = 8, flags_at = 48;
    constexpr unsigned char first_shifted_abi = 8;
    std::array<unsigned char, 64> head{};
    std::ifstream in(path, std::ios::binary);
    in.read(reinterpret_cast<char*>(head.data()), head.size());
    if (!in || head[0] != 0x7F || head[1] != 'E' || head[2] != 'L' || head[3] != 'F') return "";
    const std::size_t at = head[abi_at] >= first_shifted_abi ? flags_at + 1 : flags_at;
    return "sm_" + std::to_string(head[at]);
}

std::int64_t number_after(const std::string& line, const std::string& key)
{
    const std::size_t at = line.find(" " + key + ":");
    return at == std::string::npos ? 0 : std::atoll(line.c_str() + at + key.size() + 2);
}

}  // namespace

bool is_compiled_file(const std::string& path)
{
    const std::string suffix = fs::path(path).extension().string();
    for (const char* known : {".cubin", ".fatbin", ".o", ".a", ".so"})
        if (suffix == known) return true;
    return false;
}

std::vector<GuardedKernel> parse_resource_usage(const std::string& text, const std::string& name, std::string arch)
{
    std::vector<GuardedKernel> kernels;
    std::vector<std::string> symbols;
    std::istringstream lines(text);
    std::string function;
    constexpr std::string_view arch_words = "arch = ", function_words = " Function ";
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(arch_words)) arch = line.substr(arch_words.size());
        if (line.starts_with(function_words) && line.ends_with(":"))
            function = line.substr(function_words.size(), line.size() - function_words.size() - 1);
        if (line.find(" REG:") == std::string::npos || function.empty()) continue;
        GuardedKernel& kernel = kernels.emplace_back();
        kernel.file = name;
        kernel.arch = arch;
        kernel.numbers.registers = static_cast<int>(number_after(line, "REG"));
        kernel.numbers.stack_frame_bytes = number_after(line, "STACK");
        kernel.numbers.shared_bytes = number_after(line, "SHARED");
        symbols.push_back(std::move(function));
        function.clear();
    }
    const std::vector<std::string> keys = kernel_keys(symbols);
    for (std::size_t i = 0; i < kernels.size(); ++i) kernels[i].kernel = keys[i];
    return kernels;
}

model::Expected<std::vector<GuardedKernel>> compiled_kernels(const std::string& path, const std::string& name)
{
    const std::string program = find_cuobjdump();
    if (program.empty())
        return model::Error{
            "reading a compiled file needs NVIDIA's cuobjdump", path,
            "install the CUDA toolkit, or the Python package nvidia-cuda-cuobjdump and name the program "
            "in SPILLWAY_CUOBJDUMP"};
    std::error_code error;
    const auto output = base::run_child(program, {"-res-usage", fs::absolute(path, error).string()}, -1,
                                        {max_dump_time, max_dump_bytes, max_dump_memory});
    if (!output) return model::Error{"cuobjdump " + output.error().what, path, ""};
    std::vector<GuardedKernel> kernels = parse_resource_usage(output->text, name, arch_of_cubin(path));
    if (kernels.empty())
        return model::Error{"cuobjdump finds no kernel in it" +
                                (output->exit_status == 0 ? std::string() : ": " + base::visible_line(output->text)),
                            path, "a cubin, or an object or library with code for a GPU, was expected"};
    for (GuardedKernel& kernel : kernels) kernel.path = path;
    return kernels;
}

}  // namespace spillway::cli
