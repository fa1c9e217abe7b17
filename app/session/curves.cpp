#include "app/session/curves.h"
#include "app/catalogue/formula/parameter_values.h"

#include <algorithm>
#include <cmath>

namespace spillway::session {
namespace {

/// Enough for a smooth curve on the widest screen, and few enough to compile within half a minute.
constexpr int max_axis_points = 65;
/// A configuration's formulas take about 30 microseconds, so a new setting is evaluated over several frames.
constexpr int max_evaluations = 32;
/// Minimum number of results for a curve to become a ghost.
constexpr std::size_t ghost_points = 8;

bool has_result(const results::CurvePoint& point)
{
    return point.state >= results::PointState::ready;
}

bool is_measured(const std::vector<results::CurvePoint>& points)
{
    return std::ranges::any_of(points, [](const results::CurvePoint& point) {
        return point.result != nullptr && point.result->measurement.source != model::MeasurementSource::none;
    });
}

/// True if the curve has no measurements, as at a setting that was not recorded, but its ghost has some.
bool only_ghost_is_measured(const results::Curve& curve)
{
    return !is_measured(curve.points) && is_measured(curve.ghost);
}

/// Ghost for the next setting: the present curve, or its own ghost if it has few results, as in a drag.
std::vector<results::CurvePoint> ghost_of(results::Curve& left)
{
    if (only_ghost_is_measured(left)) return std::move(left.ghost);
    std::erase_if(left.points, [](const results::CurvePoint& point) { return !has_result(point); });
    const bool has_enough_results =
        left.points.size() >= std::min(ghost_points, std::max<std::size_t>(left.ghost.size(), 2));
    return has_enough_results ? std::move(left.points) : std::move(left.ghost);
}

/// Turns results of an earlier source text into the ghost, like those of an earlier setting.
void put_behind(results::Curve& curve)
{
    const auto is_known = [](const results::CurvePoint& point) { return point.result != nullptr; };
    if (std::ranges::none_of(curve.points, is_known)) return;
    curve.ghost.clear();
    for (results::CurvePoint& point : curve.points) {
        if (!is_known(point)) continue;
        curve.ghost.push_back(point);
        point.result.reset();
        point.state = results::PointState::missing;
    }
}

}  // namespace

struct Curves::CurveInputs {
    results::ResultLibrary& library;
    const Ledger& ledger;
    const Selection& selection;
    const model::Experiment& experiment;
    const model::Gpu& gpu;
    const model::Parameter& parameter;
    model::Values values;                             ///< the selected values, with x at `point`
    model::Value& point = values.at(parameter.name);  ///< x value of the point to look up

