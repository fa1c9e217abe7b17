#include "app/catalogue/buffer_contents.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace spillway::catalogue {
namespace {

using model::Fill;
using model::PlannedBuffer;
using model::ScalarKind;

/// A random word that depends on its index only (the finalizer of splitmix64).
std::uint64_t random_word(std::uint64_t seed, std::uint64_t index)
{
    std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Element at `position` of a random order of 0 .. count-1: a four-round Feistel network over 2 * half_bits bits,
/// repeated until the result is below `count`. Unlike a shuffle it needs no memory and computes positions in any order,
/// so a GPU can do it too.
std::uint64_t shuffled(std::uint64_t position, std::uint64_t count, int half_bits, std::uint64_t seed)
{
    const std::uint64_t mask = (std::uint64_t{1} << half_bits) - 1;
    do {
        std::uint64_t left = position >> half_bits, right = position & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::uint64_t next = left ^ (random_word(seed + round, right) & mask);
            left = right;
            right = next;
        }
        position = left << half_bits | right;
    } while (position >= count);
    return position;
}

double unit(std::uint64_t word)
{
    return static_cast<double>(word >> 11) * 0x1p-53;
}

std::uint16_t to_half(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const double magnitude = std::abs(static_cast<double>(value));
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7fff);
    if (magnitude >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00);
    if (magnitude < 0x1p-14) {  // subnormal: units of 2^-24; rounding up to 1024 gives the smallest normal number
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 0x1p24)));
    }
    const int exponent = std::ilogb(magnitude);
    const auto mantissa = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));  // 1024 .. 2048
    return static_cast<std::uint16_t>(sign | ((exponent + 14) * 1024 + mantissa));
}

