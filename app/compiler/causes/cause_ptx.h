#pragma once

// Local memory in PTX with line information: declared bytes per function, lines of use, and addresses that are computed
// at run time or passed on.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

/// A load, a store, or a store of an address (to memory or for a call).
struct LocalUse {
    std::set<std::int64_t> offsets;  ///< in the function's `.local`, before a run-time part is added; sorted
    int line = 0;                    ///< of the source; 0: none known
    bool varies = false;             ///< the address is computed at run time
    bool escapes = false;            ///< the address itself is stored

    friend bool operator==(const LocalUse&, const LocalUse&) = default;
};

/// Uses of one object in local memory. Lines: 0 if unknown.
struct ObjectUse {
    bool is_indexed = false;  ///< at an address that is computed at run time
    bool escapes = false;     ///< its address goes to a call or is stored
    bool is_chosen = false;   ///< one register holds its address or that of another object
    int indexed_line = 0, escape_line = 0, chosen_line = 0;
};

struct PtxLocals {
    std::string function;  ///< mangled
    bool is_entry = false;
    std::int64_t bytes = 0;      ///< of its `.local` declarations
    std::int64_t alignment = 0;  ///< largest of its `.local` declarations
    int declared_line = 0;       ///< first line of its code; 0: not in the source
    std::vector<LocalUse> uses;
    std::map<std::string, int> calls;  ///< function to the first source line that calls it
    bool calls_by_pointer = false;
    /// By-value parameters of an entry with values that are stored in its local memory: bytes by position.
    std::map<int, std::int64_t> copied_parameters;

    friend bool operator==(const PtxLocals&, const PtxLocals&) = default;
};

/// Use of the object with these bytes at this offset.
[[nodiscard]] ObjectUse object_use(const PtxLocals& locals, std::int64_t offset, std::int64_t bytes);
/// Use of all objects together.
[[nodiscard]] ObjectUse whole_use(const PtxLocals& locals);
/// First source line that uses local memory; 0: none.
[[nodiscard]] int first_use_line(const PtxLocals& locals);

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

/// Line of the source that the code at this line of the PTX (1-based) comes from or is inlined into; 0: not known.
[[nodiscard]] int source_line_of_ptx(std::string_view ptx, int ptx_line, std::string_view source_name);

/// One entry per function with a body. Only lines of `source_name` count.
[[nodiscard]] std::vector<PtxLocals> read_ptx_locals(std::string_view ptx, std::string_view source_name);

}  // namespace spillway::compiler
