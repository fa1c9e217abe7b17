#pragma once

// What the machine code needs, by line: live registers as nvdisasm counts them, spills as ptxas marks them. The marks
// of a function add up to ptxas's own spill stores and loads.

#include <string>
#include <vector>

#include "app/compiler/sass.h"
#include "app/model/error.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Where most bytes of a function's spills are stored and loaded.
struct SpillPlace {
    int line = 0;
    std::int64_t store_bytes = 0;  ///< of the spills at that line, each instruction counted once
    std::int64_t load_bytes = 0;
};

/// The marked spills of one function, by its mangled name.
[[nodiscard]] model::SpillBytes spills_of(const SassCode& code, const std::string& function);

/// The Error says why it cannot be told.
[[nodiscard]] model::Expected<SpillPlace> find_spill_place(const SassCode& code, const std::string& function);

/// Each line of the source that has code, ascending; its live registers empty where none are known.
[[nodiscard]] std::vector<model::SourceLineNeeds> needs_of_source(const SassCode& code);

/// The same for lines of PTX; `numbers` are theirs in the PTX, as SassCode::ptx_lines counts. Each row of SASS gets the
/// row of PTX that it comes from.
void put_needs(std::vector<model::ListingLine>& ptx, const std::vector<int>& numbers, SassCode& code);

/// Counts, peak, and the entry's spills to shared memory: those empty where the code tells none.
[[nodiscard]] model::CodeFigures figures_of(const SassCode& code, const std::string& entry);

}  // namespace spillway::compiler
