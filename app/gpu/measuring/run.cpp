#include "app/gpu/measuring/run.h"

#include <algorithm>
#include <chrono>

#include "app/gpu/kinds/kinds.h"

namespace spillway::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double batch_seconds = 0.02;    // short, so that urgent work does not wait long
constexpr double max_wall_seconds = 2;    // flushing the caches takes time outside all samples
constexpr double min_event_share = 0.01;  // of the median; smaller event times are not reported

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// True if the plan accesses only GPU memory, so that its bandwidth is an upper bound.
bool moves_gpu_memory(const model::LaunchPlan& plan)
{
    return std::none_of(plan.buffers.begin(), plan.buffers.end(), [](const model::PlannedBuffer& buffer) {
        return buffer.place == model::MemoryPlace::pinned_host || buffer.place == model::MemoryPlace::pageable_host;
    });
}

}  // namespace

Run::Run(DeviceSession& session, const MeasureRequest& request, const model::Gpu& live, const LaunchBounds& bounds,
         Watchdog* watchdog)
    : context_(session, request, bounds, watchdog),
      live_(live),
      kind_(make_kind(context_)),
      rule_(request.refine ? StoppingRule::refined : StoppingRule::prompt),
      gate_(live.boost_clock_hz)
{
}

Run::~Run() = default;

Ended Run::load()
{
    return kind_->load();
}

Ended Run::begin()
{
    if (auto ended = kind_->begin()) return ended;
    const Failure failed =
        context_.watched("measuring the events and the copy speed", context_.bounds().driver_seconds, [&]() -> Failure {
            if (auto aside = context_.session().set_l2_aside(0)) return aside;
            if (auto events = context_.session().sampler().event_seconds(event_seconds_)) return events;
            const bool has_ceiling = plan().bytes_moved > 0 && moves_gpu_memory(plan());
            return has_ceiling ? context_.session().ceiling(ceiling_) : std::nullopt;
        });
    return context_.ended_by(failed);
}

Ended Run::step(std::size_t most)
{
    const auto start = Clock::now();
    std::vector<Sample> samples;
    const Failure failed = context_.watched("the kernel", context_.bounds().hung_seconds, [&]() -> Failure {
        if (auto aside = context_.set_l2_aside()) return aside;
        return kind_->sample(samples_per_batch(most), samples);
    });
    if (failed) return context_.ended_by(failed);
    sampling_wall_seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    not_ahead_ = samples.empty() ? not_ahead_ + 1 : 0;
    if (not_ahead_ > Sampler::max_discarded_in_a_row)
        return Ending{model::Status::ok, std::nullopt,
                      "the host could not enqueue launches faster than the GPU ran them"};
    for (const Sample& sample : samples) {
        if (!gate_.accepts(sample.clock_hz)) {
            ++throttled_;
            continue;
        }
        rule_.add(sample.seconds);
        if (sample.clock_hz) clocks_hz_.push_back(*sample.clock_hz);
    }
    return std::nullopt;
}

bool Run::has_enough() const
{
    if (context_.request().samples_only) return rule_.count() > 0;
    if (const auto fixed = kind_->fixed_sample_count()) return rule_.count() >= *fixed;
    if (rule_.is_trusted()) return true;
    const bool is_hurried = sampling_wall_seconds_ > max_wall_seconds ||
                            (context_.request().should_stop && context_.request().should_stop());
    return is_hurried && rule_.count() >= StoppingRule::least_samples;
}

/// Ten at first, because the user waits for the result; later batches may take longer.
std::size_t Run::samples_per_batch(std::size_t most) const
{
    const bool is_first = rule_.count() == 0;
    const double expected_seconds = is_first ? kind_->first_seconds() : rule_.statistics().median;
    const double fitting = batch_seconds / std::max(expected_seconds, 1e-6);
    const std::size_t wanted = std::min(most, is_first ? StoppingRule::provisional_samples : Sampler::max_samples);
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::min(fitting, 1e6)), 1, wanted);
}

void Run::provisional(const std::string& driver_version)
{
    if (has_sent_provisional_ || !context_.request().on_provisional || !rule_.is_provisional() || rule_.is_trusted())
        return;
    has_sent_provisional_ = true;
    Outcome provisional = context_.outcome();
    describe(provisional.measurement, driver_version);
    context_.request().on_provisional(provisional);
}