double from_half(std::uint16_t bits)
{
    const double sign = bits & 0x8000 ? -1 : 1;
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    if (exponent == 31) return mantissa ? std::numeric_limits<double>::quiet_NaN() : sign * HUGE_VAL;
    if (exponent == 0) return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

std::uint16_t to_bfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return 0x7fff;
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

template <typename T>
T clamped(double value)
{
    if (std::isnan(value)) return 0;
    // As a double, the largest 64-bit integer rounds up to a value that no longer fits: hence >=.
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    if (value <= static_cast<double>(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
    return static_cast<T>(value);
}

template <typename T>
void store(T value, std::byte* at)
{
    std::memcpy(at, &value, sizeof value);
}

template <typename T>
T load(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// The scalar with this index; an element has `lanes` scalars.
double value_at(const PlannedBuffer& buffer, std::uint64_t seed, std::int64_t index, std::int64_t lanes)
{
    const auto word = [&] { return random_word(seed, static_cast<std::uint64_t>(index)); };
    switch (buffer.fill) {
        case Fill::random: return buffer.from + (buffer.to - buffer.from) * unit(word());
        case Fill::random_integers: {
            const double span = std::max(0.0, std::floor(buffer.to) - std::ceil(buffer.from)) + 1;
            return std::ceil(buffer.from) + std::floor(unit(word()) * span);
        }
        case Fill::ramp: return buffer.from + buffer.step * static_cast<double>(index);
        case Fill::constant: return buffer.from;
        case Fill::cycle:
            return static_cast<double>((index / lanes + static_cast<std::int64_t>(buffer.step)) %
                                       std::max<std::int64_t>(buffer.count, 1));
        default: return 0;
    }
}

void fill_range(const PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first, std::span<std::byte> bytes)
{
    const int size = buffer.scalar == ScalarKind::raw ? 1 : scalar_bytes(buffer.scalar);
    const std::int64_t lanes = std::max<std::int64_t>(1, buffer.element_bytes / size);
    std::int64_t index = first * lanes;
    for (std::size_t at = 0; at + static_cast<std::size_t>(size) <= bytes.size(); at += static_cast<std::size_t>(size))
        write_scalar(buffer.scalar, value_at(buffer, seed, index++, lanes), bytes.data() + at);
}

/// Random bytes that depend on the position in the buffer only, generated in words of eight.
void fill_bytes(std::uint64_t seed, std::uint64_t offset, std::span<std::byte> bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const std::uint64_t position = offset + at;
        const std::uint64_t word = random_word(seed, position / 8);
        const std::size_t skip = position % 8;
        const std::size_t count = std::min(8 - skip, bytes.size() - at);
        std::memcpy(bytes.data() + at, reinterpret_cast<const std::byte*>(&word) + skip, count);
        at += count;
    }
}

void fill_poison(std::uint64_t offset, std::span<std::byte> bytes)
{
    const auto* pattern = reinterpret_cast<const std::byte*>(&poison_word);
    for (std::size_t at = 0; at < bytes.size(); ++at) bytes[at] = pattern[(offset + at) % 4];
}

}  // namespace

int scalar_bytes(ScalarKind kind)
{
    switch (kind) {
        case ScalarKind::raw:
        case ScalarKind::int8:
        case ScalarKind::uint8: return 1;
        case ScalarKind::int16:
        case ScalarKind::uint16:
        case ScalarKind::float16:
        case ScalarKind::bfloat16: return 2;
        case ScalarKind::int64:
        case ScalarKind::uint64:
        case ScalarKind::float64: return 8;
        default: return 4;
    }
}

double read_scalar(ScalarKind kind, const std::byte* at)
{
    switch (kind) {
        case ScalarKind::int8: return load<std::int8_t>(at);
        case ScalarKind::raw:
        case ScalarKind::uint8: return load<std::uint8_t>(at);
        case ScalarKind::int16: return load<std::int16_t>(at);
        case ScalarKind::uint16: return load<std::uint16_t>(at);
        case ScalarKind::int32: return load<std::int32_t>(at);
        case ScalarKind::uint32: return load<std::uint32_t>(at);
        case ScalarKind::int64: return static_cast<double>(load<std::int64_t>(at));
        case ScalarKind::uint64: return static_cast<double>(load<std::uint64_t>(at));
        case ScalarKind::float16: return from_half(load<std::uint16_t>(at));
        case ScalarKind::bfloat16:
            return std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(at)) << 16);
        case ScalarKind::float32: return load<float>(at);
        case ScalarKind::float64: return load<double>(at);
    }
    return 0;
}

void write_scalar(ScalarKind kind, double value, std::byte* at)
{
    switch (kind) {
        case ScalarKind::int8: return store(clamped<std::int8_t>(value), at);
        case ScalarKind::raw:
        case ScalarKind::uint8: return store(clamped<std::uint8_t>(value), at);
        case ScalarKind::int16: return store(clamped<std::int16_t>(value), at);
        case ScalarKind::uint16: return store(clamped<std::uint16_t>(value), at);
        case ScalarKind::int32: return store(clamped<std::int32_t>(value), at);
        case ScalarKind::uint32: return store(clamped<std::uint32_t>(value), at);
        case ScalarKind::int64: return store(clamped<std::int64_t>(value), at);
        case ScalarKind::uint64: return store(clamped<std::uint64_t>(value), at);
        case ScalarKind::float16: return store(to_half(static_cast<float>(value)), at);
        case ScalarKind::bfloat16: return store(to_bfloat16(static_cast<float>(value)), at);
        case ScalarKind::float32: return store(static_cast<float>(value), at);
        case ScalarKind::float64: return store(value, at);
    }
}

void fill_elements(const PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first, std::span<std::byte> bytes)
{
    const auto offset = static_cast<std::uint64_t>(first * buffer.element_bytes);
    if (buffer.fill == Fill::zero) return std::memset(bytes.data(), 0, bytes.size()), void();
    if (buffer.fill == Fill::poison) return fill_poison(offset, bytes);
    const bool is_raw_random =
        buffer.scalar == ScalarKind::raw && (buffer.fill == Fill::random || buffer.fill == Fill::random_integers);
    if (buffer.fill == Fill::random_bytes || is_raw_random) return fill_bytes(seed, offset, bytes);
    fill_range(buffer, seed, first, bytes);
}

