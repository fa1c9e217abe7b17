#include "app/gpu/sampler.h"

#include <algorithm>

namespace spillway::gpu {
namespace {

constexpr int most_head_start_fills = 512;
constexpr int warm_launches = 2;

}  // namespace

Failure Sampler::open(const DriverApi& api, std::int64_t l2_bytes)
{
    api_ = &api;
    if (auto failed = make_stream(api, stream_)) return failed;
    if (auto failed = make_event(api, head_start_end_)) return failed;
    for (int i = 0; i < 2 * most_samples; ++i)
        if (auto failed = make_event(api, events_.emplace_back())) return failed;
    // A GPU that does not tell its L2 has no more than this.
    const std::int64_t bytes = l2_bytes > 0 ? l2_bytes : std::int64_t{128} << 20;
    return allocate_device(api, bytes, flush_buffer_);
}

Failure Sampler::flush(int times)
{
    const auto words = static_cast<std::size_t>(flush_buffer_.bytes / 4);
    for (int i = 0; i < times; ++i)
        if (auto failed =
                failure(api_->memset_words(flush_buffer_.address, 0, words, stream_.get()), "cuMemsetD32Async"))
            return failed;
    return std::nullopt;
}

Failure Sampler::once(const Launch& launch, double& seconds)
{
    float milliseconds = 0;
    const CuEvent begin = events_[0].get(), end = events_[1].get();
    if (auto failed = failure(api_->event_record(begin, stream_.get()), "cuEventRecord")) return failed;
    if (auto failed = launch.enqueue(*api_, stream_.get())) return failed;
    if (auto failed = failure(api_->event_record(end, stream_.get()), "cuEventRecord")) return failed;
    if (auto failed = failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize")) return failed;
    if (auto failed = failure(api_->event_elapsed(&milliseconds, begin, end), "cuEventElapsedTime")) return failed;
    seconds = 1e-3 * static_cast<double>(milliseconds);
    return std::nullopt;
}

Failure Sampler::prepare_caches(const Launch& launch, model::CacheState cache)
{
    if (cache == model::CacheState::cold) {
        if (auto failed = flush(1)) return failed;
    } else {
        for (int i = 0; i < warm_launches; ++i)
            if (auto failed = launch.enqueue(*api_, stream_.get())) return failed;
    }
    return failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize");
}

Failure Sampler::batch(const Launch& launch, model::CacheState cache, int samples, std::vector<double>& seconds)
{
    seconds.clear();
    const std::size_t count = static_cast<std::size_t>(std::clamp(samples, 1, most_samples));
    const bool is_cold = cache == model::CacheState::cold;
    if (auto failed = flush(head_start_fills_)) return failed;
    if (auto failed = failure(api_->event_record(head_start_end_.get(), stream_.get()), "cuEventRecord")) return failed;
    for (int i = 0; i < warm_launches && !is_cold; ++i)
        if (auto failed = launch.enqueue(*api_, stream_.get())) return failed;
    for (std::size_t i = 0; i < count; ++i) {
        if (is_cold)
            if (auto failed = flush(1)) return failed;
        if (auto failed = failure(api_->event_record(events_[2 * i].get(), stream_.get()), "cuEventRecord"))
            return failed;
        if (auto failed = launch.enqueue(*api_, stream_.get())) return failed;
        if (auto failed = failure(api_->event_record(events_[2 * i + 1].get(), stream_.get()), "cuEventRecord"))
            return failed;
    }
    const bool was_ahead = api_->event_query(head_start_end_.get()) == not_ready;
    if (auto failed = failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize")) return failed;
    if (!was_ahead && head_start_fills_ < most_head_start_fills) {
        head_start_fills_ *= 2;
        ++discarded_;
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        float milliseconds = 0;
        if (auto failed = failure(api_->event_elapsed(&milliseconds, events_[2 * i].get(), events_[2 * i + 1].get()),
                                  "cuEventElapsedTime"))
            return failed;
        seconds.push_back(1e-3 * static_cast<double>(milliseconds));
    }
    return std::nullopt;
}

}  // namespace spillway::gpu
