#include "app/gpu/workspace.h"

#include <algorithm>
#include <cstring>

#include "app/gpu/buffer_data.h"

namespace spillway::gpu {
namespace {

bool has_memory(const model::PlannedBuffer& buffer)
{
    return buffer.place != model::MemoryPlace::constant;
}

bool is_poison(std::span<const std::byte> bytes)
{
    const auto* pattern = reinterpret_cast<const std::byte*>(&poison_word);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != pattern[i % 4]) return false;
    return true;
}

/// Each buffer has a stream of random numbers of its own, in every run another.
std::uint64_t seed_of(const model::PlannedBuffer& buffer, std::size_t index, std::uint64_t seed)
{
    return seed * 0x9e3779b97f4a7c15ULL + buffer.seed * 0x2545f4914f6cdd1dULL + index;
}

}  // namespace

Workspace::~Workspace()
{
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const model::MemoryPlace place = plan_.buffers[i].place;
        if (slots_[i].memory.address) session_.give_back(place, std::move(slots_[i].memory));
        if (slots_[i].reference.address) session_.give_back(place, std::move(slots_[i].reference));
    }
}

Failure Workspace::allocate()
{
    slots_.resize(plan_.buffers.size());
    // First all that is there already, so that what is not needed can go before more is asked for.
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const model::PlannedBuffer& buffer = plan_.buffers[i];
            if (!has_memory(buffer)) continue;
            const bool wants_second = buffer.is_output && plan_.reference;
            for (Memory* memory : {&slots_[i].memory, wants_second ? &slots_[i].reference : nullptr}) {
                if (!memory || memory->address || (round == 0 && !session_.has_spare(buffer.place, buffer.bytes())))
                    continue;
                if (auto failed = session_.take(buffer.place, buffer.bytes(), *memory)) return failed;
            }
        }
        session_.free_spare();
    }
    return std::nullopt;
}

Failure Workspace::fill(std::uint64_t seed)
{
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const model::PlannedBuffer& buffer = plan_.buffers[i];
        if (!has_memory(buffer) || buffer.is_output) continue;
        if (auto failed = fill_one(buffer, seed_of(buffer, i, seed), slots_[i].memory.address)) return failed;
    }
    return std::nullopt;
}

Failure Workspace::reset_outputs(std::uint64_t seed, bool of_reference)
{
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const model::PlannedBuffer& buffer = plan_.buffers[i];
        if (!has_memory(buffer) || !buffer.is_output) continue;
        const CuPointer address = of_reference ? slots_[i].reference.address : slots_[i].memory.address;
        if (auto failed = fill_one(buffer, seed_of(buffer, i, seed), address)) return failed;
    }
    return synchronize();
}

Failure Workspace::fill_constants(const LoadedKernel& kernel, std::uint64_t seed)
{
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
        const model::PlannedBuffer& buffer = plan_.buffers[i];
        if (buffer.place != model::MemoryPlace::constant) continue;
        CuPointer address = 0;
        std::size_t bytes = 0;
        const DriverApi& api = session_.api();
        if (auto failed =
                failure(api.module_global(&address, &bytes, kernel.module.get(), buffer.constant_symbol.c_str()),
                        "cuModuleGetGlobal"))
            return failed;
        model::PlannedBuffer fitting = buffer;
        fitting.count = std::min(buffer.count, static_cast<std::int64_t>(bytes) / buffer.element_bytes);
        if (auto failed = fill_one(fitting, seed_of(buffer, i, seed), address)) return failed;
    }
    return synchronize();
}

