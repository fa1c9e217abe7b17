#pragma once

// Why a variable is in local memory: from the trials that removed it, else from its use in PTX. Compiles nothing.

#include <cstdint>
#include <string>

#include "app/compiler/causes/cause_reasoning.h"
#include "app/model/cause.h"

namespace spillway::compiler {

struct Reason {
    model::CauseKind kind = model::CauseKind::unknown;
    std::string evidence;  ///< without a full stop
};

/// `is_kept`: ptxas has the variable in the stack frame. Otherwise it is in PTX only.
[[nodiscard]] Reason reason_of(const CauseFacts& facts, const FunctionSeen& function, const VariableSeen& variable,
                               bool is_kept);

/// Reason for which trials are missing: time ran out, or their sources do not compile. Empty: none is missing.
[[nodiscard]] std::string untried(const CauseFacts& facts);

/// "1 byte", "24 bytes".
[[nodiscard]] std::string bytes_text(std::int64_t bytes);

/// Numbers of the function after the trial; null: not tried, or it is gone.
[[nodiscard]] const FunctionSeen* function_after(const CauseFacts& facts, const FunctionSeen& function, Trial trial);

}  // namespace spillway::compiler
