#include "app/emulate/sampled_buffers.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "app/gpu/buffer_data.h"

namespace spillway::emulate {
namespace {

constexpr std::int64_t most_address_space = std::int64_t{16} << 30;  ///< of all buffers
constexpr std::int64_t most_whole_bytes = std::int64_t{64} << 20;    ///< of one that is made at once
constexpr std::int64_t elements_of_piece = 32;  ///< a column of a matrix touches little of each row

model::Error too_large(const model::PlannedBuffer& buffer)
{
    return {"its buffer \"" + buffer.name + "\" is too large for this machine", "run on this processor",
            "choose a smaller problem"};
}

}  // namespace

/// Zeroed memory that takes no room until it is touched.
class SampledBuffers::Pieces : public ptx::Contents {
public:
    Pieces(const model::PlannedBuffer& buffer, std::byte* memory)
        : buffer_(buffer), memory_(memory), bytes_(static_cast<std::size_t>(buffer.bytes()))
    {
        piece_bytes_ = static_cast<std::size_t>(buffer.element_bytes * elements_of_piece);
        is_made_.resize(bytes_ / piece_bytes_ + 1, false);
    }

    void need(std::size_t first, std::size_t end) override
    {
        for (std::size_t piece = first / piece_bytes_; piece * piece_bytes_ < end; ++piece)
            if (!is_made_[piece]) make(piece);
    }

    void make_whole()
    {
        if (buffer_.fill == model::Fill::permutation) {
            const std::vector<std::byte> content = gpu::permutation(buffer_, buffer_.seed);
            std::memcpy(memory_.get(), content.data(), std::min(content.size(), bytes_));
            is_made_.assign(is_made_.size(), true);
        } else {
            need(0, bytes_);
        }
    }

    [[nodiscard]] std::span<std::byte> span() const { return {memory_.get(), bytes_}; }

private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

    void make(std::size_t piece)
    {
        is_made_[piece] = true;
        const std::size_t first = piece * piece_bytes_, size = std::min(piece_bytes_, bytes_ - first);
        gpu::fill_elements(buffer_, buffer_.seed, static_cast<std::int64_t>(piece) * elements_of_piece,
                           span().subspan(first, size));
    }

    const model::PlannedBuffer buffer_;
    std::unique_ptr<std::byte, Free> memory_;
    std::size_t bytes_, piece_bytes_ = 1;
    std::vector<bool> is_made_;
};

SampledBuffers::SampledBuffers() = default;
SampledBuffers::SampledBuffers(SampledBuffers&&) noexcept = default;
SampledBuffers::~SampledBuffers() = default;

model::Expected<SampledBuffers> SampledBuffers::make(const model::LaunchPlan& plan)
{
    SampledBuffers made;
    std::int64_t left = most_address_space;
    for (const model::PlannedBuffer& buffer : plan.buffers) {
        // Textures and tables are read in ways that need() does not see.
        const bool is_whole = buffer.fill == model::Fill::permutation || buffer.place == model::MemoryPlace::texture ||
                              buffer.place == model::MemoryPlace::constant;
        if (buffer.bytes() > left || (is_whole && buffer.bytes() > most_whole_bytes)) return too_large(buffer);
        left -= buffer.bytes();
        auto* memory = static_cast<std::byte*>(
            std::calloc(1, static_cast<std::size_t>(std::max<std::int64_t>(1, buffer.bytes()))));
        if (memory == nullptr) return too_large(buffer);
        made.buffers_.push_back(std::make_unique<Pieces>(buffer, memory));
        if (is_whole) made.buffers_.back()->make_whole();
    }
    return made;
}

std::vector<std::span<std::byte>> SampledBuffers::spans() const
{
    std::vector<std::span<std::byte>> all;
    for (const auto& buffer : buffers_) all.push_back(buffer->span());
    return all;
}

std::vector<ptx::Contents*> SampledBuffers::contents() const
{
    std::vector<ptx::Contents*> all;
    for (const auto& buffer : buffers_) all.push_back(buffer.get());
    return all;
}

}  // namespace spillway::emulate
