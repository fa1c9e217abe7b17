#include "app/compiler/sass.h"

#include <algorithm>
#include <set>

#include "app/base/text.h"
#include "app/compiler/sass_line.h"

namespace spillway::compiler {
namespace {

constexpr int control_shift = 41;  ///< in the upper 64 bits
constexpr std::uint64_t control_mask = 0x1fffff;

constexpr const char* newer_nvdisasm =
    "nvdisasm 13.5 or later shows the spills that ptxas 13 or later marks: install the Python package "
    "nvidia-cuda-nvdisasm, and name the program in "
    "SPILLWAY_NVDISASM";

/// Calls `read` for each line of the entry's code, without surrounding blanks.
template <typename Read>
void for_each_line(std::string_view text, const std::string& entry, Read read)
{
    bool is_ours = false;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = base::trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (const auto name = function_start(line))
            is_ours = *name == entry;
        else if (is_ours)
            read(line);
    }
}

model::SpillBytes spill_bytes(std::string_view code)
{
    const std::string_view opcode = opcode_of(code);
    const std::int64_t bytes = moved_bytes(opcode);
    if (is_opcode(code, "STL")) return {bytes, 0, 0, 0};
    if (is_opcode(code, "LDL")) return {0, bytes, 0, 0};
    if (is_opcode(code, "STS")) return {0, 0, bytes, 0};
    if (is_opcode(code, "LDS")) return {0, 0, 0, bytes};
    return {};
}

class Reader {
public:
    explicit Reader(std::string_view source_name) : source_name_(source_name) {}

    void read(std::string_view line)
    {
        const auto registers = life_.read(line);
        if (const auto mark = line_mark(line, source_name_)) {
            (mark->is_ptx ? ptx_line_ : source_line_) = mark->line;
            if (!mark->is_ptx) header_line_ = {header_at(mark->header), mark->header_line};
        } else if (const auto instruction = sass_instruction(line)) {
            add(*instruction);
            put_live(registers);
        } else if (const auto encoding = upper_encoding(line); encoding && has_instruction_) {
            code_.lines.back().control = static_cast<int>((*encoding >> control_shift) & control_mask);
            put_live(registers);
        } else if (const auto label = sass_label(line); label && !label->starts_with(".text.")) {
            add_label(*label);
        }
        if (is_annotation(line)) code_.is_annotated = true;
    }

    SassCode take()
    {
        code_.has_live = life_.has_table();
        drop_unused_labels();
        return std::move(code_);
    }

private:
    void add(const SassInstruction& instruction)
    {
        const bool is_local = is_opcode(instruction.code, "LDL") || is_opcode(instruction.code, "STL");
        push({"    " + std::string(instruction.code), source_line_, is_local}, ptx_line_);
        code_.lines.back().offset = static_cast<std::int64_t>(instruction.offset);
        if (instruction.is_spill) code_.lines.back().spills = spill_bytes(instruction.code);
        has_instruction_ = true;
    }

    /// The count is in the second line of an instruction whose encoding is printed. No count: no live registers.
    void put_live(std::optional<int> registers)
    {
        if (life_.has_table()) code_.lines.back().live_registers = registers.value_or(0);
    }

    void add_label(std::string_view label)
    {
        push({std::string(label) + ":", 0, false}, 0);
        has_instruction_ = false;
    }

    void push(model::ListingLine line, int ptx_line)
    {
        code_.lines.push_back(std::move(line));
        code_.ptx_lines.push_back(ptx_line);
        code_.header_lines.push_back(header_line_);
    }

    std::size_t header_at(std::string_view name)
    {
        const auto found = std::ranges::find(code_.headers, name);
        const auto at = static_cast<std::size_t>(found - code_.headers.begin());
        if (found == code_.headers.end() && !name.empty()) code_.headers.emplace_back(name);
        return at;
    }

