#include "app/catalogue/first_difference.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/catalogue/buffer_contents.h"

namespace spillway::catalogue {
namespace {

bool agree(double got, double expected, Tolerance tolerance)
{
    if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
    if (got == expected) return true;
    return std::abs(got - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

template <typename T>
std::string integer_text(const std::byte* at)
{
    T value{};
    std::memcpy(&value, at, sizeof value);
    return std::to_string(value);
}

std::string number_text(model::ScalarKind kind, const std::byte* at)
{
    using model::ScalarKind;
    char text[40];
    switch (kind) {
        case ScalarKind::raw: std::snprintf(text, sizeof text, "0x%02x", std::to_integer<unsigned>(*at)); return text;
        case ScalarKind::int32: return integer_text<std::int32_t>(at);
        case ScalarKind::uint32: return integer_text<std::uint32_t>(at);
        case ScalarKind::int64: return integer_text<std::int64_t>(at);
        case ScalarKind::uint64: return integer_text<std::uint64_t>(at);
        default: break;  // nine digits tell all values apart but those of float64
    }
    std::snprintf(text, sizeof text, "%.9g", read_scalar(kind, at));
    return text;
}

bool is_poison(const std::byte* at, std::size_t offset, std::size_t size)
{
    const auto* pattern = reinterpret_cast<const std::byte*>(&poison_word);
    for (std::size_t i = 0; i < size; ++i)
        if (at[i] != pattern[(offset + i) % 4]) return false;
    return true;
}

/// Sentence about the difference at byte `at` of the piece.
std::string describe(const model::PlannedBuffer& buffer, std::int64_t first, std::size_t at,
                     std::span<const std::byte> got, std::span<const std::byte> expected)
{
    const auto element = static_cast<std::size_t>(buffer.element_bytes);
    const auto size = static_cast<std::size_t>(scalar_bytes(buffer.scalar));
    const std::size_t begin = at / size * size;
    const std::size_t lane = begin % element / size;
    std::string place = buffer.name + "[" + std::to_string(first + static_cast<std::int64_t>(begin / element)) + "]";
    if (element / size > 1 && element / size <= 4) place += std::string(".") + "xyzw"[lane];
    if (element / size > 4) place += " byte " + std::to_string(begin % element);
    const std::string reference = number_text(buffer.scalar, expected.data() + begin);
    const auto offset = static_cast<std::size_t>(first) * element + begin;
    if (is_poison(got.data() + begin, offset, size)) return place + " was not written; the reference has " + reference;
    const std::string value = number_text(buffer.scalar, got.data() + begin);
    if (value == reference) return place + " differs from the reference's " + reference + " in its last bits";
    return place + " is " + value + ", the reference has " + reference;
}

}  // namespace

std::optional<std::string> first_difference(const model::PlannedBuffer& buffer, std::int64_t first,
                                            std::span<const std::byte> got, std::span<const std::byte> expected,
                                            Tolerance tolerance)
{
    if (got.size() != expected.size()) return buffer.name + " differs in length from the reference's";
    if (std::memcmp(got.data(), expected.data(), got.size()) == 0) return std::nullopt;
    const bool bit_for_bit =
        buffer.scalar == model::ScalarKind::raw || (tolerance.relative == 0 && tolerance.absolute == 0);
    const auto size = static_cast<std::size_t>(scalar_bytes(buffer.scalar));
    for (std::size_t at = 0; at + size <= got.size(); at += size) {
        if (std::memcmp(got.data() + at, expected.data() + at, size) == 0) continue;
        const bool same = !bit_for_bit && agree(read_scalar(buffer.scalar, got.data() + at),
                                                read_scalar(buffer.scalar, expected.data() + at), tolerance);
        if (!same) return describe(buffer, first, at, got, expected);
    }
    return std::nullopt;
}

}  // namespace spillway::catalogue
