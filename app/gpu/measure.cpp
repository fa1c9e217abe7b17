#include "app/gpu/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "app/gpu/launch.h"
#include "app/gpu/stopping_rule.h"
#include "app/gpu/workspace.h"

namespace spillway::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double batch_seconds = 0.02;      // so that something more urgent never waits for long
constexpr double most_wall_seconds = 2;     // flushing takes time that is nobody's sample
constexpr int most_discarded_in_a_row = 8;  // doubling the head start each time

std::string seconds_text(double seconds)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.2g s", seconds);
    return text;
}

/// What this version cannot launch, if the plan asks for it.
std::optional<std::string> not_launchable(const model::LaunchPlan& plan)
{
    if (plan.copy) return "copies by the driver are not timed by this version";
    if (plan.timing == model::Timing::launch) return "the time from the host's call is not taken by this version";
    for (const model::PlannedBuffer& buffer : plan.buffers) {
        if (buffer.place == model::MemoryPlace::texture) return "textures are not launched by this version";
        if (buffer.place == model::MemoryPlace::pageable_host) return "a kernel cannot read pageable host memory";
    }
    return std::nullopt;
}

/// A GPU of the table is the live one when architecture, SMs and name say so: "NVIDIA H200" is "NVIDIA H200 SXM".
bool is_same_model(const model::Gpu& asked, const model::Gpu& live)
{
    const bool same_name = asked.label.starts_with(live.label) || live.label.starts_with(asked.label);
    return asked.arch() == live.arch() && asked.sm_count == live.sm_count && !asked.label.empty() &&
           !live.label.empty() && same_name;
}

}  // namespace

model::Measurement no_measurement(const std::string& reason)
{
    model::Measurement none;
    none.reason = "No measurement: " + reason;
    return none;
}

model::Expected<int> find_gpu(const DriverProbe& driver, const model::Job& job)
{
    if (!driver.reason.empty() || driver.gpus.empty()) return model::Error{driver.reason, "launch", driver.advice};
    for (std::size_t i = 0; i < driver.gpus.size(); ++i)
        if (job.gpu.name == driver.gpus[i].name && job.gpu.arch() == driver.gpus[i].arch()) return static_cast<int>(i);
    for (std::size_t i = 0; i < driver.gpus.size(); ++i)
        if (is_same_model(job.gpu, driver.gpus[i])) return static_cast<int>(i);
    const model::Gpu& live = driver.gpus.front();
    const std::string asked = job.gpu.label.empty() ? job.gpu.name : job.gpu.label;
    return model::Error{"the GPU here is " + live.label + " (" + live.arch() + "), not " + asked, "launch", ""};
}

/// One measurement, stage by stage. Each stage returns false when it has written the outcome.
class Measurer::Run {
public:
    Run(Measurer& measurer, const MeasureRequest& request, int device_index)
        : measurer_(measurer),
          request_(request),
          job_(*request.job),
          plan_(*request.job->plan),
          live_(measurer.driver_.gpus[static_cast<std::size_t>(device_index)]),
          device_index_(device_index)
    {
    }

    Outcome run()
    {
        if (!check() || !prepare()) return std::move(outcome_);
        Workspace workspace(*measurer_.session_, plan_);
        const bool is_right =
            fill(workspace) && run_reference(workspace) && run_variant(workspace) && verify(workspace);
        if (is_right && sample()) {
            report(workspace);
            if (request_.count) count(workspace);
        }
        return std::move(outcome_);
    }

private:
    [[nodiscard]] const DriverApi& api() const { return measurer_.api_; }

    bool check()
    {
        std::optional<model::Error> error = check_plan(plan_);
        if (!error) error = check_grid(job_.grid);
        if (!error && plan_.reference && !request_.reference && request_.reference_error) {
            error = *request_.reference_error;
            error->what = "the reference did not compile: " + error->what;
        }
        if (error) return refuse(*error);
        return true;
    }

