#include "bench/slider_rig.h"

#include <algorithm>
#include <cstdlib>

#include "app/base/paths.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"

namespace spillway::bench {
namespace {

constexpr double longest_wait_seconds = 120;  // for a machine that others use too
constexpr const char* gpu_name = "h200";

std::chrono::steady_clock::duration from_seconds(double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

model::Expected<std::unique_ptr<SliderRig>> SliderRig::open(const Options& options)
{
    // The worker inherits it: nobody's own cache is read or filled.
    setenv("SPILLWAY_CACHE_DIR", options.cache_folder.c_str(), 1);
    setenv("SPILLWAY_REPORTS", options.with_shipped ? "" : "none", 1);
    auto rig = std::unique_ptr<SliderRig>(new SliderRig);
    session::Options wanted;
    wanted.installed_experiments = base::data_folder() / "kernels";
    if (!options.more_experiments.empty()) {
        wanted.more_experiments.push_back(options.more_experiments);
        wanted.trusted_folders.push_back(options.more_experiments);
    }
    wanted.gpus_file = base::data_folder() / "assets/gpus.json";
    wanted.guess_ahead = options.guess_ahead;
    wanted.fill_curve = options.guess_ahead;
    wanted.wake = [rig = rig.get()] {
        const std::lock_guard lock(rig->mutex_);
        rig->woken_ = true;
        rig->awake_.notify_one();
    };
    auto session = session::Session::open(wanted);
    if (!session) return session.error();
    rig->session_ = std::move(*session);
    return rig;
}

void SliderRig::update_until(Clock::time_point end)
{
    {
        std::unique_lock lock(mutex_);
        awake_.wait_until(lock, end, [this] { return woken_; });
        woken_ = false;
    }
    session_->update();
}

bool SliderRig::is_answered(const std::string& variant) const
{
    return session_->view().current(variant).state >= results::PointState::ready;
}

bool SliderRig::is_answered() const
{
    const auto& variants = session_->view().experiment().variants;
    return std::all_of(variants.begin(), variants.end(),
                       [this](const model::Variant& variant) { return is_answered(variant.name); });
}

bool SliderRig::has_lane() const
{
    const model::Listing* listing = session_->view().listing_is_stale() ? nullptr : session_->view().listing();
    return listing != nullptr && listing->source_lines.has_value();
}

void SliderRig::rest(double seconds)
{
    const auto end = Clock::now() + from_seconds(seconds);
    while (Clock::now() < end) update_until(end);
}

bool SliderRig::wait_for_answer(double limit_seconds)
{
    const auto end = Clock::now() + from_seconds(limit_seconds);
    while (!is_answered() && Clock::now() < end) update_until(end);
    return is_answered();
}

bool SliderRig::begin(const RecordedDrag& drag)
{
    session_->select_experiment(drag.experiment);
    session_->set_gpu(gpu_name);
    session::Selection anew = session_->view().selection();
    anew.values = catalogue::initial_values(session_->view().experiment(), session_->view().gpu());
    if (session_->select(anew)) return false;
    if (session_->set_values(drag.set)) return false;
    session_->set_x_axis(drag.parameter);
    if (session_->set_values({{drag.parameter, value_at(drag, 0)}})) return false;
    return wait_for_answer(longest_wait_seconds);
}

void SliderRig::visit(const std::string& experiment, const RecordedDrag& drag)
{
    const model::Values values = session_->view().selection().values;
    session_->select_experiment(experiment);
    rest(0.1);
    session_->select_experiment(drag.experiment);
    (void)session_->set_values(values);  // of this experiment, a moment ago
    session_->set_x_axis(drag.parameter);
}

model::Value SliderRig::value_at(const RecordedDrag& drag, double position) const
{
    const model::Parameter* parameter = session_->view().experiment().find_parameter(drag.parameter);
    return catalogue::nearest_value(*parameter, drag.first + position * (drag.last - drag.first));
}

std::vector<model::Value> SliderRig::values_of(const RecordedDrag& drag) const
{
    std::vector<model::Value> values;
    for (const DragEvent& event : drag_events()) {
        const model::Value value = value_at(drag, event.position);
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    return values;
}

MoveTimes SliderRig::move(const RecordedDrag& drag, const model::Value& value, bool with_code)
{
    const auto begin = Clock::now();
    const auto end = begin + from_seconds(longest_wait_seconds);
    const auto since_begin = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    MoveTimes times{longest_wait_seconds, longest_wait_seconds, longest_wait_seconds};
    if (session_->set_values({{drag.parameter, value}})) return times;
    session_->update();
    bool has_focused = false, has_all = false, is_in_lane = !with_code;
    while (true) {
        // Each at the moment it is there: the lane does not wait for the other variants.
        if (!has_focused && (has_focused = is_answered(session_->view().selection().focus)))
            times.focused_seconds = since_begin();
        if (!has_all && (has_all = is_answered())) times.all_seconds = since_begin();
        if (!is_in_lane && (is_in_lane = has_lane())) times.lane_seconds = since_begin();
        if ((has_all && is_in_lane) || Clock::now() >= end) return times;
        update_until(end);
    }
}

namespace {

/// The steps of a drag that still wait for one variant's report.
class Waiting {
public:
    using Clock = std::chrono::steady_clock;

    Waiting(const session::SessionView& session, std::string variant) : session_(session), variant_(std::move(variant))
    {
    }

    void add(Clock::time_point changed, const model::Value& value)
    {
        changed_.push_back(changed);
        values_.push_back(value);
        served_.push_back(0);
    }

    /// A report of a later value serves the earlier ones too: nobody waits for those any longer.
    void take_reports(Clock::time_point now)
    {
        std::size_t newest = values_.size();
        while (newest > first_ && session_.known(variant_, values_[newest - 1]) == nullptr) --newest;
        for (; first_ < newest; ++first_)
            served_[first_] = std::chrono::duration<double>(now - changed_[first_]).count();
    }

    [[nodiscard]] const std::vector<double>& served() const { return served_; }

private:
    const session::SessionView& session_;
    std::string variant_;
    std::vector<Clock::time_point> changed_;
    std::vector<model::Value> values_;
    std::vector<double> served_;
    std::size_t first_ = 0;  ///< the oldest that waits
};

}  // namespace

DragTimes SliderRig::play(const RecordedDrag& drag)
{
    std::vector<Waiting> waiting;
    for (const model::Variant& variant : session_->view().experiment().variants)
        waiting.emplace_back(session_->view(), variant.name);
    const auto take_reports = [&] {
        for (Waiting& variant : waiting) variant.take_reports(Clock::now());
    };

    const auto begin = Clock::now();
    for (const DragEvent& event : drag_events()) {
        const auto due = begin + from_seconds(event.seconds);
        while (Clock::now() < due) {
            update_until(due);
            take_reports();
        }
        const model::Value value = value_at(drag, event.position);
        if (session_->view().selection().values.at(drag.parameter) == value) continue;
        if (session_->set_values({{drag.parameter, value}}, session::Edit::dragging)) continue;
        for (Waiting& variant : waiting) variant.add(Clock::now(), value);
        session_->update();
        take_reports();
    }
    wait_for_answer(longest_wait_seconds);
    take_reports();

    DragTimes times;
    const auto& variants = session_->view().experiment().variants;
    for (std::size_t step = 0; step < waiting.front().served().size(); ++step) {
        double slowest = 0;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            const double seconds = waiting[i].served()[step];
            slowest = std::max(slowest, seconds);
            if (variants[i].name == session_->view().selection().focus) times.focused.add(seconds);
        }
        times.all.add(slowest);
    }
    return times;
}

}  // namespace spillway::bench
