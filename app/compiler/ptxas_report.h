#pragma once

// What `ptxas -v` says, as data; not what the compiler's front end says before it. A pure function on text: it takes
// nvcc's and NVRTC's layout alike, keeps what it can read of a damaged report, and never fails. Fuzzed.

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
    std::optional<int> registers;  ///< absent where ptxas printed no `Used` line
    std::optional<int> barriers;
    std::optional<std::int64_t> cumulative_stack_bytes;
    std::optional<std::int64_t> shared_bytes;    ///< "bytes smem"
    std::optional<std::int64_t> local_bytes;     ///< "bytes lmem"
    std::optional<std::int64_t> constant_bytes;  ///< all banks together: "bytes cmem[0]", "cmem[2]", ...
    std::optional<int> cap_taken;  ///< from "Overriding maximum register limit 256 for 'f' with  32 of maxrregcount"
};

struct PtxasReport {
    std::vector<PtxasFunction> functions;  ///< in the order of the report, one per name
    std::optional<std::int64_t> global_bytes;
    std::optional<std::int64_t> module_constant_bytes;
    std::optional<int> cap_raised_to;  ///< from "adjusting per thread register count of 16 to lower bound of 24"
    std::optional<int> bound_allows;   ///< from "Overriding global maxrregcount 32 with entry-specific value 255"
    std::vector<std::string> errors;   ///< "ptxas error", "ptxas fatal" and located lines, whole
    std::vector<std::string> warnings;

    [[nodiscard]] const PtxasFunction* find(std::string_view name) const;
};

[[nodiscard]] PtxasReport parse_ptxas_report(std::string_view text);

}  // namespace spillway::compiler
