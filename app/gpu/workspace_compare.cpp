// Comparing what a variant wrote with what the reference wrote: on the GPU, and where they differ, in words.

#include <algorithm>
#include <cstring>

#include "app/gpu/buffer_data.h"
#include "app/gpu/workspace.h"

namespace spillway::gpu {
namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};

bool is_bit_for_bit(const model::PlannedBuffer& buffer, Tolerance tolerance)
{
    return buffer.scalar == model::ScalarKind::raw || (tolerance.relative == 0 && tolerance.absolute == 0);
}

}  // namespace

Failure Workspace::write_answer(const OwnKernels::Found& found)
{
    std::memcpy(session_.staging().data(), &found, sizeof found);
    return failure(session_.api().copy_to_device(session_.answer(), session_.staging().data(), sizeof found,
                                                 session_.stream()),
                   "cuMemcpyHtoDAsync");
}

Failure Workspace::read_answer(OwnKernels::Found& found)
{
    if (auto failed = failure(session_.api().copy_to_host(session_.staging().data(), session_.answer(), sizeof found,
                                                          session_.stream()),
                              "cuMemcpyDtoHAsync"))
        return failed;
    if (auto failed = session_.synchronize()) return failed;
    std::memcpy(&found, session_.staging().data(), sizeof found);
    return std::nullopt;
}

Failure Workspace::compare(Tolerance tolerance, std::optional<std::string>& difference)
{
    for (std::size_t i = 0; i < slots_.size() && !difference; ++i) {
        const bool holds_clocks = static_cast<int>(i) == plan_.cycles_buffer;
        if (!slots_[i].reference || holds_clocks) continue;
        if (auto failed = compare_buffer(i, tolerance, difference)) return failed;
    }
    return std::nullopt;
}

Failure Workspace::compare_buffer(std::size_t index, Tolerance tolerance, std::optional<std::string>& difference)
{
    const model::PlannedBuffer& buffer = plan_.buffers[index];
    const CuPointer got = slots_[index].own->memory.address, expected = slots_[index].reference->memory.address;
    OwnKernels::Found found;
    if (auto failed = find_difference(buffer, got, expected, tolerance, found)) return failed;
    if (found.first != nowhere) return describe_difference(buffer, got, expected, found.first, tolerance, difference);
    const bool could_be_written = buffer.fill == model::Fill::poison && buffer.count > 0;
    if (could_be_written && found.wrote == 0)  // then a variant that does nothing would be right
        difference = "the reference wrote nothing into " + buffer.name;
    return std::nullopt;
}

/// Leaves the byte where the first difference is found, nowhere where there is none.
Failure Workspace::find_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                   Tolerance tolerance, OwnKernels::Found& found)
{
    const OwnKernels& own = session_.own();
    const std::int64_t vectors = buffer.bytes() / 16, size = scalar_bytes(buffer.scalar);
    const auto rest_at = static_cast<CuPointer>(vectors * 16);
    const auto numbers = [&](CuPointer from, std::int64_t bytes, Tolerance within) -> Failure {
        if (auto failed = write_answer({nowhere, found.wrote})) return failed;
        if (auto failed = own.compare(got + from, expected + from, bytes / size, buffer.scalar, within.relative,
                                      within.absolute, session_.answer(), session_.stream()))
            return failed;
        if (auto failed = read_answer(found)) return failed;
        if (found.first != nowhere) found.first = found.first * static_cast<std::uint64_t>(size) + from;
        return std::nullopt;
    };
    if (auto failed = write_answer({nowhere, 0})) return failed;
    if (auto failed = own.compare_bits(got, expected, vectors, session_.answer(), session_.stream())) return failed;
    if (auto failed = read_answer(found)) return failed;
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

/// Fetches the elements around a byte, of both, and says what differs first there.
Failure Workspace::describe_difference(const model::PlannedBuffer& buffer, CuPointer got, CuPointer expected,
                                       std::uint64_t byte, Tolerance tolerance, std::optional<std::string>& difference)
{
    const auto element = static_cast<std::uint64_t>(buffer.element_bytes);
    const std::uint64_t first = byte / element;
    const std::uint64_t last = std::min((byte + 15) / element + 1, static_cast<std::uint64_t>(buffer.count));
    const std::size_t bytes = (last - first) * element;
    const std::span<std::byte> ours = session_.staging().first(bytes);
    const std::span<std::byte> theirs = session_.staging().subspan(session_.staging().size() / 2, bytes);
    for (const auto& [to, from] : {std::pair{ours, got}, std::pair{theirs, expected}})
        if (auto failed = failure(
                session_.api().copy_to_host(to.data(), from + first * element, bytes, session_.stream()),
                "cuMemcpyDtoHAsync"))
            return failed;
    if (auto failed = session_.synchronize()) return failed;
    difference = first_difference(buffer, static_cast<std::int64_t>(first), ours, theirs, tolerance);
    return std::nullopt;
}

Failure Workspace::compare_copied(const model::PlannedCopy& copy, std::optional<std::string>& difference)
{
    const DriverApi& api = session_.api();
    Memory got, expected;
    for (const auto& [scratch, buffer] : {std::pair{&got, copy.to}, std::pair{&expected, copy.from}}) {
        if (auto failed = allocate_device(api, copy.bytes, *scratch)) return failed;
        if (auto failed = failure(api.copy(scratch->address, memory(buffer).address,
                                           static_cast<std::size_t>(copy.bytes), session_.stream()),
                                  "cuMemcpyAsync"))
            return failed;
    }
    model::PlannedBuffer copied = plan_.buffers[static_cast<std::size_t>(copy.to)];
    copied.count = copy.bytes / copied.element_bytes;
    OwnKernels::Found found;
    if (auto failed = find_difference(copied, got.address, expected.address, {}, found)) return failed;
    if (found.first == nowhere) return std::nullopt;
    return describe_difference(copied, got.address, expected.address, found.first, {}, difference);
}

Failure Workspace::median_of(int index, std::optional<double>& median)
{
    const model::PlannedBuffer& buffer = plan_.buffers[static_cast<std::size_t>(index)];
    const std::span<std::byte> staging = session_.staging();
    const auto bytes = std::min(staging.size(), static_cast<std::size_t>(buffer.bytes()));
    if (auto failed = failure(
            session_.api().copy_to_host(staging.data(), memory(index).address, bytes, session_.stream()),
            "cuMemcpyDtoHAsync"))
        return failed;
    if (auto failed = session_.synchronize()) return failed;
    std::vector<double> cycles;
    const auto size = static_cast<std::size_t>(scalar_bytes(buffer.scalar));
    for (std::size_t at = 0; at + size <= bytes; at += size)
        if (const double value = read_scalar(buffer.scalar, staging.data() + at); value > 0) cycles.push_back(value);
    if (cycles.empty()) return std::nullopt;
    const auto middle = cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2);
    std::nth_element(cycles.begin(), middle, cycles.end());
    median = *middle;
    return std::nullopt;
}

}  // namespace spillway::gpu
