#include "app/gpu/sampler.h"

#include <algorithm>
#include <array>

namespace spillway::gpu {
namespace {

constexpr int max_head_start_reads = 256;

struct Stamp {
    std::uint64_t nanoseconds, cycles;
};
struct StampPair {
    Stamp before, after;
};

std::optional<double> clock_of(const StampPair& pair)
{
    if (pair.before.nanoseconds == 0 || pair.after.nanoseconds <= pair.before.nanoseconds) return std::nullopt;
    return 1e9 * static_cast<double>(pair.after.cycles - pair.before.cycles) /
           static_cast<double>(pair.after.nanoseconds - pair.before.nanoseconds);
}

}  // namespace

Failure Sampler::open(const DriverApi& api, const DeviceHelpers& own, std::int64_t l2_bytes)
{
    api_ = &api;
    own_ = &own;
    if (auto failed = make_stream(api, stream_)) return failed;
    if (auto failed = make_event(api, head_start_end_)) return failed;
    for (std::size_t i = 0; i < 2 * max_samples; ++i)
        if (auto failed = make_event(api, events_.emplace_back())) return failed;
    constexpr auto stamp_bytes = static_cast<std::int64_t>(max_samples * sizeof(StampPair));
    if (auto failed = allocate_device(api, stamp_bytes, stamps_)) return failed;
    if (auto failed = allocate_pinned(api, stamp_bytes, host_stamps_)) return failed;
    // Assumed size if the driver does not report the L2; no GPU has more.
    const std::int64_t bytes = l2_bytes > 0 ? l2_bytes : std::int64_t{128} << 20;
    return allocate_device(api, 2 * bytes, flush_buffer_);
}

Failure Sampler::begin_head_start()
{
    for (int i = 0; i < head_start_reads_; ++i)
        if (auto failed = own_->read(flush_buffer_.address, flush_buffer_.bytes, stream_.get())) return failed;
    return std::nullopt;
}

Failure Sampler::empty_cache()
{
    return own_->empty_l2(flush_buffer_.address, flush_buffer_.bytes, stream_.get());
}

Failure Sampler::once(const Work& work, double& seconds)
{
    float milliseconds = 0;
    const CuEvent begin = events_[0].get(), end = events_[1].get();
    if (auto failed = failure(api_->event_record(begin, stream_.get()), "cuEventRecord")) return failed;
    if (auto failed = work(stream_.get())) return failed;
    if (auto failed = failure(api_->event_record(end, stream_.get()), "cuEventRecord")) return failed;
    if (auto failed = failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize")) return failed;
    if (auto failed = failure(api_->event_elapsed(&milliseconds, begin, end), "cuEventElapsedTime")) return failed;
    seconds = 1e-3 * static_cast<double>(milliseconds);
    return std::nullopt;
}

Failure Sampler::enqueue(const Work& work, bool is_cold, std::size_t index)
{
    const CuPointer stamps = stamps_.address + index * sizeof(StampPair);
    if (auto failed = own_->stamp(stamps, stream_.get())) return failed;
    // Both take long enough that the next launch is queued before the timed window opens.
    if (auto failed = is_cold ? empty_cache() : work(stream_.get())) return failed;
    if (auto failed = failure(api_->event_record(events_[2 * index].get(), stream_.get()), "cuEventRecord"))
        return failed;
    if (auto failed = work(stream_.get())) return failed;
    if (auto failed = failure(api_->event_record(events_[2 * index + 1].get(), stream_.get()), "cuEventRecord"))
        return failed;
    return own_->stamp(stamps + sizeof(Stamp), stream_.get());
}

Failure Sampler::batch(const Work& work, model::CacheState cache, std::size_t count, std::vector<Sample>& samples)
{
    samples.clear();
    count = std::clamp<std::size_t>(count, 1, max_behind_head_start_);
    const bool is_cold = cache == model::CacheState::cold;
    if (auto failed =
            failure(api_->memset_words(stamps_.address, 0, static_cast<std::size_t>(stamps_.bytes / 4), stream_.get()),
                    "cuMemsetD32Async"))
        return failed;
    if (auto failed = begin_head_start()) return failed;
    if (auto failed = failure(api_->event_record(head_start_end_.get(), stream_.get()), "cuEventRecord")) return failed;
    for (std::size_t i = 0; i < count; ++i)
        if (auto failed = enqueue(work, is_cold, i)) return failed;
    const bool was_ahead = api_->event_query(head_start_end_.get()) == not_ready;
    if (was_ahead) return read_samples(count, samples);
    head_start_reads_ = std::min(2 * head_start_reads_, max_head_start_reads);
    max_behind_head_start_ = std::max<std::size_t>(count / 2, 1);
    return failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize");
}

Failure Sampler::read_samples(std::size_t count, std::vector<Sample>& samples)
{
    if (auto failed = failure(
            api_->copy_to_host(host_stamps_.host.get(), stamps_.address, count * sizeof(StampPair), stream_.get()),
            "cuMemcpyDtoHAsync"))
        return failed;
    if (auto failed = failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize")) return failed;
    const auto* stamps = static_cast<const StampPair*>(host_stamps_.host.get());
    for (std::size_t i = 0; i < count; ++i) {
        float milliseconds = 0;
        if (auto failed = failure(api_->event_elapsed(&milliseconds, events_[2 * i].get(), events_[2 * i + 1].get()),
                                  "cuEventElapsedTime"))
            return failed;
        samples.push_back({1e-3 * static_cast<double>(milliseconds), clock_of(stamps[i])});
    }
    return std::nullopt;
}

Failure Sampler::prepare_caches(const Work& work, model::CacheState cache)
{
    if (auto failed = cache == model::CacheState::cold ? empty_cache() : work(stream_.get())) return failed;
    return failure(api_->stream_synchronize(stream_.get()), "cuStreamSynchronize");
}

Failure Sampler::event_seconds(double& seconds)
{
    const Work nothing = [this](CuStream stream) { return own_->nothing(stream); };
    std::vector<Sample> samples;
    for (int i = 0; i < max_discarded_in_a_row && !event_seconds_; ++i) {
        if (auto failed = batch(nothing, model::CacheState::cold, 11, samples)) return failed;
        if (samples.empty()) continue;
        const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
        std::nth_element(samples.begin(), middle, samples.end(),
                         [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; });
        event_seconds_ = middle->seconds;
    }
    seconds = event_seconds_.value_or(0);
    return std::nullopt;
}

}  // namespace spillway::gpu
