#include "app/protocol/interpreted_json.h"

#include "app/protocol/json_visitors.h"

namespace spillway::protocol {

std::string interpreted_to_json(const model::InterpretedRun& run)
{
    return to_json(run).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spillway::protocol
