// atom and red: one lane after another, from lane 0.
#include <algorithm>
#include <type_traits>

#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/shadow.h"

namespace spillway::ptx {
namespace {

template <typename T>
T read(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// The integer that the operation writes.
template <typename T>
T integer_result(Atomic atomic, T old, T operand, T second)
{
    using U = std::make_unsigned_t<T>;
    switch (atomic) {
        case Atomic::add: return static_cast<T>(static_cast<U>(old) + static_cast<U>(operand));
        case Atomic::min: return std::min(old, operand);
        case Atomic::max: return std::max(old, operand);
        case Atomic::inc: return old >= operand ? T{0} : static_cast<T>(old + 1);
        case Atomic::dec: return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
        case Atomic::logic_and: return static_cast<T>(old & operand);
        case Atomic::logic_or: return static_cast<T>(old | operand);
        case Atomic::logic_xor: return static_cast<T>(old ^ operand);
        case Atomic::exchange: return operand;
        case Atomic::compare_swap: return old == operand ? second : old;
        case Atomic::none: break;
    }
    return old;
}

std::uint16_t half_sum(std::uint16_t a, std::uint16_t b)
{
    return half_bits(odd_sum(half_value(a), half_value(b)), Rounding::nearest);
}
std::uint16_t bfloat_sum(std::uint16_t a, std::uint16_t b)
{
    return bfloat_bits(odd_sum(bfloat_value(a), bfloat_value(b)), Rounding::nearest);
}

/// Global memory flushes subnormal numbers to zero, shared memory keeps them.
std::uint32_t single_sum(std::uint64_t old, std::uint64_t operand, bool is_global)
{
    const auto number = [&](float value) { return is_global ? flushed(value) : value; };
    const float sum = number(std::bit_cast<float>(static_cast<std::uint32_t>(old))) +
                      number(std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
    return std::bit_cast<std::uint32_t>(one_nan(number(sum)));
}

/// The value that the operation writes, of any type, as bits.
std::uint64_t result_bits(const Instruction& in, std::uint64_t old, std::uint64_t operand, std::uint64_t second,
                          bool is_global)
{
    switch (in.type) {
        case Type::f32: return single_sum(old, operand, is_global);
        case Type::f64:
            return std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(operand));
        case Type::f16: return half_sum(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand));
        case Type::bf16: return bfloat_sum(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand));
        case Type::f16x2:
            return half_sum(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand)) |
                   static_cast<std::uint64_t>(
                       half_sum(static_cast<std::uint16_t>(old >> 16), static_cast<std::uint16_t>(operand >> 16)))
                       << 16;
        case Type::bf16x2:
            return bfloat_sum(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand)) |
                   static_cast<std::uint64_t>(
                       bfloat_sum(static_cast<std::uint16_t>(old >> 16), static_cast<std::uint16_t>(operand >> 16)))
                       << 16;
        case Type::s32:
            return static_cast<std::uint32_t>(integer_result(in.atomic, static_cast<std::int32_t>(old),
                                                             static_cast<std::int32_t>(operand),
                                                             static_cast<std::int32_t>(second)));
        case Type::s64:
            return static_cast<std::uint64_t>(integer_result(in.atomic, static_cast<std::int64_t>(old),
                                                             static_cast<std::int64_t>(operand),
                                                             static_cast<std::int64_t>(second)));
        default: break;
    }
    if (bytes_of(in.type) == 2)
        return integer_result(in.atomic, static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(operand),
                              static_cast<std::uint16_t>(second));
    if (bytes_of(in.type) == 4)
        return integer_result(in.atomic, static_cast<std::uint32_t>(old), static_cast<std::uint32_t>(operand),
                              static_cast<std::uint32_t>(second));
    return integer_result(in.atomic, old, operand, second);
}

/// Largest number of lanes with the same address, minus 1.
std::uint64_t max_collisions(const Access& access, Mask lanes)
{
    std::uint64_t most = 0;
    Mask left = lanes;
    while (left != 0) {
        const int first = first_lane(left);
        Mask same = 0;
        for (int lane = first; lane < lane_count; ++lane)
            if (has(left, lane) && access.addresses[lane] == access.addresses[first]) same |= bit(lane);
        most = std::max<std::uint64_t>(most, static_cast<std::uint64_t>(std::popcount(same)));
        left &= ~same;
    }
    return most - 1;
}

