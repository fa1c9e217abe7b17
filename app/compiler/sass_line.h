#pragma once

// Parses one line of a disassembler's output.

#include <cstdint>
#include <optional>
#include <string_view>

namespace spillway::compiler {

/// Example: `/*0230*/  @P0 STL [R1+0x8c], R26  (*"SpillRefill"*);  /* 0x00008c1a01007387 */  // |  24  |  2  |`
struct SassInstruction {
    std::uint64_t offset = 0;
    std::string_view code;  ///< "@P0 STL [R1+0x8c], R26"
    bool is_spill = false;
};

/// Empty if the line is not an instruction.
[[nodiscard]] std::optional<SassInstruction> sass_instruction(std::string_view line);

/// Upper half of an instruction's 128 bits, which has its own line.
[[nodiscard]] std::optional<std::uint64_t> upper_encoding(std::string_view line);

/// Columns after "//", as printed with `-plr -lrm count`.
class LifeColumns {
public:
    /// General-purpose registers that are live in the line; empty if the line shows none. The table's head defines
    /// their column.
    std::optional<int> read(std::string_view line);

    [[nodiscard]] bool has_table() const { return has_table_; }

private:
    bool has_table_ = false;
    int column_ = -1;  ///< -1: the code needs no general-purpose register
};

/// "k" of "k:", of `k  /* (* ... *)*/ :` and of "k:  // | | |"; empty if the line is not a label.
[[nodiscard]] std::optional<std::string_view> sass_label(std::string_view line);
/// True if the label's remark comes from a compile with --compiler-annotations.
[[nodiscard]] bool is_annotation(std::string_view line);

/// Function whose code starts here: nvdisasm's section ".text.NAME:", cuobjdump's "Function : NAME". "" at the end of
/// code.
[[nodiscard]] std::optional<std::string_view> function_start(std::string_view line);

/// Line number of `//## File "/cwd/running_mean/kernel.cu", line 13`.
struct LineMark {
    bool is_ptx = false;
    int line = 0;               ///< of the source or the PTX; 0: of another file
    std::string_view header{};  ///< name of the other file, without folders; empty: none
    int header_line = 0;
};
[[nodiscard]] std::optional<LineMark> line_mark(std::string_view line, std::string_view source_name);

/// Example: "LDL.64" of "@!P1 LDL.64 R2, [R1]".
[[nodiscard]] std::string_view opcode_of(std::string_view code);
[[nodiscard]] bool is_opcode(std::string_view code, std::string_view name);
/// Bytes per thread that an opcode such as "STL.64" or "LDL.LU.S8" moves.
[[nodiscard]] std::int64_t moved_bytes(std::string_view opcode);

}  // namespace spillway::compiler
