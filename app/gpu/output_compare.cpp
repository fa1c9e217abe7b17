#include "app/gpu/output_compare.h"

#include <algorithm>

#include "app/gpu/buffer_data.h"

namespace spillway::gpu {
namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};

bool is_bit_for_bit(const model::PlannedBuffer& buffer, Tolerance tolerance)
{
    return buffer.scalar == model::ScalarKind::raw || (tolerance.relative == 0 && tolerance.absolute == 0);
}

}  // namespace

Failure OutputCompare::compare(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                               Tolerance tolerance, bool must_be_written, std::optional<std::string>& difference)
{
    DeviceHelpers::Found found;
    if (auto failed = find_difference(buffer, got, expected, tolerance, found)) return failed;
    if (found.first != nowhere) return describe_difference(buffer, got, expected, found.first, tolerance, difference);
    if (must_be_written && found.wrote == 0)  // otherwise a variant that writes nothing would pass
        difference = "the reference wrote nothing into " + buffer.name;
    return std::nullopt;
}

/// Sets `found.first` to the byte of the first difference; `nowhere` if there is none.
Failure OutputCompare::find_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                       Tolerance tolerance, DeviceHelpers::Found& found)
{
    const DeviceHelpers& own = session_.own();
    const std::int64_t vectors = buffer.bytes() / 16, size = scalar_bytes(buffer.scalar);
    const auto rest_at = static_cast<CuPointer>(vectors * 16);
    const auto numbers = [&](CuPointer from, std::int64_t bytes, Tolerance within) -> Failure {
        if (auto failed = session_.write_answer({nowhere, found.wrote})) return failed;
        if (auto failed = own.compare(got + from, expected + from, bytes / size, buffer.scalar, within.relative,
                                      within.absolute, session_.answer(), session_.stream()))
            return failed;
        if (auto failed = session_.read_answer(found)) return failed;
        if (found.first != nowhere) found.first = found.first * static_cast<std::uint64_t>(size) + from;
        return std::nullopt;
    };
    if (auto failed = session_.write_answer({nowhere, 0})) return failed;
    if (auto failed = own.compare_bits(got, expected, vectors, session_.answer(), session_.stream())) return failed;
    if (auto failed = session_.read_answer(found)) return failed;
    const bool is_exact = is_bit_for_bit(buffer, tolerance);
    if (found.first != nowhere && !is_exact) return numbers(0, buffer.bytes(), tolerance);
    if (found.first != nowhere) {
        found.first *= 16;
        return std::nullopt;
    }
    const std::int64_t rest = buffer.bytes() - vectors * 16;
    if (rest == 0) return std::nullopt;
    return numbers(rest_at, rest, is_exact ? Tolerance{-1, -1} : tolerance);
}

/// Fetches both elements around a byte and describes their first difference.
Failure OutputCompare::describe_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                           std::uint64_t byte, Tolerance tolerance,
                                           std::optional<std::string>& difference)
{
    const auto element = static_cast<std::uint64_t>(buffer.element_bytes);
    const std::uint64_t first = byte / element;
    const std::uint64_t last = std::min((byte + 15) / element + 1, static_cast<std::uint64_t>(buffer.count));
    const std::size_t bytes = (last - first) * element;
    const std::span<std::byte> ours = session_.staging().first(bytes);
    const std::span<std::byte> theirs = session_.staging().subspan(session_.staging().size() / 2, bytes);
    for (const auto& [to, from] : {std::pair{ours, got}, std::pair{theirs, expected}})
        if (auto failed =
                failure(session_.api().copy_to_host(to.data(), from + first * element, bytes, session_.stream()),
                        "cuMemcpyDtoHAsync"))
            return failed;
    if (auto failed = session_.synchronize()) return failed;
    difference = first_difference(buffer, static_cast<std::int64_t>(first), ours, theirs, tolerance);
    return std::nullopt;
}

}  // namespace spillway::gpu
