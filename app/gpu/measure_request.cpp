#include "app/gpu/measure_request.h"

namespace spillway::gpu {

model::Measurement no_measurement(const std::string& reason)
{
    model::Measurement none;
    none.reason = reason;
    return none;
}

}  // namespace spillway::gpu
