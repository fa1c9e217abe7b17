#pragma once

// Parses the output of `ptxas -v`, and that of `nvlink -v` below it, without the front end's messages before it.
// Accepts the layouts of nvcc and NVRTC, keeps all readable parts of a damaged report, and never fails. Fuzzed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

/// One "Compiling entry function" or "Function properties" block.
struct PtxasFunction {
    std::string name;  ///< mangled
    bool is_entry = false;
    std::string arch;  ///< "sm_90", entries only
    std::optional<std::int64_t> stack_frame_bytes, spill_store_bytes, spill_load_bytes;
    std::optional<int> registers;  ///< absent without a `Used` line
    std::optional<int> barriers;
    std::optional<std::int64_t> cumulative_stack_bytes;
    std::optional<std::int64_t> shared_bytes;        ///< "bytes smem"
    std::optional<std::int64_t> local_bytes;         ///< "bytes lmem"
    std::optional<std::int64_t> constant_bytes;      ///< sum over all banks: "bytes cmem[0]", "cmem[2]", ...
    std::optional<int> linked_registers;             ///< nvlink's, with those of the called functions
    std::optional<std::int64_t> linked_stack_bytes;  ///< the same; absent if the linker cannot know it
    std::optional<int> cap_taken;  ///< from "Overriding maximum register limit 256 for 'f' with  32 of maxrregcount"
};

struct PtxasReport {
    std::vector<PtxasFunction> functions;  ///< in the order of the report, one per name
    std::optional<std::int64_t> global_bytes;
    std::optional<std::int64_t> module_constant_bytes;
    std::optional<int> cap_raised_to;  ///< from "adjusting per thread register count of 16 to lower bound of 24"
    std::optional<int> bound_allows;   ///< from "Overriding global maxrregcount 32 with entry-specific value 255"
    std::vector<std::string> errors;   ///< whole lines with "ptxas error", "ptxas fatal" or a location
    std::vector<std::string> warnings;
    std::vector<std::string> undefined;  ///< mangled functions that nvlink did not find

    [[nodiscard]] const PtxasFunction* find(std::string_view name) const;
};

[[nodiscard]] PtxasReport parse_ptxas_report(std::string_view text);

}  // namespace spillway::compiler
