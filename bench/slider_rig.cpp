#include "bench/slider_rig.h"

#include <algorithm>
#include <cstdlib>

#include "app/catalogue/catalogue.h"
#include "app/session/paths.h"

namespace spillway::bench {
namespace {

constexpr double longest_wait_seconds = 20;
constexpr const char* gpu_name = "h200";

std::chrono::steady_clock::duration from_seconds(double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

model::Expected<std::unique_ptr<SliderRig>> SliderRig::open(const Options& options)
{
    // The worker inherits it: nobody's own cache is read or filled.
    setenv("XDG_CACHE_HOME", options.cache_folder.c_str(), 1);
    auto rig = std::unique_ptr<SliderRig>(new SliderRig);
    session::Options wanted;
    wanted.catalogue_folders = {session::data_folder() / "kernels"};
    wanted.gpus_file = session::data_folder() / "assets/gpus.json";
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

bool SliderRig::is_answered() const
{
    const auto& variants = session_->experiment().variants;
    return std::all_of(variants.begin(), variants.end(), [this](const model::Variant& variant) {
        const auto state = session_->current(variant.name).state;
        return state == session::PointState::ready || state == session::PointState::failed;
    });
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
    session_->reset_all();
    if (session_->set_values(drag.set)) return false;
    session_->set_x_axis(drag.parameter);
    if (session_->set_value(drag.parameter, value_at(drag, 0))) return false;
    return wait_for_answer(longest_wait_seconds);
}

model::Value SliderRig::value_at(const RecordedDrag& drag, double position) const
{
    const model::Parameter* parameter = session_->experiment().find_parameter(drag.parameter);
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

double SliderRig::move(const RecordedDrag& drag, const model::Value& value)
{
    const auto begin = Clock::now();
    if (session_->set_value(drag.parameter, value)) return longest_wait_seconds;
    session_->update();
    wait_for_answer(longest_wait_seconds);
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

DragTimes SliderRig::play(const RecordedDrag& drag)
{
    DragTimes times;
    std::vector<Pending> waiting;
    const auto take_answers = [&] {
        if (waiting.empty() || !is_answered()) return;
        const auto now = Clock::now();
        for (const Pending& pending : waiting)
            times.until_served.add(std::chrono::duration<double>(now - pending.changed).count());
        times.until_own_report.add(std::chrono::duration<double>(now - waiting.back().changed).count());
        waiting.clear();
    };

    const auto begin = Clock::now();
    for (const DragEvent& event : drag_events()) {
        const auto due = begin + from_seconds(event.seconds);
        while (Clock::now() < due) {
            update_until(due);
            take_answers();
        }
        const model::Value value = value_at(drag, event.position);
        if (session_->selection().values.at(drag.parameter) == value) continue;
        if (session_->set_value(drag.parameter, value, session::Edit::dragging)) continue;
        waiting.push_back({Clock::now(), value});
        session_->update();
        take_answers();
    }
    wait_for_answer(longest_wait_seconds);
    take_answers();
    return times;
}

}  // namespace spillway::bench
