#include "app/worker/measure_stage.h"

#include <cstdlib>
#include <random>

#include "app/base/clock.h"
#include "app/compiler/code_identity.h"
#include "app/compiler/tool_search.h"
#include "app/model/time_account.h"
#include "app/worker/kept_roofs.h"

namespace spillway::worker {
namespace {

constexpr std::size_t max_groups = 4096;
constexpr std::size_t max_compared = 8;  // the batches alternate, so the last answer waits for all

gpu::LaunchBounds bounds_of_environment()
{
    gpu::LaunchBounds bounds;
    const char* text = std::getenv("SPILLWAY_LAUNCH_SECONDS");
    const double seconds = text ? std::atof(text) : 0;
    if (seconds >= 0.1 && seconds <= 3600) bounds.hung_seconds = seconds;
    return bounds;
}

/// Differs in every process. Output buffers are poisoned before each run, so old content cannot make a result right.
std::uint64_t process_seed()
{
    static const std::uint64_t seed = (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    return seed;
}

/// True for different variants of one experiment with the same values on the same GPU.
bool are_compared(const Measurable& a, const Measurable& b)
{
    const model::Job &first = a.request.job, &second = b.request.job;
    return first.experiment == second.experiment && first.gpu.name == second.gpu.name &&
           first.values == second.values && first.variant != second.variant;
}

/// Adds the outcome of the measurement to the result.
void complete(model::RunResult& result, const gpu::Outcome& outcome)
{
    result.status = outcome.status;
    if (outcome.error) {
        result.message = outcome.error->what;
        if (!outcome.error->advice.empty()) result.advice = outcome.error->advice;
    }
    result.measurement = outcome.measurement;
    if (outcome.waited_seconds > 0) result.measurement.waited_seconds = outcome.waited_seconds;
    result.verification = outcome.verification;
}

gpu::Code code_of(const compiler::CompileAnswer& answer)
{
    return {answer.code_key(), &answer.compiled->cubin, answer.compiled->entry};
}

}  // namespace

MeasureStage::MeasureStage(Output& output, gpu::DriverProbe driver)
    : output_(output),
      bounds_(bounds_of_environment()),
      watchdog_([this](const std::string& what, double seconds) { give_up(what, seconds); }),
      driver_(std::move(driver)),
      measurer_(driver_, bounds_, &watchdog_, compiler::cuda_roots())
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
        const Task first = queue_.pop();
        if (const auto* question = std::get_if<protocol::RoofsRequest>(&first.request)) {
            answer_roofs(*question);
            continue;
        }
        std::vector<std::shared_ptr<const Measurable>> compared{first.measurable};
        const auto belongs = [&](const Task& other) {
            return other.measurable && are_compared(*first.measurable, *other.measurable);
        };
        for (const Task& other : queue_.take(belongs, max_compared - 1)) compared.push_back(other.measurable);
        started_ = Clock::now();
        measure(compared);
    }
}

void MeasureStage::push(const protocol::RoofsRequest& request)
{
    Task task;
    task.request = request;
    for (const std::uint64_t id : queue_.push(std::move(task))) output_.send(protocol::Dropped{id});
}

void MeasureStage::answer_roofs(const protocol::RoofsRequest& request)
{
    protocol::RoofsReply reply;
    reply.id = request.id;
    for (std::size_t i = 0; i < driver_.gpus.size(); ++i) {
        if (driver_.gpus[i].name != request.gpu) continue;
        const auto& roofs = roofs_of(static_cast<int>(i));
        if (roofs)
            reply.roofs = *roofs;
        else
            reply.error = roofs.error();
        return output_.send(reply);
    }
    reply.error = model::Error{"there is no such GPU here", "roofs", ""};
    output_.send(reply);
}

const model::Expected<model::Roofs>& MeasureStage::roofs_of(int device_index)
{
    if (const auto known = roofs_.find(device_index); known != roofs_.end()) return known->second;
    const std::string identity = measurer_.identity_of(device_index);
    if (auto kept = load_roofs(identity)) return roofs_.emplace(device_index, std::move(*kept)).first->second;
    current_.reset();
    auto measured = measurer_.measure_roofs(device_index);
    if (!measured)
        output_.send(protocol::Notice{measured.error()});
    else if (const auto not_kept = keep_roofs(identity, *measured))
        output_.send(protocol::Notice{*not_kept});
    return roofs_.emplace(device_index, std::move(measured)).first->second;
}

