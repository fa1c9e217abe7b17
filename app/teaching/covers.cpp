#include "app/teaching/covers.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

#include "app/catalogue/claims.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/model/metrics.h"

namespace spillway::teaching {
namespace {

using Keys = std::initializer_list<std::string_view>;

// Groups of metrics that reveal each other.
constexpr std::string_view local_memory[] = {
    "stack_frame_bytes",      "called_frame_bytes",  "spill_store_bytes",   "spill_load_bytes",
    "ptx_local_bytes",        "sass_local_loads",    "sass_local_stores",   "local_bytes_per_thread",
    "local_load_sectors",     "local_store_sectors", "l1_hit_rate_local",   "local_instructions_executed",
    "gpu_memory_taken_bytes", "l2_read_local_part",  "l2_write_local_part", "local_load_requests",
    "local_store_requests",   "stack_bytes",
};
constexpr std::string_view occupancy[] = {
    "theoretical_occupancy", "achieved_occupancy", "blocks_per_sm", "warps_per_sm",
    "limit_registers",       "limit_shared",       "limit_warps",   "limit_blocks",
};
constexpr std::string_view shared_memory[] = {"static_shared_bytes", "dynamic_shared_bytes", "shared_bytes"};
constexpr std::string_view conflict_metrics[] = {"access_bank_conflicts", "bank_conflict_ways",
                                                 "shared_bank_conflicts"};
constexpr std::string_view speed_metrics[] = {
    "bytes_per_second", "requested_bytes_per_second", "flops_per_second",  "seconds_median",
    "percent_of_peak",  "percent_of_ceiling",         "cycles_per_access", "host_seconds",
};

template <typename List>
bool contains(const List& list, std::string_view key)
{
    return std::find(std::begin(list), std::end(list), key) != std::end(list);
}

bool is_outcome(std::string_view key)
{
    return contains(Keys{"ok", "compile_error", "launch_error", "wrong_result", "timed_out", "worker_died"}, key);
}

/// True if the listing or the compiler's log shows the metric.
bool is_in_code(std::string_view key)
{
    const model::Metric* metric = model::find_metric(key);
    if (metric == nullptr || key == "compile_seconds") return false;
    return metric->group == model::MetricGroup::compile || metric->group == model::MetricGroup::ptx ||
           metric->group == model::MetricGroup::sass;
}

}  // namespace

bool is_open(const session::SessionView& session, const model::Question& question)
{
    const auto lesson = session.learner().find(session.selection().experiment);
    return lesson == session.learner().end() || !lesson->second.predictions.contains(question.id);
}

Covers::Covers(const session::SessionView& session, const std::set<std::string>& asked)
{
    for (const model::Question& question : session.experiment().questions)
        if (asked.contains(question.id) && is_open(session, question)) add(question);
}

const model::Question* question_that_hides(const session::SessionView& session, const std::set<std::string>& asked,
                                           std::string_view metric)
{
    constexpr std::string_view asks = "ask:";
    const model::Experiment& experiment = session.experiment();
    for (const catalogue::LessonLink& link : catalogue::lesson_links(experiment.lesson)) {
        if (!link.target.starts_with(asks)) continue;
        const model::Question* question = catalogue::find_question(experiment, link.target.substr(asks.size()));
        if (question == nullptr || !asked.contains(question->id) || !is_open(session, *question)) continue;
        Covers covers;
        covers.add(*question);
        if (metric.empty() ? covers.any() : covers.hides(metric)) return question;
    }
    return nullptr;
}

void Covers::add(const model::Question& question)
{
    for (const std::string& key : catalogue::question_keys(question)) add(key);
    hidden_.insert(question.covers.begin(), question.covers.end());
}

void Covers::add(const std::string& key)
{
    asked_.insert(key);
    hidden_.insert(key);
    hides_outcome_ = hides_outcome_ || is_outcome(key);
    hides_code_ = hides_code_ || is_in_code(key);
    for (const auto& family : {std::span<const std::string_view>(local_memory),
                               {occupancy},
                               {shared_memory},
                               {conflict_metrics},
                               {speed_metrics}})
        if (contains(family, key)) hidden_.insert(family.begin(), family.end());
    // Both determine how many blocks fit.
    if (key == "registers" || contains(shared_memory, key)) hidden_.insert(std::begin(occupancy), std::end(occupancy));
}

bool Covers::hides(const model::Claim& claim) const
{
    const std::set<std::string> keys = catalogue::formula_keys(claim.expect);
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return hidden_.contains(key); });
}

}  // namespace spillway::teaching
