#pragma once

// Code of a .cu that the compiler makes for a special target alone: between #if and #endif of a macro that only such a
// target defines. ptxas refuses nothing then; without the target the code is silently missing.

#include <optional>
#include <string>
#include <string_view>

namespace spillway::catalogue {

struct SpecialCode {
    int line = 0;        ///< of the macro
    std::string macro;   ///< "__CUDA_ARCH_FEAT_SM90_ALL"
    std::string target;  ///< "sm_90a", which defines it
};

/// The first place in the text whose code a special target of this architecture adds; empty if there is none.
[[nodiscard]] std::optional<SpecialCode> special_code_in(std::string_view text, const std::string& arch);
/// Whether there is such a place for any architecture.
[[nodiscard]] bool has_special_code(std::string_view text);

}  // namespace spillway::catalogue
