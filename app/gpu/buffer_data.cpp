#include "app/gpu/buffer_data.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace spillway::gpu {

void fill_elements(const model::PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first,
                   std::span<std::byte> bytes)
{
    // Large buffers are filled before every measurement: use all cores, but no thread for a small piece.
    constexpr std::size_t bytes_per_thread = std::size_t{1} << 19;
    const auto element = static_cast<std::size_t>(buffer.element_bytes);
    const std::size_t elements = bytes.size() / element;
    const std::size_t threads = std::clamp<std::size_t>(bytes.size() / bytes_per_thread, 1,
                                                        std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
    std::vector<std::jthread> helpers;
    for (std::size_t i = 0; i < threads; ++i) {
        const std::size_t begin = elements * i / threads, end = elements * (i + 1) / threads;
        const auto piece = bytes.subspan(begin * element, (end - begin) * element);
        const auto work = [&buffer, seed, from = first + static_cast<std::int64_t>(begin), piece] {
            catalogue::fill_elements(buffer, seed, from, piece);
        };
        if (i + 1 == threads) {
            work();
        } else {
            helpers.emplace_back(work);
        }
    }
}

}  // namespace spillway::gpu
