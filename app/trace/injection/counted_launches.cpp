#include "app/trace/injection/counted_launches.h"

#include <fstream>

#include "app/compiler/tool_search.h"
#include "app/trace/injection/asked_launches.h"
#include "app/trace/injection/driver_facts.h"

namespace spillway::trace::injection {
namespace {

constexpr double usual_clock_hz = 1.5e9;  ///< near enough to choose a sampling period
constexpr double usual_seconds = 100e-6;

/// Set while this thread is in here: what CUPTI calls for us is no launch of the program's.
thread_local bool is_ours = false;
struct Within {
    Within() { is_ours = true; }
    ~Within() { is_ours = false; }
};
/// The thread that made the launch that is under way.
thread_local bool is_of_this_thread = false;

}  // namespace

CountedLaunches::CountedLaunches(Log& log) : log_(log), counters_(compiler::cuda_roots()) {}

bool CountedLaunches::begin(const char* file)
{
    std::ifstream stream(file);
    double microseconds = 0;
    for (std::string name; seconds_.size() < most_kernels && stream >> microseconds >> name;)
        seconds_[name] = microseconds > 0 ? microseconds * 1e-6 : usual_seconds;
    return !seconds_.empty();
}

void CountedLaunches::take(CUpti_CallbackId id, const CUpti_CallbackData& call)
{
    if (is_ours || !is_launch(id)) return;
    const Within within;
    if (call.callbackSite == CUPTI_API_ENTER)
        enter(id, call);
    else if (is_of_this_thread)
        leave();
}

void CountedLaunches::enter(CUpti_CallbackId id, const CUpti_CallbackData& call)
{
    if (!call.functionParams || !call.symbolName || !seconds_.contains(call.symbolName)) return;
    const AskedLaunch asked = asked_launch(id, call.functionParams);
    if (is_capturing(asked.stream)) return;
    const std::lock_guard lock(mutex_);
    if (is_active_) return;
    const KernelTable::Found found = table_.find(call.symbolName, asked.shape);
    if (found.id == KernelTable::none || steps_.size() > most_kernels) return;
    const Step step = steps_[found.id];
    if (step == Step::done) return;
    active_ = found.id;
    active_name_ = call.symbolName;
    active_shape_ = asked.shape;
    wait_for_gpu();
    const auto refused = step == Step::count
                             ? counters_.begin_replayed(current_device(), call.context)
                             : counters_.begin_sampled(call.context, seconds_[active_name_] * usual_clock_hz);
    if (refused) {
        steps_[found.id] = step == Step::count ? Step::sample : Step::done;
        return write(step == Step::count ? "counted" : "sampled", "reason", *refused);
    }
    is_active_ = is_of_this_thread = true;
}

void CountedLaunches::leave()
{
    const std::lock_guard lock(mutex_);
    wait_for_gpu();
    Step& step = steps_[active_];
    if (step == Step::count) {
        write_counted(counters_.end_replayed());
        step = Step::sample;
    } else {
        write_sampled(counters_.end_sampled());
        step = Step::done;
    }
    is_active_ = is_of_this_thread = false;
}

Line CountedLaunches::beginning(const char* key) const
{
    Line line;
    line.key(key).open('{');
    add_shape(line, active_name_.c_str(), active_shape_);
    return line;
}

void CountedLaunches::write(const char* key, const char* value, const std::string& reason)
{
    Line line = beginning(key);
    line.key(value).text(reason).close('}');
    log_.write(std::move(line));
}

void CountedLaunches::write_counted(const gpu::Counted& counted)
{
    if (counted.reason) return write("counted", "reason", *counted.reason);
    Line line = beginning("counted");
    line.key("counters").open('{');
    for (const auto& [name, value] : counted.values) line.key(name).real(value);
    line.close('}').close('}');
    log_.write(std::move(line));
}

void CountedLaunches::write_sampled(const gpu::Sampled& sampled)
{
    if (!sampled.samples) return write("sampled", "reason", sampled.reason.value_or("No samples of waiting warps"));
    const model::StallSamples& samples = *sampled.samples;
    Line line = beginning("sampled");
    line.key("stall_samples").open('{').key("code").text(samples.code);
    line.key("samples").number(samples.samples).key("dropped").number(samples.dropped);
    line.key("period_cycles").number(samples.period_cycles);
    line.key("functions").open('[');
    for (const std::string& name : samples.functions) line.text(name);
    line.close(']').key("reasons").open('[');
    for (const std::string& name : samples.reasons) line.text(name);
    line.close(']').key("instructions").open('[');
    for (const auto& row : model::packed(samples)) {
        line.open('[');
        for (const std::int64_t number : row) line.number(number);
        line.close(']');
    }
    line.close(']').close('}').close('}');
    log_.write(std::move(line));
}

}  // namespace spillway::trace::injection
