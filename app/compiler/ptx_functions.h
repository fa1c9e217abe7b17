#pragma once

// Splits PTX into lines and functions, for ptx.h and cause_ptx.h.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

/// Lines [first, last) of one function, signature included.
struct PtxFunction {
    std::string name;
    bool is_entry = false;
    std::size_t first = 0, last = 0;
};

/// Names of the called functions; `through_pointer` if a target is a register.
struct PtxCalls {
    std::set<std::string> names;
    bool through_pointer = false;
    bool allocates = false;          ///< takes stack at run time: alloca()
    std::set<std::string> shapes{};  ///< call_shape() of the prototypes of calls through pointers
};

[[nodiscard]] std::vector<std::string_view> ptx_lines(std::string_view text);
/// Instruction or declaration of a line, without surrounding blanks and semicolons.
[[nodiscard]] std::string_view ptx_statement(std::string_view line);
/// Number at the start of the text; 0 if there is none.
[[nodiscard]] int ptx_number(std::string_view text);
[[nodiscard]] std::vector<PtxFunction> find_functions(const std::vector<std::string_view>& lines);
[[nodiscard]] PtxCalls find_calls(const std::vector<std::string_view>& lines, const PtxFunction& function);
/// Types of result and parameters of a function or of a `.callprototype`: ".b32;.b64,.b32;". A call through a pointer
/// reaches functions of its own shape only.
[[nodiscard]] std::string call_shape(std::string_view signature);
/// call_shape() of a function's signature.
[[nodiscard]] std::string shape_of(const std::vector<std::string_view>& lines, const PtxFunction& function);
/// Bytes of one declaration: ".local .align 16 .b8         __local_depot1[16];", ".local .b32 x[4][2];".
[[nodiscard]] std::int64_t declared_bytes(std::string_view line);
/// Number of the .file directive of the source: `.file 1 "/cwd/running_mean/kernel.cu"`. Otherwise 1: NVRTC gives the
/// program's own source the number 1 and omits the directive if there is no other file.
[[nodiscard]] int source_file_number(const std::vector<std::string_view>& lines, std::string_view source_name);

}  // namespace spillway::compiler