int permutation_half_bits(std::int64_t count)
{
    int bits = 1;
    while (bits < 31 && (std::int64_t{1} << 2 * bits) < count) ++bits;
    return bits;
}

std::vector<std::byte> permutation(const PlannedBuffer& buffer, std::uint64_t seed)
{
    const auto count = static_cast<std::uint64_t>(buffer.count);
    const int half_bits = permutation_half_bits(buffer.count);
    const int size = scalar_bytes(buffer.scalar);
    std::vector<std::byte> bytes(count * static_cast<std::size_t>(buffer.element_bytes));
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t here = shuffled(i, count, half_bits, seed);
        const std::uint64_t next = shuffled(i + 1 == count ? 0 : i + 1, count, half_bits, seed);
        for (std::int64_t lane = 0; lane + size <= buffer.element_bytes; lane += size)
            write_scalar(buffer.scalar, static_cast<double>(next),
                         bytes.data() + static_cast<std::int64_t>(here) * buffer.element_bytes + lane);
    }
    return bytes;
}

namespace {

struct KnownType {
    const char* name;
    ScalarKind kind;
};
constexpr std::array known_types{
    KnownType{"char", ScalarKind::int8},       KnownType{"unsigned char", ScalarKind::uint8},
    KnownType{"short", ScalarKind::int16},     KnownType{"unsigned short", ScalarKind::uint16},
    KnownType{"int", ScalarKind::int32},       KnownType{"unsigned", ScalarKind::uint32},
    KnownType{"long long", ScalarKind::int64}, KnownType{"size_t", ScalarKind::uint64},
    KnownType{"bool", ScalarKind::uint8},      KnownType{"float", ScalarKind::float32},
    KnownType{"double", ScalarKind::float64}};

const KnownType* known_type(std::string_view name)
{
    for (const KnownType& known : known_types)
        if (name == known.name) return &known;
    return nullptr;
}

}  // namespace

std::uint64_t scalar_bits(const std::string& type, double value)
{
    std::uint64_t bits = 0;
    if (type == "bool") return value != 0;
    if (const KnownType* known = known_type(type))
        write_scalar(known->kind, value, reinterpret_cast<std::byte*>(&bits));
    return bits;
}

std::optional<int> argument_count(const std::string& type)
{
    constexpr int max_parameter_bytes = 4096;
    const std::size_t bracket = type.find('[');
    if (bracket == std::string::npos || !type.ends_with(']')) return std::nullopt;
    const KnownType* known = known_type(std::string_view(type).substr(0, bracket));
    int count = 0;
    const char* end = type.data() + type.size() - 1;
    const auto [stop, error] = std::from_chars(type.data() + bracket + 1, end, count);
    const bool is_number = error == std::errc() && stop == end && count > 0 && count <= max_parameter_bytes;
    if (known == nullptr || !is_number || count * scalar_bytes(known->kind) > max_parameter_bytes) return std::nullopt;
    return count;
}

std::vector<std::uint64_t> argument_words(const std::string& type, double value)
{
    const std::optional<int> count = argument_count(type);
    if (!count) return {scalar_bits(type, value)};
    const ScalarKind kind = known_type(std::string_view(type).substr(0, type.find('[')))->kind;
    const auto size = static_cast<std::size_t>(scalar_bytes(kind));
    std::vector<std::uint64_t> words((static_cast<std::size_t>(*count) * size + 7) / 8);
    auto* bytes = reinterpret_cast<std::byte*>(words.data());
    const bool is_truth = type.starts_with("bool");
    for (int i = 0; i < *count; ++i) {
        const double number = is_truth ? (value + i != 0 ? 1 : 0) : value + i;
        write_scalar(kind, number, bytes + static_cast<std::size_t>(i) * size);
    }
    return words;
}

}  // namespace spillway::catalogue
