#pragma once

#include <string>

#include "app/model/interpreted.h"

namespace spillway::protocol {

/// The object that `run-here --json` prints of a run, see FORMAT.md.
[[nodiscard]] std::string interpreted_to_json(const model::InterpretedRun& run);

}  // namespace spillway::protocol
