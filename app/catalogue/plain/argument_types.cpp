#include "app/catalogue/plain/argument_types.h"

#include <algorithm>
#include <array>

namespace spillway::catalogue {
namespace {

constexpr std::array all_types{ArgumentType{"char", "char", 1, true},
                               ArgumentType{"signed char", "char", 1, true},
                               ArgumentType{"int8_t", "char", 1, true},
                               ArgumentType{"unsigned char", "unsigned char", 1, true},
                               ArgumentType{"uint8_t", "unsigned char", 1, true},
                               ArgumentType{"short", "short", 2, true},
                               ArgumentType{"int16_t", "short", 2, true},
                               ArgumentType{"unsigned short", "unsigned short", 2, true},
                               ArgumentType{"uint16_t", "unsigned short", 2, true},
                               ArgumentType{"half", "half", 2, false},
                               ArgumentType{"__half", "half", 2, false},
                               ArgumentType{"half2", "half2", 4, false},
                               ArgumentType{"__half2", "half2", 4, false},
                               ArgumentType{"int", "int", 4, true},
                               ArgumentType{"int32_t", "int", 4, true},
                               ArgumentType{"unsigned", "unsigned", 4, true},
                               ArgumentType{"unsigned int", "unsigned", 4, true},
                               ArgumentType{"uint32_t", "unsigned", 4, true},
                               ArgumentType{"float", "float", 4, true},
                               ArgumentType{"int2", "int2", 8, false},
                               ArgumentType{"float2", "float2", 8, false},
                               ArgumentType{"double", "double", 8, true},
                               ArgumentType{"long", "long long", 8, true},
                               ArgumentType{"long long", "long long", 8, true},
                               ArgumentType{"int64_t", "long long", 8, true},
                               ArgumentType{"size_t", "size_t", 8, true},
                               ArgumentType{"int4", "int4", 16, false},
                               ArgumentType{"float4", "float4", 16, false},
                               ArgumentType{"double2", "double2", 16, false},
                               ArgumentType{"bool", "bool", 1, true}};

}  // namespace

const ArgumentType* find_argument_type(std::string_view cpp)
{
    const auto found =
        std::find_if(all_types.begin(), all_types.end(), [&](const auto& type) { return type.cpp == cpp; });
    return found == all_types.end() ? nullptr : &*found;
}

bool is_real(const ArgumentType& type)
{
    return type.own.starts_with("float") || type.own.starts_with("double") || type.own.starts_with("half");
}

}  // namespace spillway::catalogue
