#include "app/compiler/sass.h"

#include <charconv>
#include <filesystem>
#include <optional>

#include <sys/mman.h>
#include <unistd.h>

#include "app/base/child_process.h"
#include "app/base/text.h"
#include "app/compiler/compile_bounds.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

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

/// Its descriptor 3 is the cubin.
std::vector<std::string> arguments_for(const Disassembler& disassembler)
{
    if (disassembler.is_cuobjdump) return {"-sass", "/proc/self/fd/3"};
    return {"--print-code", "--print-line-info", "/proc/self/fd/3"};
}

Disassembler describe(const fs::path& program)
{
    Disassembler found{program.string(), program.filename().string().starts_with("cuobjdump"), ""};
    // "Cuda compilation tools, release 13.0, V13.0.85"
    const auto output = base::run_child(found.program, {"--version"}, -1, {std::chrono::seconds(5), 65536});
    if (!output) return found;
    const auto at = output->text.find(", V");
    if (at == std::string::npos) return found;
    found.version = output->text.substr(at + 3, output->text.find_first_of(" \r\n", at + 3) - at - 3);
    return found;
}

/// The text of an instruction: what follows "/*0040*/", without the encoding that cuobjdump adds after it.
std::optional<std::string_view> instruction(std::string_view line)
{
    line = base::trimmed(line);
    if (!line.starts_with("/*") || line.size() < 8) return std::nullopt;
    const auto close = line.find("*/");
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view offset = line.substr(2, close - 2);
    if (offset.empty() || offset.starts_with("0x") ||
        offset.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
        return std::nullopt;  // the second line of an encoding
    }
    std::string_view code = line.substr(close + 2);
    if (const auto end = code.find(';'); end != std::string_view::npos) code = code.substr(0, end);
    code = base::trimmed(code);
    if (code.empty()) return std::nullopt;
    return code;
}

/// "LDL.64" of "@!P1 LDL.64 R2, [R1]".
std::string_view opcode(std::string_view code)
{
    if (code.starts_with("{")) code = base::trimmed(code.substr(1));
    if (code.starts_with("@")) code = base::trimmed(code.substr(std::min(code.find(' '), code.size())));
    return code.substr(0, code.find(' '));
}

bool is_opcode(std::string_view code, std::string_view name)
{
    const std::string_view found = opcode(code);
    return found == name || (found.starts_with(name) && found[name.size()] == '.');
}

/// The function whose code begins here: nvdisasm's ".text.NAME:" section, cuobjdump's "Function : NAME".
std::optional<std::string_view> function_start(std::string_view line)
{
    // ".sectioninfo", which sm_75 has between the section's head and its code, is no section.
    if (line.starts_with(".section\t") || line.starts_with(".section ")) {
        const auto begin = line.find(".text.");
        if (begin == std::string_view::npos) return "";  // another section ends the code
        const auto name = line.substr(begin + 6);
        return name.substr(0, name.find_first_of(",\""));
    }
    if (line.starts_with("Function :")) return base::trimmed(line.substr(10));
    return std::nullopt;
}

/// The line of `//## File "/cwd/running_mean/kernel.cu", line 13`, 0 where it is another file's.
std::optional<int> line_mark(std::string_view line, std::string_view source_name)
{
    if (!line.starts_with("//## File \"")) return std::nullopt;
    const auto close = line.find('"', 11);
    if (close == std::string_view::npos || !line.substr(0, close).ends_with(source_name)) return 0;
    const auto number = line.find("line ", close);
    int value = 0;
    if (number != std::string_view::npos) std::from_chars(line.data() + number + 5, line.data() + line.size(), value);
    return value;
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
    // Another program at the same place has another size or date.
    std::error_code error;
    const auto bytes = fs::file_size(program, error);
    if (!error) text += "|" + std::to_string(bytes);
    const auto changed = fs::last_write_time(program, error);
    if (!error) text += "@" + std::to_string(changed.time_since_epoch().count());
    for (const std::string& argument : arguments_for(*this)) text += "|" + argument;
    return text;
}

model::Expected<std::string> disassemble(const Disassembler& disassembler, const std::string& cubin)
{
    // The code goes through memory, never through a file that could be left behind.
    const int file = memfd_create("spillway-cubin", MFD_CLOEXEC);
    if (file < 0) return model::Error{"no memory file for the disassembler", "disassembler", ""};
    std::size_t written = 0;
    while (written < cubin.size()) {
        const ssize_t count = write(file, cubin.data() + written, cubin.size() - written);
        if (count <= 0) break;
        written += static_cast<std::size_t>(count);
    }
    const CompileBounds bounds = compile_bounds();
    const auto time = std::chrono::milliseconds(static_cast<int>(2000 * bounds.seconds));
    auto output = base::run_child(disassembler.program, arguments_for(disassembler), file,
                                  {time, most_text_bytes, 2 * bounds.memory_bytes});
    close(file);
    if (!output) return model::Error{disassembler.program + " " + output.error().what, "disassembler", ""};
    if (output->exit_status != 0) {
        return model::Error{disassembler.program + " failed with status " + std::to_string(output->exit_status) + ": " +
                                output->text.substr(0, 400),
                            "disassembler", "install the disassembler of the same CUDA version as the compiler"};
    }
    return std::move(output->text);
}

std::vector<model::ListingLine> list_sass(std::string_view text, const std::string& entry, std::string_view source_name)
{
    std::vector<model::ListingLine> listing;
    bool is_ours = false;
    int source_line = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = base::trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (const auto name = function_start(line)) {
            is_ours = *name == entry;
            source_line = 0;
        } else if (!is_ours) {
            continue;
        } else if (const auto mark = line_mark(line, source_name)) {
            source_line = *mark;
        } else if (const auto code = instruction(line)) {
            const bool is_local = is_opcode(*code, "LDL") || is_opcode(*code, "STL");
            listing.push_back({"    " + std::string(*code), source_line, is_local});
        } else if (line.ends_with(":") && !line.starts_with(".text.")) {
            listing.push_back({std::string(line), 0, false});
        }
    }
    return listing;
}

model::SassInspection count_sass(const std::vector<model::ListingLine>& listing)
{
    model::SassInspection counts;
    int padding = 0;  // NOPs so far with nothing after them
    for (const model::ListingLine& line : listing) {
        if (!line.text.starts_with(" ")) {
            if (!line.text.starts_with(".L_x_")) padding = 0;
            continue;
        }
        const std::string_view code = base::trimmed(line.text);
        ++counts.instructions;
        padding = is_opcode(code, "NOP") ? padding + 1 : 0;
        counts.local_loads += is_opcode(code, "LDL");
        counts.local_stores += is_opcode(code, "STL");
    }
    counts.instructions -= padding;
    return counts;
}

}  // namespace spillway::compiler
