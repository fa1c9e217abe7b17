// tex: one and two dimensions, by texels or by coordinates, filtered or not.
#include <algorithm>

#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

using Edge = Texture::Edge;

/// Index of the texel along one axis; -1 outside, with Edge::border.
std::int64_t texel_index(std::int64_t at, std::int64_t size, Edge edge)
{
    if (at >= 0 && at < size) return at;
    if (edge == Edge::border) return -1;
    if (edge == Edge::wrap) return ((at % size) + size) % size;
    return std::clamp<std::int64_t>(at, 0, size - 1);
}

std::uint32_t channel_bits(const std::byte* at, Type texel)
{
    const auto read = [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return value;
    };
    switch (texel) {
        case Type::u8: return read(std::uint8_t{});
        case Type::s8: return static_cast<std::uint32_t>(static_cast<std::int32_t>(read(std::int8_t{})));
        case Type::u16: return read(std::uint16_t{});
        case Type::s16: return static_cast<std::uint32_t>(static_cast<std::int32_t>(read(std::int16_t{})));
        case Type::f16: return std::bit_cast<std::uint32_t>(half_value(read(std::uint16_t{})));
        default: return read(std::uint32_t{});
    }
}

using Texel = std::array<std::uint32_t, 4>;

/// Texels outside the border, and channels that a texel lacks, are 0.
Texel texel_at(const Texture& texture, std::span<const std::byte> bytes, std::int64_t x, std::int64_t y)
{
    Texel made{};
    const std::int64_t height = std::max<std::int64_t>(texture.height, 1);
    x = texel_index(x, texture.width, texture.edge);
    y = texel_index(y, height, texture.edge);
    const auto size = static_cast<std::int64_t>(bytes_of(texture.texel));
    const std::int64_t from = (y * texture.width + x) * texture.channels * size;
    if (x < 0 || y < 0 || from + texture.channels * size > static_cast<std::int64_t>(bytes.size())) return made;
    for (int c = 0; c < texture.channels && c < 4; ++c)
        made[static_cast<std::size_t>(c)] = channel_bits(bytes.data() + from + c * size, texture.texel);
    return made;
}

/// Weights have 8 bits after the binary point.
struct Between {
    std::int64_t first = 0;
    float weight = 0;  ///< of the next texel
};
Between between(double coordinate)
{
    const double shifted = coordinate - 0.5, first = std::floor(shifted);
    return {static_cast<std::int64_t>(first), static_cast<float>(std::nearbyint((shifted - first) * 256) / 256)};
}

Texel filtered(const Texture& texture, std::span<const std::byte> bytes, double x, double y)
{
    const Between across = between(x), down = texture.height > 0 ? between(y) : Between{};
    Texel made{};
    for (std::size_t c = 0; c < 4; ++c) {
        const auto value = [&](std::int64_t dx, std::int64_t dy) {
            return std::bit_cast<float>(texel_at(texture, bytes, across.first + dx, down.first + dy)[c]);
        };
        const float a = across.weight, b = down.weight;
        float sum = (1 - a) * (1 - b) * value(0, 0) + a * (1 - b) * value(1, 0);
        if (texture.height > 0) sum += (1 - a) * b * value(0, 1) + a * b * value(1, 1);
        made[c] = std::bit_cast<std::uint32_t>(sum);
    }
    return made;
}

double limited(double coordinate)
{
    return coordinate == coordinate ? std::clamp(coordinate, -0x1p40, 0x1p40) : 0;
}

void fetch(Warp& w, const Instruction& in)
{
    const auto* objects = w.values<std::uint64_t>(in.arguments[1]);
    const Launch& launch = w.machine.launch;
    AccessCount& tally = w.machine.tally.of(in, Memory::global);
    ++tally.requests;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint64_t number = objects[lane];
        if (number == 0 || number > launch.textures.size()) return w.fail(FaultKind::no_memory_there, in, lane);
        const Texture& texture = launch.textures[number - 1];
        const std::span<const std::byte> bytes = launch.buffers[static_cast<std::size_t>(texture.buffer)].bytes;
        double place[2] = {0, 0};
        for (int axis = 0; axis < in.mode; ++axis) {
            const Argument& coordinate = w.listed(in.arguments[2], axis);
            const std::uint32_t bits = w.values<std::uint32_t>(coordinate)[lane];
            place[axis] = in.from == Type::f32 ? limited(std::bit_cast<float>(bits)) : static_cast<std::int32_t>(bits);
            if (texture.is_normalised && in.from == Type::f32)
                place[axis] *=
                    static_cast<double>(axis == 0 ? texture.width : std::max<std::int64_t>(texture.height, 1));
        }
        const bool filters = texture.is_linear && in.from == Type::f32;
        const Texel texel = filters ? filtered(texture, bytes, place[0], place[1])
                                    : texel_at(texture, bytes, static_cast<std::int64_t>(std::floor(place[0])),
                                               static_cast<std::int64_t>(std::floor(place[1])));
        for (int c = 0; c < 4; ++c) {
            const Argument& to = w.listed(in.arguments[0], c);
            if (to.kind != Argument::Kind::sink) w.values<std::uint32_t>(to)[lane] = texel[static_cast<std::size_t>(c)];
        }
        tally.bytes += static_cast<std::uint64_t>(texture.channels * bytes_of(texture.texel));
    }
}

bool is_list(const Function& function, const Argument& argument, int least, int most, bool may_sink)
{
    if (argument.kind != Argument::Kind::list || argument.extra < least || argument.extra > most) return false;
    for (int i = 0; i < argument.extra; ++i) {
        const Argument& one = function.lists[static_cast<std::size_t>(argument.offset + i)];
        if (one.kind == Argument::Kind::sink ? !may_sink : one.width != 4) return false;
    }
    return true;
}

}  // namespace

Handler texture_handler(const Instruction& in, const Function& function)
{
    const bool is_known = (in.type == Type::f32 || in.type == Type::s32 || in.type == Type::u32) &&
                          (in.from == Type::f32 || in.from == Type::s32);
    const bool fits = is_list(function, in.arguments[0], 4, 4, true) &&
                      is_list(function, in.arguments[2], in.mode, 4, false) &&
                      in.arguments[1].kind == Argument::Kind::address && in.arguments[1].width == 8;
    return is_known && fits ? &fetch : nullptr;
}

}  // namespace spillway::ptx