void carry_out_atomic(Warp& w, const Instruction& in)
{
    const bool returns = in.op == Op::atom;
    const Argument& address = in.arguments[returns ? 1 : 0];
    const std::size_t first_operand = returns ? 2 : 1;
    Access access;
    const int bytes = bytes_of(in.type);
    access.bytes = bytes * in.vector;
    access.is_write = access.is_atomic = access.reads_first = true;
    set_addresses(w, address, access);
    Mask global = in.space == Space::global ? all_lanes : 0;
    for (int lane = 0; in.space == Space::generic && lane < lane_count; ++lane)
        if (access.addresses[lane] >> stretch_bits != shared_window >> stretch_bits) global |= bit(lane);
    if (!locate(w, in, in.space, access)) return;
    w.machine.result.counts.atomics_on_one_address += max_collisions(access, w.lanes);
    const auto& shared = w.block.shared;
    const std::byte* const first = access.at[first_lane(w.lanes)];
    if (!w.block.shadows.empty() && first >= shared.data() && first < shared.data() + shared.size())
        note_shared(w, in, access, w.lanes, nullptr, 0);
    const auto element = [&](const Argument& argument, int e) -> const Argument& {
        return argument.kind == Argument::Kind::list ? w.listed(argument, e) : argument;
    };
    const bool has_second = in.argument_count > first_operand + 1 && in.atomic == Atomic::compare_swap;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        for (int e = 0; e < in.vector; ++e) {
            std::byte* const at = access.at[lane] + bytes * e;
            std::uint64_t old = 0;
            std::memcpy(&old, at, static_cast<std::size_t>(bytes));
            const std::uint64_t operand = read_wide(w, element(in.arguments[first_operand], e), lane);
            const std::uint64_t second =
                has_second ? read_wide(w, element(in.arguments[first_operand + 1], e), lane) : 0;
            const std::uint64_t made = result_bits(in, old, operand, second, has(global, lane));
            std::memcpy(at, &made, static_cast<std::size_t>(bytes));
            if (!returns) continue;
            const Argument& to = element(in.arguments[0], e);
            if (to.kind != Argument::Kind::sink) write_wide(w, to, lane, old);
        }
    }
}

bool fits(const Function& function, const Argument& argument, const Instruction& in, bool may_sink)
{
    const auto one_fits = [&](const Argument& one) {
        if (one.kind == Argument::Kind::sink) return may_sink;
        return one.kind == Argument::Kind::values && one.width == bytes_of(in.type);
    };
    if (argument.kind != Argument::Kind::list) return in.vector == 1 && one_fits(argument);
    if (argument.extra != in.vector) return false;
    for (int i = 0; i < argument.extra; ++i)
        if (!one_fits(function.lists[static_cast<std::size_t>(argument.offset + i)])) return false;
    return true;
}

bool is_known(const Instruction& in)
{
    const bool is_real = in.type >= Type::f16;
    const int bytes = bytes_of(in.type);
    if (in.atomic == Atomic::none || bytes < 2 || bytes > 8 || in.type == Type::pred || in.type == Type::tf32)
        return false;
    if (in.type == Type::u16x2 || in.type == Type::s16x2) return false;
    if (is_real) return in.atomic == Atomic::add;
    return in.vector == 1;
}

}  // namespace

Handler atomic_handler(const Instruction& in, const Function& function)
{
    if (!is_known(in) || in.space == Space::local || in.space == Space::param || in.space == Space::constant)
        return nullptr;
    const bool returns = in.op == Op::atom;
    const std::size_t first = returns ? 2 : 1;
    if (returns && !fits(function, in.arguments[0], in, true)) return nullptr;
    if (!fits(function, in.arguments[first], in, false)) return nullptr;
    if (in.atomic == Atomic::compare_swap && (!returns || !fits(function, in.arguments[3], in, false))) return nullptr;
    return &carry_out_atomic;
}

}  // namespace spillway::ptx
