#include "app/emulate/touched_buffers.h"

#include <algorithm>
#include <cstring>

#include "app/catalogue/buffer_contents.h"

namespace spillway::emulate {
namespace {

/// A few sectors: a column of a matrix touches one sector of each row.
constexpr std::int64_t piece_bytes = 256;
/// Limit of all buffers together: address space, not memory in use. A page in a browser has 4 GiB of it.
constexpr std::int64_t max_bytes = sizeof(void*) > 4 ? std::int64_t{8} << 30 : std::int64_t{1} << 30;
/// A permutation is one cycle through the whole buffer: it cannot be made in pieces.
constexpr std::int64_t max_permutation_bytes = std::int64_t{256} << 20;

model::Error too_large(const std::string& what)
{
    return {what, "run on this processor", "choose fewer elements"};
}

}  // namespace

model::Expected<TouchedBuffers> TouchedBuffers::make(const model::LaunchPlan& plan)
{
    TouchedBuffers buffers;
    std::int64_t all = 0;
    for (const model::PlannedBuffer& planned : plan.buffers) {
        const bool is_permutation = planned.fill == model::Fill::permutation;
        all += planned.bytes();
        if (planned.bytes() < 0 || planned.element_bytes < 1 || all > max_bytes ||
            (is_permutation && planned.bytes() > max_permutation_bytes))
            return too_large("the launch's buffers are larger than the interpreter allows");
        Held held;
        held.planned = planned;
        held.piece_elements = std::max<std::int64_t>(1, piece_bytes / planned.element_bytes);
        const auto bytes = static_cast<std::size_t>(planned.bytes());
        held.memory.reset(new std::byte[std::max<std::size_t>(bytes, 1)]);  // not set to zero: not touched yet
        const std::int64_t pieces = (planned.count + held.piece_elements - 1) / held.piece_elements;
        held.filled.assign(static_cast<std::size_t>(pieces), is_permutation);
        if (is_permutation) {
            const std::vector<std::byte> content = catalogue::permutation(planned, planned.seed);
            std::memcpy(held.memory.get(), content.data(), std::min(bytes, content.size()));
        }
        buffers.held_.push_back(std::move(held));
    }
    for (std::size_t i = 0; i < buffers.held_.size(); ++i)
        if (plan.buffers[i].place != model::MemoryPlace::global)
            buffers.prepare(static_cast<int>(i), 0, static_cast<std::uint64_t>(plan.buffers[i].bytes()));
    return buffers;
}

std::vector<std::span<std::byte>> TouchedBuffers::bytes() const
{
    std::vector<std::span<std::byte>> spans;
    for (const Held& held : held_)
        spans.emplace_back(held.memory.get(), static_cast<std::size_t>(held.planned.bytes()));
    return spans;
}

void TouchedBuffers::prepare(int buffer, std::uint64_t first, std::uint64_t bytes)
{
    Held& held = held_[static_cast<std::size_t>(buffer)];
    if (bytes == 0) return;
    const auto step = static_cast<std::uint64_t>(held.piece_elements * held.planned.element_bytes);
    for (std::uint64_t piece = first / step; piece <= (first + bytes - 1) / step; ++piece)
        if (!held.filled[piece]) fill(held, piece);
}

void TouchedBuffers::fill(Held& held, std::size_t piece)
{
    held.filled[piece] = true;
    const std::int64_t first = static_cast<std::int64_t>(piece) * held.piece_elements;
    const std::int64_t count = std::min(held.piece_elements, held.planned.count - first);
    catalogue::fill_elements(held.planned, held.planned.seed, first,
                             {held.memory.get() + first * held.planned.element_bytes,
                              static_cast<std::size_t>(count * held.planned.element_bytes)});
}

}  // namespace spillway::emulate
