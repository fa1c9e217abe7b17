// ld, st, prefetch.
#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/shadow.h"

namespace spillway::ptx {
namespace {

/// True if `at` is in the block's own shared memory and its accesses are checked.
bool is_watched(const Warp& w, const std::byte* at)
{
    const auto& shared = w.block.shared;
    return !w.block.shadows.empty() && at >= shared.data() && at < shared.data() + shared.size();
}

const Argument& element(const Warp& w, const Argument& argument, int index)
{
    return argument.kind == Argument::Kind::list ? w.listed(argument, index) : argument;
}

/// `InMemory`: type in memory. `InRegister`: type of the register's width.
template <typename InMemory, typename InRegister>
void load(Warp& w, const Instruction& in)
{
    const Argument &to = in.arguments[0], &from = in.arguments[1];
    Access access;
    access.bytes = static_cast<int>(sizeof(InMemory)) * in.vector;
    access.is_counted = in.space != Space::param;
    access.needs_each = in.vector > 1 || sizeof(InMemory) != sizeof(InRegister);
    set_addresses(w, from, access);
    const Space space = from.kind == Argument::Kind::frame_address ? Space::local
                        : in.space == Space::param                 ? Space::global
                                                                   : in.space;
    if (!locate(w, in, space, access)) return;
    if (is_watched(w, access.is_consecutive ? access.at[0] : access.at[first_lane(w.lanes)]))
        note_shared(w, in, access, w.lanes, nullptr, 0);
    for (int e = 0; e < in.vector; ++e) {
        const Argument& one = element(w, to, e);
        if (one.kind == Argument::Kind::sink) continue;
        auto* const values = w.values<InRegister>(one);
        if (access.is_consecutive && sizeof(InMemory) == sizeof(InRegister) && in.vector == 1) {
            std::memcpy(values, access.at[0], sizeof(InMemory) * lane_count);
            continue;
        }
        for (int lane = 0; lane < lane_count; ++lane) {
            if (!has(w.lanes, lane)) continue;
            InMemory value;
            std::memcpy(&value, access.at[lane] + sizeof(InMemory) * static_cast<std::size_t>(e), sizeof value);
            // Sign- or zero-extended, by its own type.
            values[lane] = static_cast<InRegister>(
                static_cast<std::conditional_t<std::is_signed_v<InMemory>, std::int64_t, std::uint64_t>>(value));
        }
    }
}

/// The kernel's parameters are the same for all lanes.
void load_parameter(Warp& w, const Instruction& in)
{
    const Argument& from = in.arguments[1];
    const std::uint64_t offset = w.values<std::uint64_t>(from)[0] - param_window;
    const int bytes = bytes_of(in.type);
    const auto& params = w.machine.params;
    if (offset + static_cast<std::uint64_t>(bytes * in.vector) > params.size()) {
        Fault fault;
        fault.kind = FaultKind::out_of_bounds;
        fault.space = Space::param;
        fault.bytes = bytes * in.vector;
        fault.offset = static_cast<std::int64_t>(offset);
        fault.memory_bytes = static_cast<std::int64_t>(params.size());
        return w.fail(fault, in, first_lane(w.lanes));
    }
    for (int e = 0; e < in.vector; ++e) {
        const Argument& one = element(w, in.arguments[0], e);
        if (one.kind == Argument::Kind::sink) continue;
        std::uint64_t value = 0;
        std::memcpy(&value, params.data() + offset + static_cast<std::uint64_t>(bytes * e),
                    static_cast<std::size_t>(bytes));
        if (is_signed(in.type) && bytes < 8) {
            const int unused = 64 - 8 * bytes;
            value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
        }
        for (int lane = 0; lane < lane_count; ++lane)
            if (has(w.lanes, lane)) write_wide(w, one, lane, value);
    }
}

template <typename InMemory, typename InRegister>
void store(Warp& w, const Instruction& in)
{
    const Argument &to = in.arguments[0], &from = in.arguments[1];
    Access access;
    access.bytes = static_cast<int>(sizeof(InMemory)) * in.vector;
    access.is_write = true;
    access.is_counted = in.space != Space::param;
    access.needs_each = in.vector > 1 || sizeof(InMemory) != sizeof(InRegister);
    set_addresses(w, to, access);
    const Space space = to.kind == Argument::Kind::frame_address ? Space::local
                        : in.space == Space::param               ? Space::global
                                                                 : in.space;
    if (!locate(w, in, space, access)) return;
    const bool watched = is_watched(w, access.is_consecutive ? access.at[0] : access.at[first_lane(w.lanes)]);
    if (access.is_consecutive && sizeof(InMemory) == sizeof(InRegister) && in.vector == 1 && !watched) {
        std::memcpy(access.at[0], w.values<InRegister>(from), sizeof(InMemory) * lane_count);
        return;
    }
    // If lanes write to one address, the last lane's value stays.
    if (in.vector == 1) {
        const auto* const values = w.values<InRegister>(from);
        InMemory made[lane_count];
        SPILLWAY_EACH_LANE made[i] = static_cast<InMemory>(values[i]);
        if (watched) note_shared(w, in, access, w.lanes, reinterpret_cast<const std::byte*>(made), sizeof made[0]);
        for (int lane = 0; lane < lane_count; ++lane)
            if (has(w.lanes, lane)) std::memcpy(access.at[lane], &made[lane], sizeof made[lane]);
        return;
    }
    std::byte made[lane_count][64];
    for (int e = 0; e < in.vector; ++e) {
        const auto* const values = w.values<InRegister>(element(w, from, e));
        for (int lane = 0; lane < lane_count; ++lane) {
            const auto value = static_cast<InMemory>(values[lane]);
            std::memcpy(made[lane] + sizeof value * static_cast<std::size_t>(e), &value, sizeof value);
        }
    }
    if (watched) note_shared(w, in, access, w.lanes, &made[0][0], sizeof made[0]);
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(w.lanes, lane)) std::memcpy(access.at[lane], made[lane], static_cast<std::size_t>(access.bytes));
}

void nothing(Warp&, const Instruction&) {}

/// Width in bytes of the registers of a list, or of the single one; -1 if they differ or are not registers.
int register_width(const Function& function, const Argument& argument, int count, bool may_sink)
{
    if (argument.kind == Argument::Kind::values) return count == 1 && argument.width > 0 ? argument.width : -1;
    if (argument.kind == Argument::Kind::sink) return may_sink && count == 1 ? 4 : -1;
    if (argument.kind != Argument::Kind::list || argument.extra != count) return -1;
    int width = -1;
    for (int i = 0; i < count; ++i) {
        const Argument& part = function.lists[static_cast<std::size_t>(argument.offset + i)];
        if (part.kind == Argument::Kind::sink) {
            if (!may_sink) return -1;
            continue;
        }
        if (width >= 0 && part.width != width) return -1;
        width = part.width;
    }
    return width < 0 ? 4 : width;
}

template <typename InMemory>
Handler by_register(bool is_load, int width)
{
    switch (width) {
        case 1:
            return sizeof(InMemory) > 1 ? nullptr
                   : is_load            ? fastest<&load<InMemory, std::uint8_t>>()
                                        : fastest<&store<InMemory, std::uint8_t>>();
        case 2:
            return sizeof(InMemory) > 2 ? nullptr
                   : is_load            ? fastest<&load<InMemory, std::uint16_t>>()
                                        : fastest<&store<InMemory, std::uint16_t>>();
        case 4:
            return sizeof(InMemory) > 4 ? nullptr
                   : is_load            ? fastest<&load<InMemory, std::uint32_t>>()
                                        : fastest<&store<InMemory, std::uint32_t>>();
        case 8: return is_load ? fastest<&load<InMemory, std::uint64_t>>() : fastest<&store<InMemory, std::uint64_t>>();
        default: return nullptr;
    }
}

}  // namespace

