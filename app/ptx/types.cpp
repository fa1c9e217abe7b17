#include "app/ptx/types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace spillway::ptx {
namespace {

constexpr std::array words{
    std::pair{"pred", Type::pred},   std::pair{"b8", Type::b8},         std::pair{"b16", Type::b16},
    std::pair{"b32", Type::b32},     std::pair{"b64", Type::b64},       std::pair{"b128", Type::b128},
    std::pair{"u8", Type::u8},       std::pair{"u16", Type::u16},       std::pair{"u32", Type::u32},
    std::pair{"u64", Type::u64},     std::pair{"s8", Type::s8},         std::pair{"s16", Type::s16},
    std::pair{"s32", Type::s32},     std::pair{"s64", Type::s64},       std::pair{"u16x2", Type::u16x2},
    std::pair{"s16x2", Type::s16x2}, std::pair{"f16", Type::f16},       std::pair{"f16x2", Type::f16x2},
    std::pair{"bf16", Type::bf16},   std::pair{"bf16x2", Type::bf16x2}, std::pair{"tf32", Type::tf32},
    std::pair{"f32", Type::f32},     std::pair{"f64", Type::f64}};

}  // namespace

Type type_of_word(std::string_view word)
{
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto& each) { return word == each.first; });
    return found == words.end() ? Type::none : found->second;
}

}  // namespace spillway::ptx