Failure Workspace::fill_one(const model::PlannedBuffer& buffer, std::uint64_t seed, CuPointer address)
{
    const DriverApi& api = session_.api();
    const CuStream stream = session_.sampler().stream();
    if ((buffer.fill == model::Fill::poison || buffer.fill == model::Fill::zero) && has_memory(buffer)) {
        const unsigned int word = buffer.fill == model::Fill::zero ? 0 : poison_word;
        const auto words = static_cast<std::size_t>((buffer.bytes() + 3) / 4);  // memory is made in whole words
        if (words == 0) return std::nullopt;
        return failure(api.memset_words(address, word, words, stream), "cuMemsetD32Async");
    }
    if (buffer.fill == model::Fill::permutation) return upload(permutation(buffer, seed), address);

    // Two halves in turn: while one travels, the other is made.
    const std::span<std::byte> staging = session_.staging();
    const std::int64_t elements = static_cast<std::int64_t>(staging.size() / 2) / buffer.element_bytes;
    for (std::int64_t first = 0, half = 0; first < buffer.count; first += elements, half ^= 1) {
        const std::int64_t count = std::min(elements, buffer.count - first);
        const auto bytes =
            staging.subspan(half ? staging.size() / 2 : 0, static_cast<std::size_t>(count * buffer.element_bytes));
        fill_elements(buffer, seed, first, bytes);
        if (auto failed = synchronize()) return failed;  // the other half has arrived
        if (auto failed = failure(api.copy_to_device(address + static_cast<CuPointer>(first * buffer.element_bytes),
                                                     bytes.data(), bytes.size(), stream),
                                  "cuMemcpyHtoDAsync"))
            return failed;
    }
    return synchronize();
}

Failure Workspace::upload(std::span<const std::byte> bytes, CuPointer address)
{
    const std::span<std::byte> staging = session_.staging();
    for (std::size_t at = 0; at < bytes.size(); at += staging.size()) {
        const auto piece = bytes.subspan(at, std::min(staging.size(), bytes.size() - at));
        std::memcpy(staging.data(), piece.data(), piece.size());
        if (auto failed = failure(
                session_.api().copy_to_device(address + at, staging.data(), piece.size(), session_.sampler().stream()),
                "cuMemcpyHtoDAsync"))
            return failed;
        if (auto failed = synchronize()) return failed;
    }
    return std::nullopt;
}

Failure Workspace::synchronize()
{
    return failure(session_.api().stream_synchronize(session_.sampler().stream()), "cuStreamSynchronize");
}

std::vector<CuPointer> Workspace::addresses(bool of_reference) const
{
    std::vector<CuPointer> addresses;
    for (const Slot& slot : slots_)
        addresses.push_back(of_reference && slot.reference.address ? slot.reference.address : slot.memory.address);
    return addresses;
}

Failure Workspace::compare(Tolerance tolerance, std::optional<std::string>& difference)
{
    const DriverApi& api = session_.api();
    const CuStream stream = session_.sampler().stream();
    const std::span<std::byte> staging = session_.staging();
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const model::PlannedBuffer& buffer = plan_.buffers[i];
        const bool holds_clocks = static_cast<int>(i) == plan_.cycles_buffer;
        if (!slots_[i].reference.address || holds_clocks) continue;
        const std::int64_t elements = static_cast<std::int64_t>(staging.size() / 2) / buffer.element_bytes;
        bool reference_wrote = buffer.fill != model::Fill::poison || buffer.count == 0;
        for (std::int64_t first = 0; first < buffer.count; first += elements) {
            const auto bytes =
                static_cast<std::size_t>(std::min(elements, buffer.count - first) * buffer.element_bytes);
            const auto got = staging.first(bytes), expected = staging.subspan(staging.size() / 2, bytes);
            const auto offset = static_cast<CuPointer>(first * buffer.element_bytes);
            for (const auto& [to, from] : {std::pair{got, slots_[i].memory.address + offset},
                                           std::pair{expected, slots_[i].reference.address + offset}})
                if (auto failed = failure(api.copy_to_host(to.data(), from, bytes, stream), "cuMemcpyDtoHAsync"))
                    return failed;
            if (auto failed = synchronize()) return failed;
            difference = first_difference(buffer, first, got, expected, tolerance);
            if (difference) return std::nullopt;
            reference_wrote = reference_wrote || !is_poison(expected);
        }
        if (!reference_wrote) {  // then a variant that does nothing would be right
            difference = "the reference wrote nothing into " + buffer.name;
            return std::nullopt;
        }
    }
    return std::nullopt;
}

Failure Workspace::median_of(int index, std::optional<double>& median)
{
    const model::PlannedBuffer& buffer = plan_.buffers[static_cast<std::size_t>(index)];
    const std::span<std::byte> staging = session_.staging();
    const auto bytes = std::min(staging.size(), static_cast<std::size_t>(buffer.bytes()));
    if (auto failed =
            failure(session_.api().copy_to_host(staging.data(), slots_[static_cast<std::size_t>(index)].memory.address,
                                                bytes, session_.sampler().stream()),
                    "cuMemcpyDtoHAsync"))
        return failed;
    if (auto failed = synchronize()) return failed;
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
