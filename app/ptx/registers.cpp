#include "app/ptx/registers.h"

#include <algorithm>
#include <optional>

#include "app/ptx/operands.h"
#include "app/ptx/scope.h"
#include "app/ptx/specials.h"

namespace spillway::ptx {
namespace {

constexpr std::size_t second_result = max_arguments - 1;  ///< slot of p in "d|p"
constexpr int max_copies = 4;  ///< register-to-register copies followed to find a value's type

bool is_plain(Type type)
{
    return type == Type::none || type == Type::b8 || type == Type::b16 || type == Type::b32 || type == Type::b64 ||
           type == Type::b128;
}

/// Calls f(argument, is_written, slot) for every operand slot, empty ones included, and for each element of a list.
template <typename F>
void each_operand(const Function& function, const Instruction& in, F f)
{
    const bool writes = writes_first(in.op);
    for (std::size_t i = 0; i < max_arguments; ++i) {
        const Argument& argument = in.arguments[i];
        const bool is_written = writes && (i == 0 || (i == second_result && argument.is_there()));
        if (argument.kind == Argument::Kind::list) {
            for (std::int32_t k = 0; k < argument.extra; ++k)
                f(function.lists[static_cast<std::size_t>(argument.offset + k)], is_written, i);
            continue;
        }
        f(argument, is_written, i);
    }
}

bool has_values(const Argument& argument)
{
    return argument.kind == Argument::Kind::values || argument.kind == Argument::Kind::address;
}

/// The type that an instruction gives the values of one of its operands; Type::none if it gives none.
Type type_given(const Instruction& in, const Argument& argument, bool is_written, std::size_t at)
{
    if (argument.is_predicate()) return Type::pred;
    if (argument.kind == Argument::Kind::address) return Type::none;
    switch (in.op) {
        case Op::cvt: return is_written ? in.type : in.from;
        case Op::set: return is_written ? in.type : in.from;
        case Op::popc:
        case Op::clz:
        case Op::bfind:
            if (is_written) return Type::u32;
            return is_plain(in.type) ? Type::none : in.type;
        case Op::shl:
        case Op::shr:
            if (at == 2) return Type::u32;
            return is_plain(in.type) ? Type::none : in.type;
        case Op::mov:
        case Op::cvta:
        case Op::selp:
        case Op::ld:
        case Op::st:
        case Op::atom:
        case Op::red: return is_plain(in.type) ? Type::none : in.type;
        case Op::mma:
        case Op::ldmatrix:
        case Op::stmatrix:
        case Op::movmatrix:
        case Op::tex:
        case Op::shfl:
        case Op::vote: return Type::none;
        default: break;
    }
    if (is_plain(in.type)) return Type::none;
    const bool is_twice_as_wide = argument.width == 2 * bytes_of(in.type);
    if (in.product == Product::wide && is_twice_as_wide) {
        if (in.type == Type::s32) return Type::s64;
        if (in.type == Type::u32) return Type::u64;
        return in.type == Type::s16 ? Type::s32 : Type::u32;
    }
    return argument.width == bytes_of(in.type) ? in.type : Type::none;
}

Type plain_type(std::uint8_t width)
{
    switch (width) {
        case 0: return Type::pred;
        case 1: return Type::b8;
        case 2: return Type::b16;
        case 4: return Type::b32;
        case 8: return Type::b64;
        default: return Type::b128;
    }
}

/// Target and source of an instruction that moves a register's values unchanged; empty for other instructions.
std::optional<std::pair<std::int32_t, std::int32_t>> copied(const Instruction& in)
{
    if (in.op != Op::mov && in.op != Op::shfl) return std::nullopt;
    const Argument &to = in.arguments[0], &from = in.arguments[1];
    const auto is_register = [](const Argument& argument) {
        return argument.kind == Argument::Kind::values && argument.bank == Bank::frame;
    };
    if (!is_register(to) || !is_register(from) || to.width != from.width) return std::nullopt;
    return std::pair{to.offset, from.offset};
}

/// The type that the register's writers, else its readers, give it; failing that, the type of a register that it is
/// copied to or from. Type::none if there is none. `copies_left`: copies that may still be followed.
Type typed_through_copies(const Function& function, std::int32_t offset, std::uint8_t width, int copies_left)
{
    std::optional<Type> by_writer, by_reader;
    for (const Instruction& in : function.code)
        each_operand(function, in, [&](const Argument& argument, bool is_written, std::size_t at) {
            if (!has_values(argument) || argument.bank != Bank::frame || argument.offset != offset) return;
            const Type type = type_given(in, argument, is_written, at);
            if (type == Type::none || type == Type::pred) return;
            if (is_written && !by_writer) by_writer = type;
            if (!is_written && !by_reader) by_reader = type;
        });
    if (by_writer || by_reader) return by_writer ? *by_writer : *by_reader;
    for (const Instruction& in : function.code) {
        const auto pair = copies_left > 0 ? copied(in) : std::nullopt;
        if (!pair || pair->first == pair->second || (pair->first != offset && pair->second != offset)) continue;
        const std::int32_t other = pair->first == offset ? pair->second : pair->first;
        if (const Type type = typed_through_copies(function, other, width, copies_left - 1); type != Type::none)
            return type;
    }
    return Type::none;
}

}  // namespace

std::string register_name(const Function& function, std::int32_t offset)
{
    for (const DeclaredRegisters& declared : function.registers) {
        const std::int32_t step = register_bytes(declared.width);
        const std::int32_t within = offset - declared.offset;
        if (within < 0 || within >= step * std::max(1, declared.count) || within % step != 0) continue;
        return declared.count == 0 ? declared.name : declared.name + std::to_string(within / step);
    }
    return "";
}

void each_written(const Function& function, const Instruction& in, const std::function<void(const Argument&)>& take)
{
    each_operand(function, in, [&](const Argument& argument, bool is_written, std::size_t) {
        if (is_written && argument.kind == Argument::Kind::values && argument.bank == Bank::frame) take(argument);
    });
}

InstructionRegisters registers_of(const Function& function, const Instruction& in)
{
    InstructionRegisters found;
    const auto add = [](std::vector<Register>& to, Register one) {
        if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(std::move(one));
    };
    const auto frame_register = [&](std::int32_t offset, std::uint8_t width) {
        return Register{register_name(function, offset), Bank::frame, offset, width,
                        type_of_register(function, offset, width)};
    };
    if (in.guard >= 0) add(found.read, frame_register(in.guard, 0));
    each_operand(function, in, [&](const Argument& argument, bool is_written, std::size_t) {
        if (!has_values(argument) || argument.bank == Bank::constants) return;
        if (argument.bank == Bank::specials)
            return add(found.read,
                       {std::string(name_at_special(argument.offset)), Bank::specials, argument.offset, 4, Type::u32});
        add(is_written ? found.written : found.read, frame_register(argument.offset, argument.width));
    });
    return found;
}

Type type_of_register(const Function& function, std::int32_t offset, std::uint8_t width)
{
    if (width == 0) return Type::pred;
    const Type type = typed_through_copies(function, offset, width, max_copies);
    return type == Type::none ? plain_type(width) : type;
}

}  // namespace spillway::ptx
