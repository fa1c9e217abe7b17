#pragma once

// Local memory in PTX with line information: declared bytes per function, lines of use, and addresses that are computed
// at run time or passed on.

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
    std::int64_t alignment = 0;  ///< largest of its `.local` declarations
    int declared_line = 0;       ///< first line of its code; 0: not in the source
    int line = 0;                ///< first source line that uses it; 0: none
    int varying_line = 0;        ///< line of an access with a variable address; 0: none known
    int escape_line = 0;         ///< line that passes its address on
    bool varies = false, escapes = false;
    std::map<std::string, int> calls;  ///< function to the first source line that calls it
    bool calls_by_pointer = false;
    /// By-value parameters of an entry with values that are stored in its local memory: bytes by position.
    std::map<int, std::int64_t> copied_parameters;

    friend bool operator==(const PtxLocals&, const PtxLocals&) = default;
};

/// A place in a header whose code, inlined into a function, uses the function's local memory.
struct HeaderUse {
    std::string header;    ///< its file name: "coalesced_scan.h"
    std::string function;  ///< demangled, with arguments
    int line = 0;          ///< of the header
    int source_line = 0;   ///< line of the source that the code is inlined into; 0: not known
    int count = 0;         ///< accesses

    friend bool operator==(const HeaderUse&, const HeaderUse&) = default;
};

/// The places in files other than `source_name`, most accesses first.
[[nodiscard]] std::vector<HeaderUse> header_uses(std::string_view ptx, const std::string& function,
                                                 std::string_view source_name);

/// One entry per function with a body. Only lines of `source_name` count.
[[nodiscard]] std::vector<PtxLocals> read_ptx_locals(std::string_view ptx, std::string_view source_name);

}  // namespace spillway::compiler