    [[nodiscard]] double position(const model::Value& value) const
    {
        return catalogue::axis_position(parameter, value);
    }
};

void Curves::forget()
{
    curves_.clear();
    current_.clear();
}

const results::CurvePoint& Curves::current(const std::string& variant) const
{
    static const results::CurvePoint none;
    const auto found = current_.find(variant);
    return found == current_.end() ? none : found->second;
}

bool Curves::is_current_answered() const
{
    return !current_.empty() &&
           std::all_of(current_.begin(), current_.end(), [](const auto& each) { return has_result(each.second); });
}

void Curves::rebuild(results::ResultLibrary& library, const Ledger& ledger, const SelectionHistory& choice)
{
    const Selection& selection = choice.now();
    const model::Experiment& experiment = *library.catalogue().find(selection.experiment);
    CurveInputs inputs{library,
                       ledger,
                       selection,
                       experiment,
                       *library.find_gpu(selection.gpu),
                       *experiment.find_parameter(selection.x_axis),
                       selection.values};
    begin_setting(inputs);
    if (axis_.empty()) axis_ = moved_to_recorded(inputs, catalogue::axis_values(inputs.parameter, max_axis_points));
    // The compiler's list of kernels replaces those found in the source text, often under other names; results for the
    // old names would never arrive.
    std::erase_if(current_, [&](const auto& each) { return experiment.find_variant(each.first) == nullptr; });
    points_done_ = points_total_ = 0;
    evaluations_left_ = max_evaluations;
    is_unfinished_ = false;
    for (results::Curve& curve : curves_) fill(inputs, curve);
}

/// Fills a curve with the points of the axis and the one under the cursor.
void Curves::fill(const CurveInputs& inputs, results::Curve& curve)
{
    const model::Variant& variant = *inputs.experiment.find_variant(curve.variant);
    results::CurvePoint here = point_here(inputs, variant);
    std::vector<results::JobKeyCache::Pointer>& job_keys = job_keys_[curve.variant];
    job_keys.resize(axis_.size());
    curve.points.clear();
    curve.points.reserve(axis_.size() + 1);
    for (std::size_t i = 0; i < axis_.size(); ++i)
        curve.points.push_back(point(inputs, variant, axis_[i], job_keys[i]));
    if (std::find(axis_.begin(), axis_.end(), here.x) == axis_.end()) {
        const auto is_before = [](const results::CurvePoint& a, const results::CurvePoint& b) {
            return a.position < b.position;
        };
        curve.points.insert(std::upper_bound(curve.points.begin(), curve.points.end(), here, is_before),
                            std::move(here));
    }
    const auto done = std::count_if(curve.points.begin(), curve.points.end(), has_result);
    points_done_ += static_cast<int>(done);
    points_total_ += static_cast<int>(curve.points.size());
    if (static_cast<std::size_t>(done) == curve.points.size() && !only_ghost_is_measured(curve)) curve.ghost.clear();
    if (inputs.experiment.origin.source_state != model::SourceState::current) put_behind(curve);
}

/// A new setting turns its curves into ghosts; another experiment or GPU drops them.
void Curves::begin_setting(const CurveInputs& inputs)
{
    Selection setting = inputs.selection;
    setting.values.erase(setting.x_axis);
    setting.focus.clear();
    const bool is_same_subject = setting.experiment == setting_.experiment && setting.gpu == setting_.gpu;
    if (!is_same_subject) forget();
    // After an edit of the source, the results under the cursor stay, marked stale, until new ones arrive.
    if (inputs.experiment.origin.content_hash != content_hash_) curves_.clear();
    const std::uint64_t changes = inputs.library.catalogue_generation();
    const bool is_recording_all = inputs.library.has_only_recorded_results(inputs.experiment);
    const bool is_same_setting = setting == setting_;
    const bool are_same_inputs = axis_generation_ == changes && is_drawn_from_recording_ == is_recording_all;
    if (is_same_setting && are_same_inputs && !curves_.empty()) return;
    if (!is_same_setting || !are_same_inputs) {
        axis_.clear();
        job_keys_.clear();
    }
    axis_generation_ = changes;
    is_drawn_from_recording_ = is_recording_all;
    std::map<std::string, std::vector<results::CurvePoint>> ghosts;
    const bool is_same_axis = setting.x_axis == setting_.x_axis;
    for (results::Curve& curve : curves_)
        if (is_same_axis) ghosts[curve.variant] = is_same_setting ? std::move(curve.ghost) : ghost_of(curve);
    std::vector<results::Curve> fresh;
    for (const model::Variant& variant : inputs.experiment.variants)
        fresh.push_back({variant.name, {}, std::move(ghosts[variant.name])});
    curves_ = std::move(fresh);
    setting_ = std::move(setting);
    content_hash_ = inputs.experiment.origin.content_hash;
    put_recorded_behind(inputs);
}

/// If nothing is recorded at the current setting, as after opening a view, shows the recorded curves of the initial
/// setting as ghosts, as if a slider had moved away from it.
void Curves::put_recorded_behind(const CurveInputs& inputs)
{
    const auto is_bare = [](const results::Curve& curve) { return curve.ghost.empty(); };
    const auto recorded_along = [&](const model::Values& values) {
        return inputs.library.recorded_along(inputs.experiment, values, inputs.selection.x_axis, inputs.gpu);
    };
    if (!std::ranges::all_of(curves_, is_bare) || !recorded_along(inputs.selection.values).empty()) return;
    model::Values initial = catalogue::initial_values(inputs.experiment, inputs.gpu);
    for (const model::Value& x : recorded_along(initial)) {
        initial[inputs.parameter.name] = x;
        for (results::Curve& curve : curves_) {
            const model::Variant& variant = *inputs.experiment.find_variant(curve.variant);
            results::CurvePoint there{x, inputs.position(x), results::PointState::ready,
                                      inputs.library.recorded({inputs.experiment, variant, initial, inputs.gpu})};
            if (there.result == nullptr) continue;
            if (there.result->status != model::Status::ok) there.state = results::PointState::failed;
            curve.ghost.push_back(std::move(there));
        }
    }
}

/// Axis values, moved to recorded ones nearby: a point between two recorded ones would have no time.
std::vector<model::Value> Curves::moved_to_recorded(const CurveInputs& inputs, std::vector<model::Value> evenly) const
{
    const std::vector<model::Value> known =
        inputs.library.recorded_along(inputs.experiment, inputs.selection.values, inputs.selection.x_axis, inputs.gpu);
    if (known.empty()) return evenly;
    if (is_drawn_from_recording_) return known;
    std::vector<double> known_at;
    for (const model::Value& value : known) known_at.push_back(inputs.position(value));
    std::vector<model::Value> drawn;
    for (std::size_t i = 0; i < evenly.size(); ++i) {
        const double here = inputs.position(evenly[i]);
        double reach = i > 0 ? here - inputs.position(evenly[i - 1]) : 0;
        if (i + 1 < evenly.size()) reach = std::max(reach, inputs.position(evenly[i + 1]) - here);
        const auto nearest = std::min_element(known_at.begin(), known_at.end(), [&](double a, double b) {
            return std::abs(a - here) < std::abs(b - here);
        });
        const bool is_near = std::abs(*nearest - here) <= reach / 2;
        const model::Value& value = is_near ? known[static_cast<std::size_t>(nearest - known_at.begin())] : evenly[i];
        if (drawn.empty() || inputs.position(value) > inputs.position(drawn.back())) drawn.push_back(value);
    }
    return drawn;
}

/// The point at exactly the current setting; without a result if it is unknown. Looks up `identity` if it is null.
results::CurvePoint Curves::point(const CurveInputs& inputs, const model::Variant& variant, const model::Value& x,
                                  results::JobKeyCache::Pointer& identity)
{
    results::CurvePoint point;
    point.x = x;
    point.position = inputs.position(x);
    inputs.point = x;
    const results::Configuration configuration{inputs.experiment, variant, inputs.values, inputs.gpu};
    if (identity == nullptr) identity = inputs.library.identity(configuration, evaluations_left_);
    if (identity == nullptr) {
        is_unfinished_ = true;
        return point;
    }
    point.result = inputs.library.find(configuration, *identity);
    if (point.result == nullptr) point.result = inputs.ledger.refusal(identity->key);
    if (point.result != nullptr)
        point.state =
            point.result->status == model::Status::ok ? results::PointState::ready : results::PointState::failed;
    else if (inputs.ledger.is_under_way(identity->key, Stage::report))
        point.state = results::PointState::queued;
    return point;
}

/// The point under the cursor. Also updates current_.
results::CurvePoint Curves::point_here(const CurveInputs& inputs, const model::Variant& variant)
{
    evaluations_left_ = std::max(evaluations_left_, 1);
    results::JobKeyCache::Pointer identity;
    results::CurvePoint here = point(inputs, variant, inputs.selection.values.at(inputs.selection.x_axis), identity);
    results::CurvePoint& current = current_[variant.name];
    // Until the new result arrives, the previous one stays, marked stale.
    std::shared_ptr<const model::RunResult> shown = here.result != nullptr ? here.result : current.result;
    current = here;
    current.result = std::move(shown);
    current.is_of_earlier_text = inputs.experiment.origin.source_state != model::SourceState::current;
    return here;
}

}  // namespace spillway::session