void MeasureStage::find_roofs(const Measurable& measurable)
{
    if (!measurable.request.count) return;
    const auto device_index = gpu::find_gpu(driver_, measurable.request.job);
    if (device_index) (void)roofs_of(*device_index);
}

/// Measures the variants of one chart in alternating batches.
void MeasureStage::measure(const std::vector<std::shared_ptr<const Measurable>>& compared)
{
    std::vector<gpu::MeasureRequest> requests;
    for (const auto& measurable : compared) {
        find_roofs(*measurable);
        requests.push_back(request_of(measurable));
    }
    measurer_.measure(requests, [&](std::size_t index, const gpu::Outcome& outcome) {
        protocol::Result answer = answer_of(*compared[index], outcome);
        answer.is_final = true;
        output_.send(answer);
        if (outcome.context_lost) leave("the GPU's context was lost: " + *answer.result.message, exit_context_lost);
    });
}

gpu::MeasureRequest MeasureStage::request_of(const std::shared_ptr<const Measurable>& measurable)
{
    gpu::MeasureRequest request;
    request.job = &measurable->request.job;
    if (measurable->kernel) request.kernel = code_of(*measurable->kernel);
    if (measurable->reference && !measurable->reference->compiled->error) {
        request.reference = code_of(*measurable->reference);
    } else if (measurable->reference) {
        request.reference_error = measurable->reference->compiled->error;
    }
    request.refine = measurable->request.refine;
    request.seed = process_seed();
    request.cuda_folders = compiler::cuda_roots();
    request.count = measurable->request.count;
    request.samples_only = measurable->request.samples_only;
    if (measurable->result.result.compile) request.cuda = measurable->result.result.compile->compiler;
    request.should_stop = [this, measurable] {
        const std::string& group = measurable->request.group;
        return !group.empty() && queue_.has_group(group);
    };
    request.on_active = [this, measurable] { current_ = measurable; };
    request.on_provisional = [this, measurable](const gpu::Outcome& outcome) {
        protocol::Result provisional = answer_of(*measurable, outcome);
        provisional.is_final = false;
        output_.send(provisional);
    };
    return request;
}

protocol::Result MeasureStage::answer_of(const Measurable& measurable, const gpu::Outcome& outcome) const
{
    protocol::Result answer = measurable.result;
    answer.seconds.queued += std::chrono::duration<double>(started_ - measurable.ready).count();
    answer.seconds.measure = base::seconds_since(started_);
    complete(answer.result, outcome);
    if (auto& stalls = answer.result.measurement.stall_samples; stalls && measurable.kernel) {
        const compiler::Compiled& code = *measurable.kernel->compiled;
        stalls->code = compiler::code_identity(code.cubin, code.entry);
    }
    if (!answer.result.measurement.counters) return answer;
    const auto device_index = gpu::find_gpu(driver_, measurable.request.job);
    const auto known = device_index ? roofs_.find(*device_index) : roofs_.end();
    if (known != roofs_.end() && known->second) model::explain(answer.result.measurement, *known->second);
    return answer;
}

void MeasureStage::leave(const std::string& reason, int status)
{
    output_.send(protocol::Leaving{reason});
    output_.exit_now(status);
}

/// Runs on the watchdog's thread while the measuring thread hangs in the driver.
void MeasureStage::give_up(const std::string& what, double seconds)
{
    char text[200];
    std::snprintf(text, sizeof text, "%s did not end within %.3g s", what.c_str(), seconds);
    if (!current_) leave(text, exit_launch_hung);
    protocol::Result answer = current_->result;
    answer.is_final = true;
    answer.seconds.measure = base::seconds_since(started_);
    answer.result.status = model::Status::timed_out;
    answer.result.message = text;
    answer.result.advice = "An endless loop, or far too much work: choose fewer elements";
    answer.result.measurement = gpu::no_measurement(text);
    output_.send(answer);
    leave(text, exit_launch_hung);
}

}  // namespace spillway::worker
