#include "app/model/value.h"

namespace spillway::model {

std::string to_string(const Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return std::get<std::string>(value);
}

}  // namespace spillway::model
