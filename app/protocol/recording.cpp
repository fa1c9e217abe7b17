#include "app/protocol/recording.h"

namespace spillway::protocol {

std::string recorded_key(const model::RunResult& result)
{
    std::string key = result.job_hash.value_or("") + '|' + result.experiment + '|' + result.variant;
    for (const auto& [name, value] : result.parameters) key += '|' + name + '=' + model::to_string(value);
    return key;
}

}  // namespace spillway::protocol
