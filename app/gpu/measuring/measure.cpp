#include "app/gpu/measuring/measure.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>

#include "app/catalogue/plan_check.h"
#include "app/gpu/launch.h"
#include "app/gpu/measuring/run.h"
#include "app/gpu/roofs.h"

namespace spillway::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double min_wait_seconds = 1e-3;     // shorter waits are not reported
constexpr std::size_t samples_per_round = 5;  // of each alternating run, so that a provisional median has two rounds

/// Unique key of a GPU: its UUID in hexadecimal digits.
std::string identity(const DriverApi& api, CuDevice device)
{
    CuUuid uuid{};
    if (api.device_uuid(&uuid, device) != 0) return "device" + std::to_string(device);
    std::string text;
    for (const unsigned char byte : uuid.bytes) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", byte);
        text += digits;
    }
    return text;
}

}  // namespace

model::Expected<int> find_gpu(const DriverProbe& driver, const model::Job& job)
{
    if (driver.trouble) return model::Error{driver.trouble->what, "launch", driver.trouble->advice};
    if (driver.gpus.empty()) return model::Error{"no GPU was found", "launch", ""};
    for (std::size_t i = 0; i < driver.gpus.size(); ++i)
        if (job.gpu.name == driver.gpus[i].name && job.gpu.arch() == driver.gpus[i].arch()) return static_cast<int>(i);
    for (std::size_t i = 0; i < driver.gpus.size(); ++i)
        if (job.gpu.is_same_model(driver.gpus[i])) return static_cast<int>(i);
    const model::Gpu& live = driver.gpus.front();
    const std::string asked = job.gpu.label.empty() ? job.gpu.name : job.gpu.label;
    return model::Error{"the GPU here is " + live.label + " (" + live.arch() + "), not " + asked, "launch", ""};
}

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
    close();
    device_index_ = device_index;
    auto session = std::make_unique<DeviceSession>(api_);
    if (auto failed = session->open(device_index, driver_.gpus[static_cast<std::size_t>(device_index)])) return failed;
    turns_ = std::make_unique<TurnQueue>(identity(api_, session->device()));
    session_ = std::move(session);
    return std::nullopt;
}

void Measurer::renew_for(std::span<const MeasureRequest> requests)
{
    const bool is_outgrown =
        session_ && std::any_of(requests.begin(), requests.end(), [&](const auto& request) {
            const auto& plan = request.job->plan;
            return plan && plan->stack_bytes > 0 && session_->has_more_local_than(plan->stack_bytes);
        });
    if (!is_outgrown && !(session_ && session_->keeps_too_much())) return;
    const Watchdog::Stretch stretch(watchdog_, "closing the context", bounds_.driver_seconds);
    close();
}

void Measurer::close()
{
    counters_.switch_off();  // CUPTI's objects belong to this context
    session_.reset();
}

model::Expected<int> Measurer::device_for(const MeasureRequest& request) const
{
    auto index = find_gpu(driver_, *request.job);
    if (!index) return index;
    if (!request.job->plan) return model::Error{"the request has no launch plan", "launch", ""};
    if (!api_.missing.empty())
        return model::Error{"the NVIDIA driver is too old: it lacks " + api_.missing, "launch", ""};
    return index;
}

/// Measurements of one turn, stage by stage.
class Measurer::Round {
public:
    Round(Measurer& measurer, std::span<const MeasureRequest> requests, const OnDone& on_done)
        : measurer_(measurer), requests_(requests), on_done_(on_done), runs_(requests.size())
    {
    }

    void measure()
    {
        if (!load_all() || !take_turn()) return end();
        if (begin_all()) sample_all();
        count_all();
        end();
    }

private:
    [[nodiscard]] bool any() const
    {
        return std::any_of(runs_.begin(), runs_.end(), [](const auto& run) { return run != nullptr; });
    }

    /// False if only samples of warps are requested: the sampler may then stay on, because switching it on takes long.
    [[nodiscard]] bool is_timed() const { return !std::ranges::all_of(requests_, &MeasureRequest::samples_only); }

