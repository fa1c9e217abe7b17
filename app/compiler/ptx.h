#pragma once

// Reading PTX: which functions there are, what they declare in local memory, what they call, and which
// source line each instruction came from.

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

/// The functions that run when the entry is launched: it and what it calls, directly or not. A call through a
/// pointer may reach any device function.
[[nodiscard]] std::set<std::string> reachable_functions(std::string_view ptx, const std::string& entry);

/// Bytes of `.local` declarations, of the functions in `functions` only.
[[nodiscard]] model::PtxInspection inspect_ptx(std::string_view ptx, const std::set<std::string>& functions);

/// Which blocks an entry was compiled for; nothing where it takes any.
struct LaunchBound {
    std::optional<int> most_threads;             ///< __launch_bounds__, or of the only block
    std::optional<std::vector<int>> only_block;  ///< x, y and z: __block_size__
};
[[nodiscard]] LaunchBound launch_bound(std::string_view ptx, const std::string& entry);
[[nodiscard]] LaunchBound launch_bound(const std::vector<std::string_view>& lines, const PtxFunction& function);

/// The PTX line by line, of the functions in `functions` only (and the head). `source_name` is the file whose lines
/// count; code from a header has source line 0. `numbers`, where given, get each line's 1-based number in `ptx`, 0 for
/// a line of ours.
[[nodiscard]] std::vector<model::ListingLine> list_ptx(std::string_view ptx, const std::set<std::string>& functions,
                                                       std::string_view source_name,
                                                       std::vector<int>* numbers = nullptr);

}  // namespace spillway::compiler
