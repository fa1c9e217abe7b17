#include "app/trace/trace_json.h"

#include "app/trace/fields.h"

namespace spillway::trace {

protocol::Json to_json(const Trace& trace)
{
    return protocol::to_json(trace);
}

}  // namespace spillway::trace