    bool prepare()
    {
        if (const Failure failed = watched("making the context", measurer_.bounds_.driver_seconds,
                                           [&] { return measurer_.open(device_index_); }))
            return fail(*failed);
        return load(request_.kernel, job_.dynamic_shared_bytes, job_.carveout, kernel_) &&
               (!request_.reference || load(*request_.reference, plan_.reference->dynamic_shared_bytes,
                                            model::Carveout::standard, reference_)) &&
               check_block();
    }

    bool load(const Code& code, std::int64_t dynamic_shared_bytes, model::Carveout carveout, LoadedKernel*& kernel)
    {
        const Failure failed = watched("loading the code", measurer_.bounds_.driver_seconds, [&]() -> Failure {
            if (auto load_failed = measurer_.session_->kernel(code, kernel)) return load_failed;
            const int preference = carveout == model::Carveout::max_l1       ? carveout_max_l1
                                   : carveout == model::Carveout::max_shared ? carveout_max_shared
                                                                             : -1;
            if (auto set_failed = failure(api().function_set(kernel->function, function_shared_carveout, preference),
                                          "cuFuncSetAttribute"))
                return set_failed;
            if (dynamic_shared_bytes == 0) return std::nullopt;
            return failure(api().function_set(kernel->function, function_max_dynamic_shared_bytes,
                                              static_cast<int>(dynamic_shared_bytes)),
                           "cuFuncSetAttribute");
        });
        return failed ? fail(*failed) : true;
    }

    /// What the driver would call "invalid value" or "out of resources", with the numbers.
    bool check_block()
    {
        const std::int64_t threads = job_.threads_per_block();
        if (threads <= kernel_->max_threads_per_block) return true;
        return refuse({"a block has " + std::to_string(threads) + " threads; with " +
                           std::to_string(kernel_->registers) + " registers each this GPU takes at most " +
                           std::to_string(kernel_->max_threads_per_block),
                       "launch", "choose a smaller block_size, or a register_cap or min_blocks_per_sm"});
    }

    bool fill(Workspace& workspace)
    {
        const Failure failed = watched("filling the buffers", measurer_.bounds_.driver_seconds, [&]() -> Failure {
            if (auto stack = measurer_.session_->set_stack(plan_.stack_bytes)) return stack;
            if (auto allocated = workspace.allocate()) return allocated;
            if (auto filled = workspace.fill(request_.seed)) return filled;
            if (reference_)
                if (auto filled = workspace.fill_constants(*reference_, request_.seed)) return filled;
            if (auto filled = workspace.fill_constants(*kernel_, request_.seed)) return filled;
            if (reference_)
                if (auto reset = workspace.reset_outputs(request_.seed, true)) return reset;
            return workspace.reset_outputs(request_.seed, false);
        });
        return failed ? fail(*failed) : true;
    }

    bool run_reference(Workspace& workspace)
    {
        if (!reference_) return true;
        const model::PlannedReference& planned = *plan_.reference;
        const Launch launch(reference_->function, planned.grid, planned.block, planned.dynamic_shared_bytes,
                            planned.arguments, workspace.addresses(true));
        double seconds = 0;
        const Failure failed = watched("the reference kernel", measurer_.bounds_.hung_seconds,
                                       [&] { return measurer_.session_->sampler().once(launch, seconds); });
        return failed ? fail(*failed, "in the reference kernel: ") : true;
    }

    /// The first launch, on which everything else depends: it may be wrong, crash, or take for ever.
    bool run_variant(Workspace& workspace)
    {
        launch_.emplace(kernel_->function, job_.grid, job_.block, job_.dynamic_shared_bytes, plan_.arguments,
                        workspace.addresses(false));
        // Where the first one took long, a second one tells whether that was the kernel: local memory that has to grow
        // is paid for once.
        for (int i = 0; i < 2; ++i) {
            const Failure failed = watched("the kernel", measurer_.bounds_.hung_seconds, [&] {
                return measurer_.session_->sampler().once(*launch_, first_seconds_);
            });
            if (failed) return fail(*failed);
            if (first_seconds_ <= measurer_.bounds_.slow_seconds) return true;
        }
        outcome_.status = model::Status::timed_out;
        outcome_.error = model::Error{"one launch took " + seconds_text(first_seconds_) + ", more than " +
                                          seconds_text(measurer_.bounds_.slow_seconds),
                                      "launch", "choose fewer elements"};
        outcome_.measurement = no_measurement("one launch takes too long");
        return false;
    }

