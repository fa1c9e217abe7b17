#pragma once

// Which line of the source the spills of a function stand at, read from its SASS with line information. Nothing is
// assumed: ptxas says how many bytes it spills, and only LDL and STL that add up to just that are taken for spills.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/disassembly.h"
#include "app/model/error.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// One LDL or STL.
struct LocalAccess {
    bool is_store = false;
    std::int64_t bytes = 0;
    std::optional<std::int64_t> frame_offset;  ///< empty: the address is reckoned at run time
    int line = 0;                              ///< 0: none of our file
};

/// Where most bytes of a function's spills are stored and loaded.
struct SpillPlace {
    int line = 0;
    std::int64_t store_bytes = 0;  ///< of the spills at that line, each instruction counted once
    std::int64_t load_bytes = 0;
};

/// The SASS of the entry and what is placed with it, with lines of `source_name`. The Error says why there is none.
[[nodiscard]] model::Expected<std::vector<model::ListingLine>> sass_with_lines(Disassembly& disassembly,
                                                                               const Compiled& code,
                                                                               std::string_view source_name);

/// Those of one function, by its mangled name, in a listing of list_sass().
[[nodiscard]] std::vector<LocalAccess> local_accesses(const std::vector<model::ListingLine>& sass,
                                                      const std::string& function);

/// `local_bytes` are those of the variables at the bottom of the frame, 0 where ptxas keeps none there. The Error says
/// why it cannot be told.
[[nodiscard]] model::Expected<SpillPlace> find_spill_place(const std::vector<LocalAccess>& accesses,
                                                           const model::FunctionReport& report,
                                                           std::int64_t local_bytes);

}  // namespace spillway::compiler
