#pragma once

// What PTX with line information tells of local memory: how much each function declares, on which lines it is used, and
// whether an address of it is reckoned at run time or handed on.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

struct PtxLocals {
    std::string function;  ///< mangled
    bool is_entry = false;
    std::int64_t bytes = 0;      ///< of its `.local` declarations
    std::int64_t alignment = 0;  ///< the largest of them
    int declared_line = 0;       ///< where its code begins; 0: not in our file
    int line = 0;                ///< the first of our lines that uses it; 0: none
    int varying_line = 0;        ///< where it is reached by an address that is no constant; 0: nowhere known
    int escape_line = 0;         ///< where an address of it is handed on
    bool varies = false, escapes = false;
    std::map<std::string, int> calls;  ///< function to the first of our lines that calls it
    bool calls_by_pointer = false;
};

/// Of each function that has a body. `source_name` is the file whose lines count.
[[nodiscard]] std::vector<PtxLocals> read_ptx_locals(std::string_view ptx, std::string_view source_name);

}  // namespace spillway::compiler
