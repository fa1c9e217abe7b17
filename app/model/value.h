#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace spillway::model {

/// The value of a parameter or knob: a flag, a whole number, or the name of a choice.
using Value = std::variant<bool, std::int64_t, std::string>;

/// Values by parameter or knob name. Ordered, so that two equal settings print alike.
using Values = std::map<std::string, Value>;

/// "true", "32", "float4".
[[nodiscard]] std::string to_string(const Value& value);

}  // namespace spillway::model
