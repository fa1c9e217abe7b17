#pragma once

// The time account (model/time_account.h) in one or two sentences.

#include <string>
#include <string_view>

#include "app/model/run_result.h"

namespace spillway::teaching {

/// "L2 writes: 4.4 of 4.6 TB/s; 96 % of them are spills." Empty without counters.
[[nodiscard]] std::string time_sentence(const model::RunResult& result);

/// "L2 writes"; an unknown name is returned as it is.
[[nodiscard]] std::string resource_words(std::string_view resource);
/// Words for a stall reason: "global, local or texture memory" for "long_scoreboard".
[[nodiscard]] std::string stall_words(std::string_view reason);

}  // namespace spillway::teaching
