#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

namespace spillway::cli {

/// Keys in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Pretty, with a line feed. Text that is no UTF-8 is replaced.
inline void print_json(const Json& json)
{
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    std::printf("%s\n", text.c_str());
}

}  // namespace spillway::cli
