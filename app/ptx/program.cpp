#include "app/ptx/program.h"

namespace spillway::ptx {

const Function* Module::find_entry(std::string_view name) const
{
    const auto found = function_numbers.find(name);
    if (found == function_numbers.end()) return nullptr;
    const Function& function = functions[static_cast<std::size_t>(found->second)];
    return function.is_entry && (function.has_body || function.why_refused) ? &function : nullptr;
}

int bytes_of(Type type)
{
    switch (type) {
        case Type::none: return 0;
        case Type::b8:
        case Type::u8:
        case Type::s8: return 1;
        case Type::b16:
        case Type::u16:
        case Type::s16:
        case Type::f16:
        case Type::bf16: return 2;
        case Type::b64:
        case Type::u64:
        case Type::s64:
        case Type::f64: return 8;
        case Type::b128: return 16;
        case Type::pred:
        case Type::b32:
        case Type::u32:
        case Type::s32:
        case Type::u16x2:
        case Type::s16x2:
        case Type::f16x2:
        case Type::bf16x2:
        case Type::tf32:
        case Type::f32: return 4;
    }
    return 0;
}

bool is_signed(Type type)
{
    return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}

bool is_integer(Type type)
{
    return (type >= Type::b8 && type <= Type::b64) || (type >= Type::u8 && type <= Type::s64);
}

}  // namespace spillway::ptx
