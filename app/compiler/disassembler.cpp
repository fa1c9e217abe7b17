#include "app/compiler/disassembler.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <future>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "app/base/child_process.h"
#include "app/compiler/compile_bounds.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_text_bytes = std::size_t{64} << 20;

constexpr const char* advice =
    "install the package cuda-nvdisasm of the CUDA toolkit, or the Python package "
    "nvidia-cuda-nvdisasm, and name the program in SPILLWAY_NVDISASM";

bool is_program(const fs::path& file)
{
    std::error_code error;
    return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

std::vector<fs::path> candidates(const char* name)
{
    std::vector<fs::path> files;
    for (const fs::path& root : cuda_roots()) files.push_back(root / "bin" / name);
    if (const auto found = find_on_path(name)) files.push_back(*found);
    return files;
}

using Arguments = std::vector<std::string>;

/// Path of the cubin in the child: its descriptor 3.
constexpr const char* cubin_place = "/proc/self/fd/3";

/// Separate from words_for_lines(), because -plr ignores -g.
Arguments words_for_life()
{
    return {"--print-code", "--print-instruction-encoding", "--life-range-mode", "count", cubin_place};
}

Arguments words_for_lines()
{
    return {"--print-code", "--print-instruction-encoding", "--print-line-info", "--print-line-info-ptx", cubin_place};
}

bool has_lines(const std::string& cubin)
{
    return cubin.find(".debug_line") != std::string::npos;
}

Disassembler describe(const fs::path& program)
{
    Disassembler found{program.string(), program.filename().string().starts_with("cuobjdump"), ""};
    // Example: "Cuda compilation tools, release 13.0, V13.0.85"
    const auto output = base::run_child(found.program, {"--version"}, -1, {std::chrono::seconds(5), 65536});
    if (!output) return found;
    const auto at = output->text.find(", V");
    if (at == std::string::npos) return found;
    found.version = output->text.substr(at + 3, output->text.find_first_of(" \r\n", at + 3) - at - 3);
    return found;
}

/// Passes the code in memory, because a crash could leave a file behind.
model::Expected<int> in_memory(const std::string& cubin)
{
    const int file = memfd_create("spillway-cubin", MFD_CLOEXEC);
    if (file < 0) return model::Error{"no memory file for the disassembler", "disassembler", ""};
    std::size_t written = 0;
    while (written < cubin.size()) {
        const ssize_t count = write(file, cubin.data() + written, cubin.size() - written);
        if (count <= 0) {
            close(file);
            return model::Error{"no memory for the code that the disassembler reads", "disassembler", ""};
        }
        written += static_cast<std::size_t>(count);
    }
    return file;
}

model::Expected<std::string> run(const Disassembler& disassembler, const Arguments& words, int cubin,
                                 const std::function<bool()>& should_stop)
{
    const CompileBounds bounds = compile_bounds();
    base::ChildLimits limits;
    // On a busy machine the disassembler gets a small share of a core, so limit its CPU time. The longer limit on its
    // wall time, after a slow compile, must still fit into max_seconds_for() of app/worker_client.
    limits.processor_time = std::chrono::seconds(static_cast<int>(std::ceil(2 * bounds.seconds)));
    limits.time = std::chrono::milliseconds(static_cast<int>(5000 * bounds.seconds));
    limits.output_bytes = max_text_bytes;
    limits.memory_bytes = 2 * bounds.memory_bytes;
    limits.should_stop = should_stop;
    auto output = base::run_child(disassembler.program, words, cubin, std::move(limits));
    if (!output) return model::Error{disassembler.program + " " + output.error().what, "disassembler", ""};
    if (output->exit_status != 0) {
        return model::Error{disassembler.program + " failed with status " + std::to_string(output->exit_status) + ": " +
                                output->text.substr(0, 400),
                            "disassembler", "install the disassembler of the same CUDA version as the compiler"};
    }
    return std::move(output->text);
}

}  // namespace

model::Expected<Disassembler> find_disassembler()
{
    const std::string wanted = environment("SPILLWAY_NVDISASM");
    if (wanted == "none") return model::Error{"switched off by SPILLWAY_NVDISASM=none", "disassembler", advice};
    std::error_code error;
    for (const char* name : {"nvdisasm", "cuobjdump"}) {
        if (wanted.empty()) {
            for (const fs::path& file : candidates(name)) {
                if (is_program(file)) return describe(file);
            }
        } else if (fs::is_directory(wanted, error)) {
            if (is_program(fs::path(wanted) / name)) return describe(fs::path(wanted) / name);
        } else if (is_program(wanted)) {
            return describe(wanted);
        }
    }
    return model::Error{"neither nvdisasm nor cuobjdump was found", "disassembler", advice};
}

model::Tool to_status(const model::Expected<Disassembler>& disassembler)
{
    if (disassembler) return {true, disassembler->version, disassembler->program, "", ""};
    return {false, "", "", disassembler.error().what, disassembler.error().advice};
}

std::string Disassembler::identity() const
{
    std::string text = program + "|" + version;
    // Size and date reveal another program at the same path.
    std::error_code error;
    const auto bytes = fs::file_size(program, error);
    if (!error) text += "|" + std::to_string(bytes);
    const auto changed = fs::last_write_time(program, error);
    if (!error) text += "@" + std::to_string(changed.time_since_epoch().count());
    for (const Arguments& words : {words_for_life(), words_for_lines()})
        for (const std::string& word : words) text += "|" + word;
    return text;
}

bool Disassembler::shows_marks() const
{
    int major = 0, minor = 0;
    const char* const end = version.data() + version.size();
    const auto read = std::from_chars(version.data(), end, major);
    if (read.ptr != end) std::from_chars(read.ptr + 1, end, minor);
    return !is_cuobjdump && std::pair(major, minor) >= std::pair(13, 5);
}

bool has_no_lines(const Disassembler& disassembler, const std::string& cubin)
{
    return disassembler.is_cuobjdump || !has_lines(cubin);
}

model::Expected<SassTexts> disassemble(const Disassembler& disassembler, const std::string& cubin, SassDetail detail,
                                       const std::function<bool()>& should_stop, const std::optional<std::string>& life)
{
    const auto file = in_memory(cubin);
    if (!file) return file.error();
    SassTexts texts;
    if (detail == SassDetail::figures || has_no_lines(disassembler, cubin)) {
        const Arguments words = disassembler.is_cuobjdump ? Arguments{"-sass", cubin_place} : words_for_life();
        auto text = run(disassembler, words, *file, should_stop);
        close(*file);
        if (!text) return text.error();
        texts.code = std::move(*text);
        if (disassembler.is_cuobjdump) texts.why_no_life = "cuobjdump does not show live registers";
        return texts;
    }
    const auto read_life = [&]() -> model::Expected<std::string> {
        return life ? *life : run(disassembler, words_for_life(), *file, should_stop);
    };
    auto life_run = std::async(std::launch::async, read_life);
    auto code = run(disassembler, words_for_lines(), *file, should_stop);
    auto life_text = life_run.get();
    close(*file);
    if (!code) return code.error();
    texts.code = std::move(*code);
    if (life_text)
        texts.life = std::move(*life_text);
    else
        texts.why_no_life = life_text.error().what;
    return texts;
}

}  // namespace spillway::compiler
