#pragma once

// What a disassembler wrote, as lines of SASS.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/disassembler.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// The code of one entry and the functions ptxas placed with it.
struct SassCode {
    std::vector<model::ListingLine> lines;
    std::vector<int> ptx_lines;                    ///< of each of them, the 1-based line of the PTX; 0: none
    bool is_annotated = false;                     ///< ptxas marked its spills, and the disassembler shows the marks
    bool has_live = false;                         ///< each instruction tells its live registers
    std::optional<std::string> why_not_annotated;  ///< what is missing, and what to do
    std::optional<std::string> why_not_live;
};

/// Reads either tool's texts. `source_name` is the file whose lines count.
[[nodiscard]] SassCode read_sass(const SassTexts& texts, const std::string& entry, std::string_view source_name);

/// LDL, STL and all instructions, without the NOPs that pad a function's end.
[[nodiscard]] model::SassInspection count_sass(const std::vector<model::ListingLine>& listing);

}  // namespace spillway::compiler
