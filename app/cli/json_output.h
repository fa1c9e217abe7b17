#pragma once

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/cli/print.h"

namespace spillway::cli {

/// Keys in the order in which they are written.
using Json = nlohmann::ordered_json;

/// Pretty, with a line feed. Text that is no UTF-8 is replaced.
inline void print_json(const Json& json)
{
    print_exactly(base::visible_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n");
}

}  // namespace spillway::cli