    /// Maximum over all runs, because their launches alternate.
    [[nodiscard]] std::int64_t stack_bytes() const
    {
        std::int64_t most = 0;
        for (const MeasureRequest& request : requests_)
            if (request.job->plan) most = std::max(most, request.job->plan->stack_bytes);
        return most;
    }

    void activate(std::size_t i)
    {
        if (requests_[i].on_active) requests_[i].on_active();
    }

    /// Opens contexts and loads code, while other workers may measure. Returns false if nothing is left to do.
    bool load_all()
    {
        if (is_timed()) measurer_.counters_.switch_off();
        measurer_.renew_for(requests_);
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            const auto device_index = measurer_.device_for(requests_[i]);
            if (!device_index) {
                Outcome none;
                none.measurement = no_measurement(device_index.error().what);
                answer(i, none);
                continue;
            }
            if (const auto error = catalogue::check_plan(*requests_[i].job->plan)) {
                refuse(i, *error);
                continue;
            }
            activate(i);
            if (!open(i, *device_index)) continue;
            const model::Gpu& live = measurer_.driver_.gpus[static_cast<std::size_t>(*device_index)];
            runs_[i] =
                std::make_unique<Run>(*measurer_.session_, requests_[i], live, measurer_.bounds_, measurer_.watchdog_);
            settle(i, runs_[i]->load());
            if (is_lost_) return false;
        }
        return any();
    }

    bool open(std::size_t i, int device_index)
    {
        const Watchdog::Stretch stretch(measurer_.watchdog_, "making the context", measurer_.bounds_.driver_seconds);
        Failure failed = measurer_.open(device_index);
        if (!failed) failed = measurer_.session_->set_stack(stack_bytes());
        if (!failed) return true;
        Outcome outcome;
        outcome.context_lost = ends_context(failed->code);
        is_lost_ = outcome.context_lost;
        refuse(i, measurer_.api_.error(*failed), outcome);
        return false;
    }

    bool take_turn()
    {
        const auto error = measurer_.turns_->begin([this] { report_waiting(); }, waited_seconds_);
        turn_began_ = Clock::now();
        if (!error) return true;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            if (runs_[i]) settle(i, Ending{model::Status::ok, std::nullopt, error->what});
        return false;
    }

    void report_waiting()
    {
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            if (!runs_[i] || !requests_[i].on_provisional) continue;
            Outcome waiting;
            waiting.measurement = no_measurement("waiting for another Spillway that measures on this GPU");
            requests_[i].on_provisional(waiting);
        }
    }

    bool begin_all()
    {
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            if (!runs_[i]) continue;
            activate(i);
            settle(i, runs_[i]->begin());
            if (is_lost_) return false;
        }
        return any();
    }

    void sample_all()
    {
        const std::size_t most = requests_.size() > 1 ? samples_per_round : Sampler::max_samples;
        while (any()) {
            for (std::size_t i = 0; i < runs_.size(); ++i) {
                if (!runs_[i]) continue;
                activate(i);
                settle(i, runs_[i]->step(most));
                if (runs_[i] && runs_[i]->has_enough())
                    complete(i);
                else if (runs_[i])
                    runs_[i]->provisional(measurer_.driver_.version);
                if (is_lost_) return;
            }
            if (any() && !let_others()) {
                has_lost_turn_ = true;
                return;
            }
        }
    }

    void complete(std::size_t i)
    {
        settle(i, runs_[i]->report(measurer_.driver_.version));
        if (!runs_[i]) return;
        if (requests_[i].count)
            uncounted_.emplace_back(i, std::move(runs_[i]));
        else
            finish(i);
    }

    /// Reads counters after all timing, because they slow down every launch.
    void count_all()
    {
        for (auto& [i, run] : uncounted_) {
            runs_[i] = std::move(run);
            if (has_lost_turn_) {
                // Another process measures now: counting would slow down its kernels.
                runs_[i]->skip_counters("No counters: another Spillway had the GPU when they were due");
                continue;
            }
            activate(i);
            if (!is_lost_ && !requests_[i].samples_only)
                settle(i, runs_[i]->count(measurer_.counters_, measurer_.device_index_));
        }
        for (const auto& [i, run] : uncounted_) {
            if (!runs_[i]) continue;
            activate(i);
            if (!is_lost_ && !has_lost_turn_) settle(i, runs_[i]->sample_stalls(measurer_.counters_));
            if (runs_[i]) finish(i);
        }
        if (is_timed() || is_lost_) measurer_.counters_.switch_off();
    }

    /// Ends a long turn if another worker waits, and waits for the next turn.
    bool let_others()
    {
        const double seconds = std::chrono::duration<double>(Clock::now() - turn_began_).count();
        if (seconds < max_turn_seconds || !measurer_.turns_->is_another_waiting()) return true;
        const double waited_before = waited_seconds_;
        end_turn();
        const bool is_mine = take_turn();
        waited_seconds_ += waited_before;
        return is_mine;
    }

    void refuse(std::size_t i, const model::Error& error, Outcome outcome = {})
    {
        outcome.status = model::Status::launch_error;
        outcome.error = error;
        outcome.measurement = no_measurement("it cannot be launched");
        answer(i, outcome);
    }

    /// Answers the request if its run has ended.
    void settle(std::size_t i, const Ended& ended)
    {
        if (!ended) return;
        runs_[i]->end(*ended);
        finish(i);
    }

    void finish(std::size_t i)
    {
        const Outcome outcome = runs_[i]->outcome();
        is_lost_ = is_lost_ || outcome.context_lost;
        runs_[i].reset();
        answer(i, outcome);
    }

    void answer(std::size_t i, Outcome outcome)
    {
        outcome.waited_seconds = waited_seconds_ > min_wait_seconds ? waited_seconds_ : 0;
        on_done_(i, outcome);
    }

    void end()
    {
        runs_.clear();
        if (measurer_.turns_) end_turn();
    }

    /// Releases the reserved L2, so that the next turn, here or in another process, has all of it.
    void end_turn()
    {
        // A failure shows up in the next driver call; the next worker gets its turn in any case.
        if (measurer_.session_ && !is_lost_) (void)measurer_.session_->set_l2_aside(0).has_value();
        measurer_.turns_->end();
    }

    Measurer& measurer_;
    std::span<const MeasureRequest> requests_;
    const OnDone& on_done_;
    std::vector<std::unique_ptr<Run>> runs_;  ///< null once answered or waiting for counters
    std::vector<std::pair<std::size_t, std::unique_ptr<Run>>> uncounted_;
    Clock::time_point turn_began_;
    double waited_seconds_ = 0;
    bool is_lost_ = false;
    bool has_lost_turn_ = false;  ///< let_others() did not get the GPU back
};

