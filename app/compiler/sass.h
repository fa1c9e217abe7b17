#pragma once

// SASS, through nvdisasm or cuobjdump as a child process.

#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/tool_search.h"
#include "app/model/error.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// The disassembler that was found. cuobjdump knows no source lines.
struct Disassembler {
    std::string program;
    bool is_cuobjdump = false;
    std::string version;

    /// The program as it lies there now, and how it is called: whatever may change its text for one cubin.
    [[nodiscard]] std::string identity() const;
};

/// SPILLWAY_NVDISASM (a file, a folder, or "none"), then the bin folders of cuda_roots(), then PATH; nvdisasm
/// before cuobjdump. The Error says what to install.
[[nodiscard]] model::Expected<Disassembler> find_disassembler();
[[nodiscard]] model::Tool to_status(const model::Expected<Disassembler>& disassembler);

/// The disassembler's text for a cubin.
[[nodiscard]] model::Expected<std::string> disassemble(const Disassembler& disassembler, const std::string& cubin);

/// The instructions and labels of the entry and the functions ptxas placed with it, from either tool's text.
/// `source_name` is the file whose lines count.
[[nodiscard]] std::vector<model::ListingLine> list_sass(std::string_view text, const std::string& entry,
                                                        std::string_view source_name);

/// Counts over a listing: LDL, STL and all instructions, without the NOPs that pad a function's end.
[[nodiscard]] model::SassInspection count_sass(const std::vector<model::ListingLine>& listing);

}  // namespace spillway::compiler
