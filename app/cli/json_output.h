#pragma once

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/cli/print.h"

namespace spillway::cli {

/// Keeps keys in the order of insertion.
using Json = nlohmann::ordered_json;

/// Indented, with a line feed at the end. Replaces invalid UTF-8.
inline void print_json(const Json& json)
{
    print_exactly(base::visible_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n");
}

}  // namespace spillway::cli
