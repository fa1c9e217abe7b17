#pragma once

// The text of PTX as lines and functions: what ptx.h and cause_ptx.h read it with.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

/// One function's lines, signature included: lines[first, last).
struct PtxFunction {
    std::string name;
    bool is_entry = false;
    std::size_t first = 0, last = 0;
};

/// What a function calls, by name; `through_pointer` when one target is a register.
struct PtxCalls {
    std::set<std::string> names;
    bool through_pointer = false;
};

[[nodiscard]] std::vector<std::string_view> ptx_lines(std::string_view text);
/// A line without what surrounds its instruction or declaration.
[[nodiscard]] std::string_view ptx_statement(std::string_view line);
/// The number that the text begins with; 0 where it begins with none.
[[nodiscard]] int ptx_number(std::string_view text);
[[nodiscard]] std::vector<PtxFunction> find_functions(const std::vector<std::string_view>& lines);
[[nodiscard]] PtxCalls find_calls(const std::vector<std::string_view>& lines, const PtxFunction& function);
/// Bytes of one declaration: ".local .align 16 .b8 	__local_depot1[16];", ".local .b32 x[4][2];".
[[nodiscard]] std::int64_t declared_bytes(std::string_view line);
/// Number of the .file directive that names the source: `.file 1 "/cwd/running_mean/kernel.cu"`; else 1, as NVRTC
/// numbers the program's own text first and leaves the directive out when there is no other file.
[[nodiscard]] int source_file_number(const std::vector<std::string_view>& lines, std::string_view source_name);

}  // namespace spillway::compiler
