#pragma once

// Resource needs of the machine code per line: live registers from nvdisasm, spills from the marks of ptxas. The marks
// of a function add up to the spill stores and loads that ptxas reports.

#include <string>
#include <vector>

#include "app/compiler/sass.h"
#include "app/model/error.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Line with the most bytes of spill stores and loads in a function.
struct SpillPlace {
    int line = 0;
    std::string header{};          ///< file of the line, without folders; empty: the source itself
    std::int64_t store_bytes = 0;  ///< of the spills at this line; each instruction counts once
    std::int64_t load_bytes = 0;
    int ptx_line = 0;     ///< of one of them; 0: unknown
    int source_line = 0;  ///< for a header: line of the source that its code is inlined into; 0: unknown
};

/// Sum of the marked spills of one function, by its mangled name.
[[nodiscard]] model::SpillBytes spills_of(const SassCode& code, const std::string& function);

/// The Error says why the place is unknown.
[[nodiscard]] model::Expected<SpillPlace> find_spill_place(const SassCode& code, const std::string& function);

/// Each source line with code, ascending; its live registers are empty if unknown.
[[nodiscard]] std::vector<model::SourceLineNeeds> needs_of_source(const SassCode& code);

/// Adds the needs to lines of PTX. `numbers` holds their line numbers in the PTX, as in SassCode::ptx_lines. Sets the
/// PTX row of each SASS row.
void put_needs(std::vector<model::ListingLine>& ptx, const std::vector<int>& numbers, SassCode& code);

/// Instruction counts, loads in flight, peak of live registers, and the entry's spills to shared memory; empty if
/// unknown.
[[nodiscard]] model::CodeFigures figures_of(const SassCode& code, const std::string& entry);

}  // namespace spillway::compiler