    bool verify(Workspace& workspace)
    {
        if (!reference_) return true;
        std::optional<std::string> difference;
        const Tolerance tolerance{plan_.reference->relative_tolerance, plan_.reference->absolute_tolerance};
        const Failure failed = watched("reading the results", measurer_.bounds_.driver_seconds,
                                       [&] { return workspace.compare(tolerance, difference); });
        if (failed) return fail(*failed);
        outcome_.verification.status =
            difference ? model::VerificationStatus::mismatched : model::VerificationStatus::matched;
        if (!difference) return true;
        outcome_.verification.detail = *difference;
        outcome_.status = model::Status::wrong_result;
        outcome_.error =
            model::Error{"the output is not the reference's: " + *difference, "verification",
                         "A wrong result has no throughput: look for indices out of step and missing synchronisation."};
        outcome_.measurement = no_measurement("the result is wrong");
        return false;
    }

    bool sample()
    {
        const auto start = Clock::now();
        std::vector<double> seconds;
        bool told = false;
        for (int discarded = 0; !rule_.is_trusted();) {
            const double wall = std::chrono::duration<double>(Clock::now() - start).count();
            const bool hurried = wall > most_wall_seconds || (request_.should_stop && request_.should_stop());
            if (hurried && rule_.count() >= StoppingRule::least_samples) break;
            const Failure failed = watched("the kernel", measurer_.bounds_.hung_seconds, [&] {
                return measurer_.session_->sampler().batch(*launch_, plan_.cache, samples_per_batch(), seconds);
            });
            if (failed) return fail(*failed);
            if (seconds.empty() && ++discarded > most_discarded_in_a_row) return not_ahead();
            if (!seconds.empty()) discarded = 0;
            for (const double sample : seconds) rule_.add(sample);
            if (told || !request_.on_provisional || !rule_.is_provisional() || rule_.is_trusted()) continue;
            told = true;
            Outcome provisional = outcome_;
            describe(provisional.measurement);
            request_.on_provisional(provisional);
        }
        return true;
    }

    /// Ten at first, since the answer is awaited; what comes after may take longer.
    [[nodiscard]] int samples_per_batch() const
    {
        const bool is_first = rule_.count() == 0;
        const int most = is_first ? static_cast<int>(StoppingRule::provisional_samples) : Sampler::most_samples;
        const double expected_seconds = is_first ? first_seconds_ : rule_.statistics().median;
        return std::clamp(static_cast<int>(batch_seconds / std::max(expected_seconds, 1e-6)), 1, most);
    }

    bool not_ahead()
    {
        outcome_.measurement = no_measurement("the host could not enqueue launches faster than the GPU ran them");
        return false;
    }

    void report(Workspace& workspace)
    {
        describe(outcome_.measurement);
        if (plan_.cycles_buffer < 0 || plan_.accesses_per_thread <= 0) return;
        std::optional<double> cycles;
        const Failure failed = watched("reading the results", measurer_.bounds_.driver_seconds,
                                       [&] { return workspace.median_of(plan_.cycles_buffer, cycles); });
        if (!failed && cycles) outcome_.measurement.cycles_per_access = *cycles / plan_.accesses_per_thread;
    }

    /// Hardware counters of the same launch. A failure of the driver ends the measurement, CUPTI's only the counting.
    void count(Workspace& workspace)
    {
        Sampler& sampler = measurer_.session_->sampler();
        const Countable countable{[&]() -> Failure {
                                      if (auto failed = workspace.reset_outputs(request_.seed, false)) return failed;
                                      return sampler.prepare_caches(*launch_, plan_.cache);
                                  },
                                  [&]() -> Failure {
                                      double seconds = 0;
                                      return sampler.once(*launch_, seconds);
                                  }};
        Counted counted;
        const Failure failed = watched("counting", measurer_.bounds_.driver_seconds, [&] {
            counted = measurer_.counters_.count(device_index_, measurer_.session_->context(), countable);
            return counted.failed;
        });
        if (failed) {
            fail(*failed, "while counting: ");
        } else if (!counted.reason.empty()) {
            outcome_.measurement.counters_reason = counted.reason;
        } else {
            outcome_.measurement.counters = std::move(counted.values);
        }
    }

