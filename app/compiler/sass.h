#pragma once

// SASS lines from a disassembler's output.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/disassembler.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Header line that a SASS instruction comes from. `line` 0: it comes from no header.
struct HeaderLine {
    std::size_t header = 0;  ///< index in SassCode::headers
    int line = 0;
};

/// Code of one entry and of the functions that ptxas placed with it.
struct SassCode {
    std::vector<model::ListingLine> lines;
    std::vector<int> ptx_lines;                    ///< for each line its 1-based line in the PTX; 0: none
    std::vector<HeaderLine> header_lines;          ///< for each line its place in a header
    std::vector<std::string> headers;              ///< their names, without folders
    bool is_annotated = false;                     ///< ptxas marked its spills, and the disassembler prints the marks
    bool has_live = false;                         ///< each instruction has its live registers
    std::optional<std::string> why_not_annotated;  ///< reason and advice
    std::optional<std::string> why_not_live;
};

/// Reads the output of either tool. Lines of files other than `source_name` get no source line.
[[nodiscard]] SassCode read_sass(const SassTexts& texts, const std::string& entry, std::string_view source_name);

/// Counts all instructions, without the NOPs that pad a function's end, and among them LDL, STL, REDUX, SHFL, ATOMS and
/// loads of __constant__ variables.
[[nodiscard]] model::SassInspection count_sass(const std::vector<model::ListingLine>& listing);

}  // namespace spillway::compiler