Ended Run::report(const std::string& driver_version)
{
    describe(context_.outcome().measurement, driver_version);
    const Failure failed = context_.watched("reading the results", context_.bounds().driver_seconds,
                                            [&] { return kind_->report(context_.outcome().measurement); });
    return context_.ended_by(failed);
}

Ended Run::count(Counters& counters, int device_index)
{
    const auto countable = kind_->countable();
    if (!countable) {
        context_.outcome().measurement.counters_reason = "No counters: they need a kernel timed on the GPU";
        return std::nullopt;
    }
    Counted counted;
    const Failure failed = context_.watched("counting", context_.bounds().driver_seconds, [&]() -> Failure {
        if (auto aside = context_.set_l2_aside()) return aside;
        counted = counters.count(device_index, context_.session().context(), *countable);
        return counted.failed;
    });
    if (failed) return context_.ended_by(failed, "while counting: ");
    if (counted.reason)
        context_.outcome().measurement.counters_reason = counted.reason;
    else
        context_.outcome().measurement.counters = std::move(counted.values);
    return std::nullopt;
}

void Run::skip_counters(const std::string& reason)
{
    context_.outcome().measurement.counters_reason = reason;
}

Ended Run::sample_stalls(Counters& counters)
{
    model::Measurement& measurement = context_.outcome().measurement;
    const auto countable = kind_->countable();
    const bool is_asked = measurement.counters || context_.request().samples_only;
    if (!countable || !is_asked || !measurement.seconds) return std::nullopt;
    const double cycles = measurement.seconds->median * measurement.sm_clock_hz.value_or(live_.boost_clock_hz);
    Sampled sampled;
    const Failure failed = context_.watched("sampling its warps", context_.bounds().driver_seconds, [&]() -> Failure {
        if (auto aside = context_.set_l2_aside()) return aside;
        sampled = counters.sample(context_.session().context(), *countable, cycles);
        return sampled.failed;
    });
    if (failed) return context_.ended_by(failed, "while sampling: ");
    measurement.stall_samples = std::move(sampled.samples);
    measurement.stall_samples_reason = std::move(sampled.reason);
    return std::nullopt;
}

void Run::describe(model::Measurement& measurement, const std::string& driver_version)
{
    measurement.source = model::MeasurementSource::live;
    measurement.seconds = rule_.statistics();
    measurement.cache = plan().cache == model::CacheState::cold ? "cold" : "warm";
    measurement.provenance = model::Provenance{live_.label, driver_version, context_.request().cuda, model::utc_now()};
    if (!clocks_hz_.empty()) measurement.sm_clock_hz = median(clocks_hz_);
    if (throttled_ > 0) measurement.discarded_samples = throttled_;
    const double seconds = measurement.seconds->median;
    if (kind_->uses_events() && event_seconds_ > min_event_share * seconds)
        measurement.event_seconds = std::min(event_seconds_, seconds);
    if (seconds > 0) describe_rates(measurement, seconds);
}

void Run::describe_rates(model::Measurement& measurement, double seconds)
{
    if (plan().bytes_requested > 0) measurement.requested_bytes_per_second = plan().bytes_requested / seconds;
    if (plan().flops > 0) measurement.flops_per_second = plan().flops / seconds;
    if (plan().bytes_moved <= 0) return;
    const double rate = plan().bytes_moved / seconds;
    measurement.bytes_per_second = rate;
    if (!moves_gpu_memory(plan())) return;
    const double peak = context_.job().gpu.dram_bytes_per_second > 0 ? context_.job().gpu.dram_bytes_per_second
                                                                     : live_.dram_bytes_per_second;
    if (peak > 0) measurement.percent_of_peak = rate / peak;
    if (ceiling_ <= 0) return;
    measurement.ceiling_bytes_per_second = ceiling_;
    measurement.percent_of_ceiling = rate / ceiling_;
}

void Run::end(const Ending& ending)
{
    context_.outcome().status = ending.status;
    context_.outcome().error = ending.error;
    context_.outcome().measurement = no_measurement(ending.reason);
    context_.outcome().context_lost = ending.context_lost;
}

}  // namespace spillway::gpu
