#include "app/worker/measure_stage.h"

#include <cstdlib>
#include <random>

#include "app/base/clock.h"

namespace spillway::worker {
namespace {

constexpr std::size_t max_groups = 4096;

gpu::LaunchBounds bounds_of_environment()
{
    gpu::LaunchBounds bounds;
    const char* text = std::getenv("SPILLWAY_LAUNCH_SECONDS");
    const double asked = text ? std::atof(text) : 0;
    if (asked >= 0.1 && asked <= 3600) bounds.hung_seconds = asked;
    return bounds;
}

/// In every process and every run another, so that no result is right by having been there before.
std::uint64_t fresh_seed()
{
    static std::uint64_t seed = (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    return ++seed;
}

/// The outcome of a measurement in the result that had all but that.
void complete(model::RunResult& result, const gpu::Outcome& outcome)
{
    result.status = outcome.status;
    if (outcome.error) {
        result.message = outcome.error->what;
        if (!outcome.error->advice.empty()) result.advice = outcome.error->advice;
    }
    result.measurement = outcome.measurement;
    result.verification = outcome.verification;
}

gpu::Code code_of(const compiler::CompileAnswer& answer)
{
    return {answer.key, &answer.compiled->cubin, answer.compiled->entry};
}

}  // namespace

MeasureStage::MeasureStage(Output& output, gpu::DriverProbe driver)
    : output_(output),
      bounds_(bounds_of_environment()),
      watchdog_([this](const std::string& what, double seconds) { give_up(what, seconds); }),
      measurer_(std::move(driver), bounds_, &watchdog_)
{
    std::thread([this] { work(); }).detach();
}

std::vector<std::uint64_t> MeasureStage::push(Measurable measurable)
{
    Task task;
    task.request = measurable.request;
    task.measurable = std::make_shared<const Measurable>(std::move(measurable));
    {
        const std::lock_guard lock(newest_mutex_);
        if (newest_.size() > max_groups) newest_.clear();
        std::uint64_t& newest = newest_[task.group()];
        if (!task.group().empty() && newest > task.id()) return {task.id()};
        newest = task.id();
    }
    return queue_.push(std::move(task));
}

std::vector<std::uint64_t> MeasureStage::overtake(const std::string& group)
{
    return queue_.overtake(group);
}

std::vector<std::uint64_t> MeasureStage::cancel(const std::vector<std::uint64_t>& ids)
{
    return queue_.cancel(ids);
}

void MeasureStage::work()
{
    for (;;) {
        const Task task = queue_.pop();
        current_ = task.measurable;
        started_ = Clock::now();
        measure(*current_);
    }
}

void MeasureStage::measure(const Measurable& measurable)
{
    protocol::Result answer = measurable.result;
    answer.seconds.queued += std::chrono::duration<double>(started_ - measurable.ready).count();

    gpu::MeasureRequest request;
    request.job = &measurable.request.job;
    request.kernel = code_of(measurable.kernel);
    if (measurable.reference && !measurable.reference->compiled->error) {
        request.reference = code_of(*measurable.reference);
    } else if (measurable.reference) {
        request.reference_error = measurable.reference->compiled->error;
    }
    request.seed = fresh_seed();
    request.cuda = answer.result.compile ? answer.result.compile->compiler : "";
    const std::string& group = measurable.request.group;
    request.should_stop = [&] { return !group.empty() && queue_.has_group(group); };
    request.on_provisional = [&](const gpu::Outcome& outcome) {
        protocol::Result provisional = answer;
        provisional.is_final = false;
        provisional.seconds.measure = base::seconds_since(started_);
        complete(provisional.result, outcome);
        output_.send(provisional);
    };

    const gpu::Outcome outcome = measurer_.measure(request);
    complete(answer.result, outcome);
    answer.is_final = true;
    answer.seconds.measure = base::seconds_since(started_);
    output_.send(answer);
    if (outcome.context_lost) leave("the GPU's context was lost: " + *answer.result.message, exit_context_lost);
}

void MeasureStage::leave(const std::string& reason, int status)
{
    output_.send(protocol::Leaving{reason});
    output_.exit_now(status);
}

/// On the watchdog's thread, while the measuring one is stuck in the driver.
void MeasureStage::give_up(const std::string& what, double seconds)
{
    protocol::Result answer = current_->result;
    answer.is_final = true;
    answer.seconds.measure = base::seconds_since(started_);
    char text[200];
    std::snprintf(text, sizeof text, "%s did not end within %.3g s", what.c_str(), seconds);
    answer.result.status = model::Status::timed_out;
    answer.result.message = text;
    answer.result.advice = "A loop without end, or far too much work: choose fewer elements.";
    answer.result.measurement = gpu::no_measurement(text);
    output_.send(answer);
    leave(text, exit_launch_hung);
}

}  // namespace spillway::worker
