#include "app/gpu/workspace.h"

#include <algorithm>
#include <cstring>

#include "app/gpu/buffer_data.h"
#include "app/gpu/output_compare.h"

namespace spillway::gpu {
namespace {

using model::Fill;
using model::MemoryPlace;
using model::PlannedBuffer;

bool has_memory(const PlannedBuffer& buffer)
{
    return buffer.place != MemoryPlace::constant;
}

/// True if kernels can access the buffer.
bool is_seen_by_gpu(const PlannedBuffer& buffer)
{
    return has_memory(buffer) && buffer.place != MemoryPlace::pageable_host;
}

}  // namespace

/// Each buffer has its own random sequence, different in every process.
std::uint64_t Workspace::seed_of(std::size_t index) const
{
    return seed_ * 0x9e3779b97f4a7c15ULL + plan_.buffers[index].seed * 0x2545f4914f6cdd1dULL + index;
}

/// Key of an input's content; different contents have different keys.
std::string Workspace::content_of(std::size_t index) const
{
    const PlannedBuffer& buffer = plan_.buffers[index];
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, "%a %a %a %llx", buffer.from, buffer.to, buffer.step,
                  static_cast<unsigned long long>(seed_of(index)));
    std::string content = "input " + std::to_string(static_cast<int>(buffer.scalar)) + " " +
                          std::to_string(buffer.element_bytes) + " " + std::to_string(buffer.count) + " " +
                          std::to_string(static_cast<int>(buffer.fill)) + " " + numbers;
    return content;
}

/// Each variant uses only a few buffers of its experiment.
bool Workspace::is_used(std::size_t index) const
{
    const int buffer = static_cast<int>(index);
    const auto names = [&](const std::vector<model::PlannedArgument>& arguments) {
        return std::any_of(arguments.begin(), arguments.end(),
                           [&](const model::PlannedArgument& argument) { return argument.buffer == buffer; });
    };
    if (plan_.copy) return plan_.copy->from == buffer || plan_.copy->to == buffer;
    return names(plan_.arguments) || (plan_.reference && names(plan_.reference->arguments));
}

Failure Workspace::prepare(const std::string& reference)
{
    slots_.resize(plan_.buffers.size());
    std::string inputs;
    for (std::size_t i = 0; i < slots_.size(); ++i)
        if (is_used(i)) inputs += std::to_string(i) + content_of(i) + ";";
    knows_reference_ = !reference.empty();
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (!has_memory(plan_.buffers[i]) || !is_used(i)) continue;
        if (auto failed = prepare_buffer(i, reference.empty() ? "" : reference + " of " + inputs)) return failed;
        if (plan_.buffers[i].place == MemoryPlace::texture)
            if (auto failed = prepare_texture(i)) return failed;
    }
    return session_.synchronize();
}

Failure Workspace::prepare_buffer(std::size_t index, const std::string& reference)
{
    const PlannedBuffer& buffer = plan_.buffers[index];
    Slot& slot = slots_[index];
    MemoryKeeper& keeper = session_.memory();
    const std::string name = std::to_string(index);
    const std::string purpose = buffer.is_output ? "output " + name : content_of(index);
    if (auto failed = keeper.take(buffer.place, buffer.bytes(), purpose, slot.own)) return failed;
    if (buffer.is_output) {
        if (reference.empty()) return std::nullopt;
        const std::string expected = "reference " + name + " by " + reference;
        if (auto failed = keeper.take(buffer.place, buffer.bytes(), expected, slot.reference)) return failed;
        bool untouched = false;
        if (auto failed = is_untouched(*slot.reference, untouched)) return failed;
        knows_reference_ = knows_reference_ && untouched;
        return std::nullopt;
    }
    bool untouched = false;
    if (auto failed = is_untouched(*slot.own, untouched)) return failed;
    if (untouched) return std::nullopt;
    if (auto failed = fill(index, slot.own->memory)) return failed;
    if (!is_seen_by_gpu(buffer)) return std::nullopt;
    std::uint64_t made = 0;
    if (auto failed = sum(slot.own->memory, made)) return failed;
    slot.own->sum = made;
    return std::nullopt;
}

Failure Workspace::prepare_texture(std::size_t index)
{
    return make_texture(session_.api(), plan_.buffers[index], slots_[index].own->memory.address, session_.stream(),
                        slots_[index].texture);
}

Failure Workspace::is_untouched(KeptMemory& kept, bool& untouched)
{
    untouched = false;
    if (!kept.sum) return std::nullopt;
    std::uint64_t now = 0;
    if (auto failed = sum(kept.memory, now)) return failed;
    untouched = now == *kept.sum;
    if (!untouched) kept.sum.reset();
    return std::nullopt;
}

Failure Workspace::sum(const Memory& memory, std::uint64_t& sum)
{
    DeviceHelpers::Found answer{0, 0};
    if (auto failed = session_.write_answer(answer)) return failed;
    if (auto failed = session_.own().sum(memory.address, memory.bytes, session_.answer(), session_.stream()))
        return failed;
    if (auto failed = session_.read_answer(answer)) return failed;
    sum = answer.first;
    return std::nullopt;
}

Failure Workspace::keep_reference()
{
    for (Slot& slot : slots_) {
        if (!slot.reference) continue;
        std::uint64_t made = 0;
        if (auto failed = sum(slot.reference->memory, made)) return failed;
        slot.reference->sum = made;
    }
    return std::nullopt;
}

