#pragma once

#include "app/cli/json_output.h"
#include "app/model/roofs.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// Measured limits of a GPU on the worker's machine; `gpu` is its name in the worker's hello. Waits for the reply.
[[nodiscard]] model::Expected<model::Roofs> ask_for_roofs(worker_client::Dispatcher& dispatcher,
                                                          const std::string& gpu);

/// JSON as in recordings.
[[nodiscard]] Json roofs_json(const model::Roofs& roofs);

/// "dram_read 4.42 TB/s, ...; latency shared 28.7 cycles, ...".
[[nodiscard]] std::string roofs_text(const model::Roofs& roofs);

}  // namespace spillway::cli
