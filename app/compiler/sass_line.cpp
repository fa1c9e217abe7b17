#include "app/compiler/sass_line.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/base/text.h"

namespace spillway::compiler {
namespace {

constexpr std::string_view hexadecimal = "0123456789abcdef";

std::optional<std::uint64_t> read_hexadecimal(std::string_view digits)
{
    std::uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    return value;
}

/// Text between the bars of "// |  24  |  2  |".
std::optional<std::string_view> columns_of(std::string_view line)
{
    const auto at = line.rfind("// |");
    return at == std::string_view::npos ? std::nullopt : std::optional(line.substr(at + 4));
}

}  // namespace

std::optional<SassInstruction> sass_instruction(std::string_view line)
{
    line = base::trimmed(line);
    if (!line.starts_with("/*") || line.size() < 8) return std::nullopt;
    const auto close = line.find("*/");
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view digits = line.substr(2, close - 2);
    if (digits.find_first_not_of(hexadecimal) != std::string_view::npos)
        return std::nullopt;  // the upper half of an encoding
    const auto offset = read_hexadecimal(digits);
    if (!offset) return std::nullopt;
    SassInstruction instruction{*offset, line.substr(close + 2)};
    std::string_view& code = instruction.code;
    const auto marked = code.find("(*"), end = code.find(';');
    if (marked != std::string_view::npos && (end == std::string_view::npos || marked < end)) {
        const std::string_view remarks = code.substr(marked, code.find("*)", marked) - marked);
        instruction.is_spill = remarks.find("\"SpillRefill\"") != std::string_view::npos;
        code = code.substr(0, marked);
    } else {
        code = code.substr(0, end);
    }
    code = base::trimmed(code);
    if (code.empty()) return std::nullopt;
    return instruction;
}

std::optional<std::uint64_t> upper_encoding(std::string_view line)
{
    line = base::trimmed(line);
    if (!line.starts_with("/* 0x") || line.size() < 21) return std::nullopt;
    return read_hexadecimal(line.substr(5, 16));
}

std::optional<int> LifeColumns::read(std::string_view line)
{
    auto columns = columns_of(line);
    if (!columns) return std::nullopt;
    has_table_ = true;
    for (int at = 0; !columns->empty(); ++at) {
        const auto end = std::min(columns->find('|'), columns->size());
        const std::string_view cell = base::trimmed(columns->substr(0, end));
        columns->remove_prefix(std::min(end + 1, columns->size()));
        if (cell == "GPR") column_ = at;
        int registers = 0;
        const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), registers);
        if (at == column_ && !cell.empty() && read.ec == std::errc() && read.ptr == cell.data() + cell.size())
            return registers;
    }
    return std::nullopt;
}

std::optional<std::string_view> sass_label(std::string_view line)
{
    if (line.starts_with("/")) return std::nullopt;
    for (const std::string_view from : {"// |", "// +"}) line = line.substr(0, std::min(line.rfind(from), line.size()));
    line = base::trimmed(line);
    if (!line.ends_with(":")) return std::nullopt;
    line.remove_suffix(1);
    return base::trimmed(line.substr(0, line.find("/*")));
}

bool is_annotation(std::string_view line)
{
    return line.find("(* \"instr/R-regs:") != std::string_view::npos;
}

std::optional<std::string_view> function_start(std::string_view line)
{
    // sm_75 has ".sectioninfo" between the section's header and its code; that is not a section.
    if (line.starts_with(".section\t") || line.starts_with(".section ")) {
        const auto begin = line.find(".text.");
        if (begin == std::string_view::npos) return "";  // another section ends the code
        const auto name = line.substr(begin + 6);
        return name.substr(0, name.find_first_of(",\""));
    }
    if (line.starts_with("Function :")) return base::trimmed(line.substr(10));
    return std::nullopt;
}

std::optional<LineMark> line_mark(std::string_view line, std::string_view source_name)
{
    if (!line.starts_with("//## File \"")) return std::nullopt;
    const auto close = line.find('"', 11);
    if (close == std::string_view::npos) return LineMark{};
    const std::string_view file = line.substr(11, close - 11);
    const bool is_ptx = file == ".nv_debug_ptx_txt";
    const auto number = line.find("line ", close);
    LineMark mark{is_ptx};
    int row = 0;
    if (number != std::string_view::npos) std::from_chars(line.data() + number + 5, line.data() + line.size(), row);
    const bool is_other = !is_ptx && !line.substr(0, close).ends_with(source_name);
    if (is_other) mark.header = file.substr(file.rfind('/') + 1);  // npos + 1 is 0
    (is_other ? mark.header_line : mark.line) = row;
    return mark;
}

std::string_view opcode_of(std::string_view code)
{
    if (code.starts_with("{")) code = base::trimmed(code.substr(1));
    if (code.starts_with("@")) code = base::trimmed(code.substr(std::min(code.find(' '), code.size())));
    return code.substr(0, code.find(' '));
}

bool is_opcode(std::string_view code, std::string_view name)
{
    const std::string_view found = opcode_of(code);
    return found == name || (found.starts_with(name) && found[name.size()] == '.');
}

std::int64_t moved_bytes(std::string_view opcode)
{
    constexpr std::pair<std::string_view, std::int64_t> widths[] = {{".128", 16}, {".64", 8}, {".U16", 2}, {".S16", 2},
                                                                    {".16", 2},   {".U8", 1}, {".S8", 1},  {".8", 1}};
    for (const auto& [suffix, bytes] : widths) {
        const auto at = opcode.find(suffix);
        const auto end = at + suffix.size();
        if (at != std::string_view::npos && (end == opcode.size() || opcode[end] == '.')) return bytes;
    }
    return 4;
}

}  // namespace spillway::compiler