    void describe(model::Measurement& measurement) const
    {
        measurement.source = model::MeasurementSource::live;
        measurement.seconds = rule_.statistics();
        measurement.cache = plan_.cache == model::CacheState::cold ? "cold" : "warm";
        measurement.local_bytes_per_thread = kernel_->local_bytes_per_thread;
        measurement.provenance = model::Provenance{live_.label, measurer_.driver_.version, request_.cuda, model::utc_now()};
        const double median = measurement.seconds->median;
        if (plan_.bytes_moved <= 0 || median <= 0) return;
        measurement.bytes_per_second = plan_.bytes_moved / median;
        const double peak =
            job_.gpu.dram_bytes_per_second > 0 ? job_.gpu.dram_bytes_per_second : live_.dram_bytes_per_second;
        if (peak > 0) measurement.percent_of_peak = *measurement.bytes_per_second / peak;
    }

    template <typename Work>
    Failure watched(const char* what, double seconds, Work work)
    {
        const Watchdog::Stretch stretch(measurer_.watchdog_, what, seconds);
        return work();
    }

    bool refuse(const model::Error& error)
    {
        outcome_.status = model::Status::launch_error;
        outcome_.error = error;
        outcome_.measurement = no_measurement("it cannot be launched");
        return false;
    }

    bool fail(const CuError& failed, const char* where = "")
    {
        model::Error error = api().error(failed);
        error.what = where + error.what;
        refuse(error);
        // Errors that are not known to end the context are asked for: a later call tells.
        outcome_.context_lost = ends_context(failed.code);
        if (!outcome_.context_lost && measurer_.session_)
            outcome_.context_lost = watched("asking for errors", measurer_.bounds_.hung_seconds, [&] {
                                        return failure(api().context_synchronize(), "cuCtxSynchronize");
                                    }).has_value();
        return false;
    }

    Measurer& measurer_;
    const MeasureRequest& request_;
    const model::Job& job_;
    const model::LaunchPlan& plan_;
    const model::Gpu& live_;
    int device_index_;
    LoadedKernel* kernel_ = nullptr;
    LoadedKernel* reference_ = nullptr;
    std::optional<Launch> launch_;
    double first_seconds_ = 0;
    StoppingRule rule_;
    Outcome outcome_;
};

Measurer::Measurer(DriverProbe driver, LaunchBounds bounds, Watchdog* watchdog,
                   std::vector<std::filesystem::path> cuda_folders)
    : driver_(std::move(driver)),
      bounds_(bounds),
      watchdog_(watchdog),
      api_(load_driver()),
      counters_(std::move(cuda_folders))
{
}

Measurer::~Measurer() = default;

Failure Measurer::open(int device_index)
{
    if (session_ && device_index_ == device_index) return std::nullopt;
    session_.reset();
    device_index_ = device_index;
    auto session = std::make_unique<DeviceSession>(api_);
    const std::int64_t l2_bytes = driver_.gpus[static_cast<std::size_t>(device_index)].l2_bytes;
    if (auto failed = session->open(device_index, l2_bytes)) return failed;
    session_ = std::move(session);
    return std::nullopt;
}

Outcome Measurer::measure(const MeasureRequest& request)
{
    Outcome outcome;
    const auto device_index = find_gpu(driver_, *request.job);
    std::optional<std::string> reason;
    if (!device_index) reason = device_index.error().what;
    if (!reason && !request.job->plan) reason = "the request has no launch plan";
    if (!reason) reason = not_launchable(*request.job->plan);
    if (!reason && !api_.missing.empty()) reason = "the NVIDIA driver is too old: it lacks " + api_.missing;
    if (reason) {
        outcome.measurement = no_measurement(*reason);
        return outcome;
    }
    return Run(*this, request, *device_index).run();
}

}  // namespace spillway::gpu