Handler memory_handler(const Instruction& in, const Function& function)
{
    if (in.op == Op::prefetch) return &nothing;
    const bool is_load = in.op == Op::ld;
    if (in.vector * bytes_of(in.type) > 32) return nullptr;
    if (!is_load && (in.space == Space::constant)) return nullptr;
    const int width = register_width(function, in.arguments[is_load ? 0 : 1], in.vector, is_load);
    const Argument& address = in.arguments[is_load ? 1 : 0];
    const bool is_parameter = is_load && in.space == Space::param && address.kind == Argument::Kind::address &&
                              address.bank == Bank::constants && address.width == 8;
    if (is_parameter) return width >= bytes_of(in.type) && width <= 8 ? fastest<&load_parameter>() : nullptr;
    switch (in.type) {
        case Type::s8: return by_register<std::int8_t>(is_load, width);
        case Type::b8:
        case Type::u8: return by_register<std::uint8_t>(is_load, width);
        case Type::s16: return by_register<std::int16_t>(is_load, width);
        case Type::b16:
        case Type::u16:
        case Type::f16:
        case Type::bf16: return by_register<std::uint16_t>(is_load, width);
        case Type::s32: return by_register<std::int32_t>(is_load, width);
        case Type::b64:
        case Type::u64:
        case Type::s64:
        case Type::f64: return by_register<std::uint64_t>(is_load, width);
        case Type::b32:
        case Type::u32:
        case Type::f16x2:
        case Type::bf16x2:
        case Type::f32: return by_register<std::uint32_t>(is_load, width);
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
