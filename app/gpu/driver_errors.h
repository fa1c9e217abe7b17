#pragma once

// Known errors of the driver. The library that the driver loads into a traced program is compiled with this file, too.

#include <string>

namespace spillway::gpu {

using CuResult = int;

/// True for errors after which every call in the context fails; only a new process helps.
[[nodiscard]] bool ends_context(CuResult status);

/// Sentence with the usual cause and advice; empty if there is nothing to add.
[[nodiscard]] std::string advice_for(CuResult status);

}  // namespace spillway::gpu