Failure Workspace::reset_outputs(bool of_reference)
{
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const auto& kept = of_reference ? slots_[i].reference : slots_[i].own;
        if (!plan_.buffers[i].is_output || !kept) continue;
        if (auto failed = fill(i, kept->memory)) return failed;
    }
    return session_.synchronize();
}

Failure Workspace::fill_constants(const LoadedKernel& kernel)
{
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
        const PlannedBuffer& buffer = plan_.buffers[i];
        if (buffer.place != MemoryPlace::constant) continue;
        Memory variable;
        std::size_t bytes = 0;
        const DriverApi& api = session_.api();
        if (auto failed = failure(
                api.module_global(&variable.address, &bytes, kernel.module.get(), buffer.constant_symbol.c_str()),
                "cuModuleGetGlobal"))
            return failed;
        PlannedBuffer fitting = buffer;
        fitting.count = std::min(buffer.count, static_cast<std::int64_t>(bytes) / buffer.element_bytes);
        if (auto failed = fill_on_host(fitting, seed_of(i), variable)) return failed;
    }
    return session_.synchronize();
}

Failure Workspace::fill(std::size_t index, const Memory& memory)
{
    const PlannedBuffer& buffer = plan_.buffers[index];
    if (!is_seen_by_gpu(buffer)) return fill_on_host(buffer, seed_of(index), memory);
    if (buffer.fill != Fill::poison && buffer.fill != Fill::zero)
        return session_.own().fill(buffer, seed_of(index), memory.address, session_.stream());
    const unsigned int word = buffer.fill == Fill::zero ? 0 : poison_word;
    return failure(
        session_.api().memset_words(memory.address, word, allocated_bytes(memory.bytes) / 4, session_.stream()),
        "cuMemsetD32Async");
}

Failure Workspace::fill_on_host(const PlannedBuffer& buffer, std::uint64_t seed, const Memory& memory)
{
    if (buffer.fill == Fill::permutation) {
        const std::vector<std::byte> bytes = permutation(buffer, seed);
        if (!memory.pageable) return upload(bytes, memory.address);
        std::memcpy(memory.pageable.get(), bytes.data(), bytes.size());
        return std::nullopt;
    }
    if (memory.pageable) {
        fill_elements(buffer, seed, 0, {memory.pageable.get(), static_cast<std::size_t>(buffer.bytes())});
        return std::nullopt;
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(buffer.bytes()));
    fill_elements(buffer, seed, 0, bytes);
    return upload(bytes, memory.address);
}

Failure Workspace::upload(std::span<const std::byte> bytes, CuPointer address)
{
    const std::span<std::byte> staging = session_.staging();
    for (std::size_t at = 0; at < bytes.size(); at += staging.size()) {
        const auto piece = bytes.subspan(at, std::min(staging.size(), bytes.size() - at));
        std::memcpy(staging.data(), piece.data(), piece.size());
        if (auto failed =
                failure(session_.api().copy_to_device(address + at, staging.data(), piece.size(), session_.stream()),
                        "cuMemcpyHtoDAsync"))
            return failed;
        if (auto failed = session_.synchronize()) return failed;
    }
    return std::nullopt;
}

std::vector<CuPointer> Workspace::addresses(const std::vector<model::PlannedArgument>& arguments,
                                            bool of_reference) const
{
    std::vector<CuPointer> addresses;
    for (const model::PlannedArgument& argument : arguments) {
        if (argument.buffer < 0) {
            addresses.push_back(0);
            continue;
        }
        const Slot& slot = slots_[static_cast<std::size_t>(argument.buffer)];
        const auto offset = static_cast<CuPointer>(argument.offset_bytes);
        if (slot.texture.object && !argument.is_plain) {
            addresses.push_back(slot.texture.object.get());
        } else if (slot.own) {
            const auto& kept = of_reference && slot.reference ? slot.reference : slot.own;
            addresses.push_back(kept->memory.address + offset);
        } else {
            addresses.push_back(0);  // a __constant__ variable has no address argument
        }
    }
    return addresses;
}

Failure Workspace::compare(Tolerance tolerance, std::optional<std::string>& difference)
{
    for (std::size_t i = 0; i < slots_.size() && !difference; ++i) {
        const bool holds_clocks = static_cast<int>(i) == plan_.cycles_buffer;
        if (!slots_[i].reference || holds_clocks) continue;
        const PlannedBuffer& buffer = plan_.buffers[i];
        const bool must_be_written = buffer.fill == Fill::poison && buffer.count > 0;
        if (auto failed = OutputCompare(session_).compare(buffer, slots_[i].own->memory.address,
                                                          slots_[i].reference->memory.address, tolerance,
                                                          must_be_written, difference))
            return failed;
    }
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
    return OutputCompare(session_).compare(copied, got.address, expected.address, {}, false, difference);
}

Failure Workspace::median_of(int index, std::optional<double>& median)
{
    const model::PlannedBuffer& buffer = plan_.buffers[static_cast<std::size_t>(index)];
    const std::span<std::byte> staging = session_.staging();
    const auto bytes = std::min(staging.size(), static_cast<std::size_t>(buffer.bytes()));
    if (auto failed =
            failure(session_.api().copy_to_host(staging.data(), memory(index).address, bytes, session_.stream()),
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
