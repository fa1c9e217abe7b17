#pragma once

// Where the time goes (model/time_account.h), in a sentence or two.

#include <string>
#include <string_view>

#include "app/model/run_result.h"

namespace spillway::teaching {

/// "L2 writes: 4.4 of 4.6 TB/s; 96 % of them are spills." Empty without results.
[[nodiscard]] std::string time_sentence(const model::RunResult& result);

/// "L2 writes"; the name itself where it is none of ours.
[[nodiscard]] std::string resource_words(std::string_view resource);
/// "global, local or texture memory" of "long_scoreboard".
[[nodiscard]] std::string stall_words(std::string_view reason);

}  // namespace spillway::teaching
