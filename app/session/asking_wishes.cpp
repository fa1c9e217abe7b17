#include "app/session/asking.h"

// The part of Asking that is about what is wished besides what the sliders say.

namespace spillway::session {
namespace {

constexpr int wish_priority = 4;  ///< as the rest of a curve: nobody waits with a hand on the slider

/// Whether a result says all that is wished for.
bool fulfils(const ResultPointer& result, const Wish& wish, bool is_live)
{
    if (result == nullptr) return false;
    if (!result->compile) return true;
    return (!wish.needs_code || result->sass) && (!wish.needs_counters || !is_live || result->measurement.counters);
}

}  // namespace

void Asking::ask_for_wishes(const Wanted& wanted, const std::vector<Wish>& wishes)
{
    for (const Wish& wish : wishes) {
        if (!may_guess()) return;
        const model::Variant* variant = wanted.experiment.find_variant(wish.variant);
        const model::Gpu* gpu = knowledge_.find_gpu(wish.gpu);
        if (variant == nullptr || gpu == nullptr || !gpu->compilable) continue;
        const Configuration configuration{wanted.experiment, *variant, wish.values, *gpu};
        if (!is_settled(configuration, knowledge_.key_of(configuration)))
            ask(configuration, wish_priority, {});
        else if (!fulfils(knowledge_.find(configuration), wish, knowledge_.is_live(gpu->name)))
            ask_deeper(configuration, wish);
    }
}

/// Code and counters of a result that is known already: once of each worker, which may not have them.
void Asking::ask_deeper(const Configuration& configuration, const Wish& wish)
{
    const std::string key = knowledge_.key_of(configuration);
    if (const auto asked = deepened_.find(key); asked != deepened_.end() && asked->second == lives_) return;
    auto question = question_of(configuration);
    if (!question) return;
    deepened_[key] = lives_;
    dispatcher_.add_source(catalogue::source_text(configuration.experiment));
    protocol::Run run;
    run.priority = wish_priority;
    run.inspect_sass = wish.needs_code;
    run.measure = run.count = wish.needs_counters && knowledge_.is_live(configuration.gpu.name);
    run.job = question->job;
    ++in_background_;
    dispatcher_.submit(std::move(run), [this, key, hash = question->job_hash](const Answer& answer) {
        const auto* result = std::get_if<protocol::Result>(&answer);
        if (result == nullptr || result->is_final) --in_background_;
        if (result == nullptr) deepened_.erase(key);
        if (result == nullptr || !result->is_final) return;
        ++changes_;
        knowledge_.put(hash, result->result);
    });
}

}  // namespace spillway::session
