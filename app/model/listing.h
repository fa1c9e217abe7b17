#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spillway::model {

/// Spills that ptxas marks, in bytes per thread. Each instruction counts once, however often it runs.
struct SpillBytes {
    std::int64_t local_stores = 0, local_loads = 0;    ///< STL and LDL
    std::int64_t shared_stores = 0, shared_loads = 0;  ///< STS and LDS

    [[nodiscard]] std::int64_t total() const { return local_stores + local_loads + shared_stores + shared_loads; }
    SpillBytes& operator+=(const SpillBytes& more);
    friend bool operator==(const SpillBytes&, const SpillBytes&) = default;
};

inline SpillBytes& SpillBytes::operator+=(const SpillBytes& more)
{
    local_stores += more.local_stores;
    local_loads += more.local_loads;
    shared_stores += more.shared_stores;
    shared_loads += more.shared_loads;
    return *this;
}

/// One line of PTX or SASS.
struct ListingLine {
    std::string text;
    int source_line = 0;         ///< 1-based line of kernel.cu; 0: none
    bool touches_local = false;  ///< .local, ld.local, st.local, LDL, STL, or takes a local address
    std::optional<int> live_registers = std::nullopt;  ///< 32-bit registers in use; of a line of PTX the most
    std::optional<SpillBytes> spills = std::nullopt;   ///< empty: none
    std::optional<int> control = std::nullopt;         ///< of SASS: bits 105 to 125, see control_code.h
    std::optional<std::int64_t> offset =
        std::nullopt;                               ///< of an instruction of SASS: bytes from where its section begins
    std::optional<int> ptx_row = std::nullopt;      ///< of SASS: the line of Listing::ptx, 1-based
    std::optional<int> module_line = std::nullopt;  ///< of PTX: the line of PtxModule::text, 1-based
};

/// Whole PTX that a listing's lines are of, for the interpreter.
struct PtxModule {
    std::string text;
    std::string entry;  ///< mangled
};

/// Register use, spills and samples of one line of kernel.cu.
struct SourceLineNeeds {
    int line = 0;                                        ///< 1-based
    std::optional<int> live_registers;                   ///< maximum over its instructions
    SpillBytes spills;                                   ///< sum over its instructions
    std::optional<double> sampled_share = std::nullopt;  ///< share of the launch's samples; empty without samples
    /// Shares of the samples by reason, see LineStalls::by_reason.
    std::optional<std::map<std::string, double>> waits = std::nullopt;
};

/// The generated code of one configuration, for the Source, PTX and SASS panels.
struct Listing {
    std::vector<ListingLine> ptx;
    std::optional<std::vector<ListingLine>> sass;  ///< empty if no disassembler was found
    std::string sass_reason;                       ///< why SASS is missing, and what to install
    std::vector<int> local_source_lines;           ///< lines of kernel.cu whose code uses local memory
    std::optional<std::vector<SourceLineNeeds>> source_lines = std::nullopt;  ///< ascending
    std::optional<std::string> live_reason = std::nullopt;                    ///< why no line tells its live registers
    std::optional<std::string> spill_reason = std::nullopt;                   ///< why no line tells its spills
    std::optional<std::string> code = std::nullopt;                           ///< as StallSamples::code
    std::optional<PtxModule> module = std::nullopt;                           ///< empty: longer than is sent
};

/// One kernel of a compiled module, from `spillway-worker --listing`.
struct KernelListing {
    std::string entry;        ///< mangled
    std::string source_file;  ///< source of the line numbers, as the compiler named it; empty: no line information
    Listing listing;          ///< without PTX
};

}  // namespace spillway::model
