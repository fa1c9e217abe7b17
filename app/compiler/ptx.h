#pragma once

// Reads PTX: functions, their local declarations, their calls, and the source line of each instruction.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/ptx_functions.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Functions that a launch of the entry can run: the entry and its direct and indirect callees. A call through a
/// pointer may reach each device function of its call_shape() whose address the PTX takes; if it takes none, each one.
[[nodiscard]] std::set<std::string> reachable_functions(std::string_view ptx, const std::string& entry);
/// Functions that the entry calls, directly or indirectly, also those that the PTX only declares.
[[nodiscard]] std::set<std::string> called_functions(std::string_view ptx, const std::string& entry);

/// Reasons why the compiler cannot know a maximum of an entry's stack; all false or empty: it can.
struct UnboundedCalls {
    std::set<std::string> recursive;  ///< functions that reach themselves
    bool through_pointer = false;     ///< a reached function calls through a pointer
    bool allocates = false;           ///< a reached function takes stack at run time: alloca()
};
[[nodiscard]] UnboundedCalls unbounded_calls(std::string_view ptx, const std::string& entry);

/// Bytes of `.local` declarations in these functions.
[[nodiscard]] model::PtxInspection inspect_ptx(std::string_view ptx, const std::set<std::string>& functions);

/// Block sizes and registers that an entry was compiled for; empty for any.
struct LaunchBound {
    std::optional<int> max_threads;              ///< __launch_bounds__, or the size of the only block
    std::optional<std::vector<int>> only_block;  ///< x, y and z: __block_size__
    std::optional<int> blocks_per_sm;            ///< second argument of __launch_bounds__
    std::optional<int> max_registers;            ///< __maxnreg__

    [[nodiscard]] bool is_any() const { return max_threads || only_block || blocks_per_sm || max_registers; }
};
[[nodiscard]] LaunchBound launch_bound(std::string_view ptx, const std::string& entry);
[[nodiscard]] LaunchBound launch_bound(const std::vector<std::string_view>& lines, const PtxFunction& function);

/// A file's PTX without its other kernels: a file of templates has megabytes of them. `keeps_line_numbers`: with empty
/// lines in their place.
[[nodiscard]] std::string ptx_of_kernel(std::string_view file, std::string_view entry, bool keeps_line_numbers = false);

/// PTX line by line: the head and these functions. Lines of files other than `source_name` get source line 0.
/// `numbers`, if given, receives the 1-based number of each line in `ptx`; 0 for added lines.
[[nodiscard]] std::vector<model::ListingLine> list_ptx(std::string_view ptx, const std::set<std::string>& functions,
                                                       std::string_view source_name,
                                                       std::vector<int>* numbers = nullptr);

}  // namespace spillway::compiler
