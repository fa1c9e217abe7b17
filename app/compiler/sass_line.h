#pragma once

// One line of a disassembler's text taken apart.

#include <cstdint>
#include <optional>
#include <string_view>

namespace spillway::compiler {

/// `/*0230*/  @P0 STL [R1+0x8c], R26  (*"SpillRefill"*);  /* 0x00008c1a01007387 */  // |  24  |  2  |`
struct SassInstruction {
    std::uint64_t offset = 0;
    std::string_view code;  ///< "@P0 STL [R1+0x8c], R26"
    bool is_spill = false;
};

/// Nothing where the line is no instruction.
[[nodiscard]] std::optional<SassInstruction> sass_instruction(std::string_view line);

/// The upper half of an instruction's 128 bits, which stands in a line of its own.
[[nodiscard]] std::optional<std::uint64_t> upper_encoding(std::string_view line);

/// The columns behind "//", as `-plr -lrm count` prints them.
class LifeColumns {
public:
    /// The general-purpose registers that the line tells; nothing where it tells none. The head of the table says in
    /// which column they stand.
    std::optional<int> read(std::string_view line);

    [[nodiscard]] bool has_table() const { return has_table_; }

private:
    bool has_table_ = false;
    int column_ = -1;  ///< -1: the code needs no general-purpose register
};

/// "k" of "k:", of `k  /* (* ... *)*/ :` and of "k:  // | | |"; nothing where the line is no label.
[[nodiscard]] std::optional<std::string_view> sass_label(std::string_view line);
/// Whether the label's remark is of a compile with --compiler-annotations.
[[nodiscard]] bool is_annotation(std::string_view line);

/// The function whose code begins here: nvdisasm's ".text.NAME:" section, cuobjdump's "Function : NAME"; "" where code
/// ends.
[[nodiscard]] std::optional<std::string_view> function_start(std::string_view line);

/// The line of `//## File "/cwd/running_mean/kernel.cu", line 13`.
struct LineMark {
    bool is_ptx = false;
    int line = 0;  ///< 0: of another file
};
[[nodiscard]] std::optional<LineMark> line_mark(std::string_view line, std::string_view source_name);

/// "LDL.64" of "@!P1 LDL.64 R2, [R1]".
[[nodiscard]] std::string_view opcode_of(std::string_view code);
[[nodiscard]] bool is_opcode(std::string_view code, std::string_view name);
/// Bytes for each thread that an opcode such as "STL.64" or "LDL.LU.S8" moves.
[[nodiscard]] std::int64_t moved_bytes(std::string_view opcode);

}  // namespace spillway::compiler
