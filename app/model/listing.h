#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spillway::model {

/// One line of PTX or SASS.
struct ListingLine {
    std::string text;
    int source_line = 0;         ///< 1-based line of kernel.cu; 0: none
    bool touches_local = false;  ///< .local, ld.local, st.local, LDL, STL, or takes a local address
};

/// The generated code of one configuration, for the Source, PTX and SASS panels.
struct Listing {
    std::vector<ListingLine> ptx;
    std::optional<std::vector<ListingLine>> sass;  ///< empty where no disassembler was found
    std::string sass_reason;                       ///< why there is no SASS, and what to install
    std::vector<int> local_source_lines;           ///< lines of kernel.cu whose code touches local memory
};

}  // namespace spillway::model
