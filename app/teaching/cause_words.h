#pragma once

#include <string>
#include <vector>

#include "app/model/cause.h"

namespace spillway::teaching {

/// "Dynamic index": what stands beside the bytes.
[[nodiscard]] std::string cause_label(model::CauseKind kind);
/// What such a thing is, in a sentence, for a tooltip.
[[nodiscard]] std::string cause_help(model::CauseKind kind);
/// What takes it out of local memory; empty where nobody can say.
[[nodiscard]] std::string cause_remedy(model::CauseKind kind);

/// What is there: "window", "sin", or for what has no name "spilled registers".
[[nodiscard]] std::string cause_subject(const model::Cause& cause);
/// "running_mean_local_array<32>(float const*, float*, int)" of a mangled name; the name where it is none.
[[nodiscard]] std::string readable_function(const std::string& mangled);

/// All of it in one sentence: "128 bytes of local memory in each thread: window, because of a dynamic index."
[[nodiscard]] std::string causes_sentence(const std::vector<model::Cause>& causes);

}  // namespace spillway::teaching
