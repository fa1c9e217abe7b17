#pragma once

// The shortest words for a cause: "taps", "indexed at run time".

#include <string>

#include "app/model/cause.h"

namespace spillway::model {

/// Name of the object in local memory: "window", "sin". Without a name, a noun for its kind: "spilled registers".
[[nodiscard]] std::string cause_subject(const Cause& cause);

/// Reason, after a name: "indexed at run time".
[[nodiscard]] const char* reason_words(CauseKind kind);

}  // namespace spillway::model