    /// nvdisasm prints a label before each instruction that ptxas has marked. Removes labels without a branch.
    void drop_unused_labels()
    {
        if (!code_.is_annotated) return;
        std::set<std::string> used;
        for (const model::ListingLine& line : code_.lines)
            if (const auto at = line.text.find("(.L_x_"); at != std::string::npos)
                used.insert(line.text.substr(at + 1, line.text.find(')', at) - at - 1) + ":");
        std::size_t kept = 0;
        for (std::size_t i = 0; i < code_.lines.size(); ++i) {
            const std::string& text = code_.lines[i].text;
            if (text.starts_with(".L_x_") && !used.contains(text)) continue;
            if (kept != i) code_.lines[kept] = std::move(code_.lines[i]);
            code_.header_lines[kept] = code_.header_lines[i];
            code_.ptx_lines[kept++] = code_.ptx_lines[i];
        }
        code_.lines.resize(kept);
        code_.ptx_lines.resize(kept);
        code_.header_lines.resize(kept);
    }

    std::string_view source_name_;
    SassCode code_;
    LifeColumns life_;
    int source_line_ = 0, ptx_line_ = 0;
    HeaderLine header_line_;
    bool has_instruction_ = false;  ///< the last line is an instruction
};

bool is_instruction(const model::ListingLine& line)
{
    return line.text.starts_with(" ");
}

std::string_view code_of(const model::ListingLine& line)
{
    return base::trimmed(line.text);
}

/// Takes the live registers from another run, instruction by instruction. Returns false if the code differs. That run
/// may lack the NOPs that pad the end.
bool take_live(SassCode& code, const SassCode& life)
{
    if (!life.has_live) return false;
    auto from = std::find_if(life.lines.begin(), life.lines.end(), is_instruction);
    for (model::ListingLine& line : code.lines) {
        if (!is_instruction(line)) continue;
        const bool is_padding = from == life.lines.end();
        if (opcode_of(code_of(line)) != (is_padding ? "NOP" : opcode_of(code_of(*from)))) return false;
        if (is_padding) continue;
        line.live_registers = from->live_registers;
        from = std::find_if(from + 1, life.lines.end(), is_instruction);
    }
    return from == life.lines.end();
}

SassCode read_text(std::string_view text, const std::string& entry, std::string_view source_name)
{
    Reader reader(source_name);
    for_each_line(text, entry, [&](std::string_view line) { reader.read(line); });
    return reader.take();
}

}  // namespace

SassCode read_sass(const SassTexts& texts, const std::string& entry, std::string_view source_name)
{
    SassCode code = read_text(texts.code, entry, source_name);
    if (!texts.life.empty()) code.has_live = take_live(code, read_text(texts.life, entry, source_name));
    if (!code.has_live)
        code.why_not_live = texts.why_no_life.value_or("the disassembler's text shows no live registers");
    if (!code.is_annotated) code.why_not_annotated = newer_nvdisasm;
    return code;
}

namespace {

/// Counts instructions that show how the compiler implemented reductions, shuffles, shared atomics and constant loads.
struct FeatureCounts {
    int warp_sums = 0, shuffles = 0, shared_atomics = 0, lane_constants = 0, uniform_constants = 0;

    void add(std::string_view code)
    {
        warp_sums += is_opcode(code, "REDUX");
        shuffles += is_opcode(code, "SHFL");
        shared_atomics += is_opcode(code, "ATOMS");
        if (code.find("c[0x3]") == std::string_view::npos) return;  // the bank of __constant__ variables
        lane_constants += is_opcode(code, "LDC");
        uniform_constants += is_opcode(code, "ULDC") || is_opcode(code, "LDCU");
    }
    void put(model::SassInspection& counts) const
    {
        counts.warp_sums = warp_sums;
        counts.shuffles = shuffles;
        counts.shared_atomics = shared_atomics;
        counts.lane_constants = lane_constants;
        counts.uniform_constants = uniform_constants;
    }
};

}  // namespace

model::SassInspection count_sass(const std::vector<model::ListingLine>& listing)
{
    model::SassInspection counts;
    FeatureCounts features;
    int padding = 0;  // trailing NOPs so far
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
        features.add(code);
    }
    counts.instructions -= padding;
    features.put(counts);
    return counts;
}

}  // namespace spillway::compiler