void Measurer::measure(std::span<const MeasureRequest> requests, const OnDone& on_done)
{
    Round(*this, requests, on_done).measure();
}

model::Expected<model::Roofs> Measurer::measure_roofs(int device_index)
{
    if (!api_.missing.empty())
        return model::Error{"the NVIDIA driver is too old: it lacks " + api_.missing, "roofs", ""};
    const Watchdog::Stretch stretch(watchdog_, "measuring the GPU's roofs", bounds_.driver_seconds);
    if (const auto failed = open(device_index)) return api_.error(*failed);
    double waited_seconds = 0;
    if (const auto error = turns_->begin([] {}, waited_seconds)) return *error;
    auto roofs = gpu::measure_roofs(*session_, driver_.gpus[static_cast<std::size_t>(device_index)]);
    turns_->end();
    if (!roofs) return roofs;
    roofs->driver = driver_.version;
    roofs->date = model::utc_now();
    return roofs;
}

std::string Measurer::identity_of(int device_index) const
{
    CuDevice device = 0;
    const bool is_there = api_.missing.empty() && api_.device_get(&device, device_index) == 0;
    std::string name = is_there ? identity(api_, device) : "device" + std::to_string(device_index);
    for (const char c : driver_.version) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return name;
}

Outcome Measurer::measure(const MeasureRequest& request)
{
    Outcome measured;
    measure({&request, 1}, [&](std::size_t, const Outcome& outcome) { measured = outcome; });
    return measured;
}

}  // namespace spillway::gpu
