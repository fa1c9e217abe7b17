#pragma once

// A compile's report as the disk cache and the shipped reports keep it.

#include <nlohmann/json.hpp>
#include <string>

#include "app/model/run_result.h"

namespace spillway::compiler {

[[nodiscard]] nlohmann::json to_json(const model::CompileReport& report);
/// Throws nlohmann::json::exception where it is none.
[[nodiscard]] model::CompileReport report_of(const nlohmann::json& json);

/// Whether CBOR is whole, not deep, and holds at most so many values; looked at before any of it is built: the
/// library's reader goes down one call a level.
[[nodiscard]] bool is_bounded_cbor(const std::string& cbor, std::size_t most_values);

}  // namespace spillway::compiler
