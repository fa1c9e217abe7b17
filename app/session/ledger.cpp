#include "app/session/ledger.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::session {
namespace {

bool is_final(const worker_client::Answer& answer)
{
    const auto* result = std::get_if<protocol::Result>(&answer);
    return result == nullptr || result->is_final;
}

}  // namespace

Ledger::Ledger(results::ResultLibrary& library, worker_client::Dispatcher& dispatcher)
    : library_(library), dispatcher_(dispatcher)
{
}

const Ledger::Record* Ledger::find(const std::string& key, Stage stage) const
{
    const auto found = records_.find(key);
    return found == records_.end() ? nullptr : &found->second[static_cast<std::size_t>(stage)];
}

/// Cache key of the result. What-if curves depend on the number of registers too.
std::string Ledger::key_of(const results::Configuration& configuration, Stage stage,
                           results::JobKeyCache::Entry& identity) const
{
    if (stage != Stage::what_if || identity.key.empty()) return identity.key;
    const results::ResultPointer result = library_.find(configuration, identity);
    if (result == nullptr || !result->compile || !result->compile->registers) return {};
    return identity.key + '|' + std::to_string(*result->compile->registers);
}

// ---- is a request useful? ----

/// The only staleness rule, for every stage.
bool Ledger::is_settled(const Record& record, Known known) const
{
    if (record.is_refused) return true;
    if (record.postponed_in) return *record.postponed_in == round_;
    if (record.is_provisional) return false;
    return known == Known::all || (known == Known::some && record.generation == generation());
}

bool Ledger::is_settled(const results::Configuration& configuration, const Want& want) const
{
    results::JobKeyCache::Entry& identity = library_.identity(configuration);
    const std::string key = key_of(configuration, want.stage, identity);
    if (key.empty()) return true;  // the refusal is the result
    const Record* record = find(key, want.stage);
    return is_settled(record != nullptr ? *record : Record{}, known(configuration, want, key, identity));
}

Ledger::Known Ledger::known(const results::Configuration& configuration, const Want& want, const std::string& key,
                            results::JobKeyCache::Entry& identity) const
{
    if (want.stage == Stage::code) {
        const protocol::ListingReply* code = library_.find_code(key);
        if (code == nullptr) return Known::nothing;
        return code->listing && code->listing->sass ? Known::all : Known::some;
    }
    if (want.stage == Stage::causes) {
        const protocol::CausesReply* found = library_.find_causes(key);
        if (found == nullptr) return Known::nothing;
        return found->causes ? Known::all : Known::some;
    }
    if (want.stage == Stage::what_if) return key == what_if_known_ ? Known::some : Known::nothing;
    if (want.stage == Stage::longer) return Known::some;

    const results::ResultPointer result =
        library_.is_stand_in(identity) ? nullptr : library_.find(configuration, identity);
    if (result == nullptr)
        return want.stage == Stage::details || want.stage == Stage::output || want.stage == Stage::counts
                   ? Known::all
                   : Known::nothing;
    if (want.stage == Stage::counts) {
        if (!result->compile) return Known::all;
        if (!result->counted) return Known::nothing;
        return result->counted->blocks.empty() ? Known::some : Known::all;
    }
    const model::Measurement& measured = result->measurement;
    const bool is_live = want.needs_counters && library_.is_live(configuration.gpu.name);
    if (want.stage == Stage::output) {
        const bool has_outcome =
            result->verification.status != model::VerificationStatus::not_run || result->verification.detail;
        return has_outcome || !result->compile ? Known::all : Known::some;
    }
    if (want.stage == Stage::details) {
        const bool has_code = result->sass && result->compile && result->compile->peak_live_registers;
        const bool is_all = (!want.needs_code || has_code) && (!is_live || measured.counters);
        if (is_all || !result->compile) return Known::all;
        const Record* record = find(key, want.stage);
        const bool was_asked = record != nullptr && (!want.needs_code || record->has_asked_code) &&
                               (!want.needs_counters || record->has_asked_counters);
        return was_asked ? Known::some : Known::nothing;
    }
    if (model::is_passing(*result)) return Known::some;
    const bool lacks_counters =
        is_live && measured.source == model::MeasurementSource::live && !measured.counters && !measured.counters_reason;
    if (lacks_counters) return Known::nothing;
    const Record* record = find(key, want.stage);
    return record != nullptr && record->lacks_time ? Known::some : Known::all;
}

bool Ledger::is_under_way(const std::string& key, Stage stage) const
{
    const Record* record = find(key, stage);
    return record != nullptr && record->request != 0;
}

bool Ledger::is_provisional(const std::string& key) const
{
    const Record* record = find(key, Stage::report);
    return record != nullptr && record->is_provisional;
}

bool Ledger::is_wanted(const std::string& key, Stage stage) const
{
    const Record* record = find(key, stage);
    return record != nullptr && record->is_wanted;
}

results::ResultPointer Ledger::refusal(const std::string& key) const
{
    const Record* record = find(key, Stage::report);
    return record != nullptr ? record->refusal : nullptr;
}

void Ledger::forgive()
{
    for (auto& [key, records] : records_)
        for (Record& record : records) {
            record.is_refused = false;
            record.refusal.reset();
        }
}

void Ledger::cancel(const std::string& key, Stage stage)
{
    const Record* record = find(key, stage);
    if (record != nullptr && record->request != 0) dispatcher_.cancel({record->request});
}

void Ledger::forget_what_if()
{
    what_if_wanted_.clear();
    what_if_known_.clear();
    what_if_.reset();
}

int Ledger::in_background() const
{
    return under_way(Priority::ahead) + under_way(Priority::curve) + under_way(Priority::background);
}

int& Ledger::counter_of(Priority priority, const model::Job& job)
{
    const bool is_guess =
        priority == Priority::ahead || priority == Priority::curve || priority == Priority::background;
    return is_guess && job.compile.max_seconds ? long_in_background_ : under_way_[static_cast<std::size_t>(priority)];
}

// ---- requests ----

void Ledger::want(const results::Configuration& configuration, const Want& want)
{
    results::JobKeyCache::Entry& identity = library_.identity(configuration);
    const std::string key = key_of(configuration, want.stage, identity);
    if (key.empty()) return;
    if (want.stage == Stage::what_if) what_if_wanted_ = key;
    const Record* before = find(key, want.stage);
    if (before != nullptr && before->request != 0 && before->priority <= want.priority) return;
    if (is_settled(before != nullptr ? *before : Record{}, known(configuration, want, key, identity))) return;
    const auto question = library_.question(configuration);
    if (question == nullptr) return;

    const bool is_live = library_.is_live(configuration.gpu.name);
    const bool is_measured = want.stage == Stage::report && is_live;
    const results::ResultPointer result = library_.find(configuration, identity);
    dispatcher_.add_source(catalogue::source_text(configuration.experiment, configuration.variant));
    ++counter_of(want.priority, question->job);
    if (want.stage == Stage::code) ++code_under_way_;
    Record& new_record = record(key, want.stage);
    new_record.priority = want.priority;
    new_record.request = dispatcher_.submit(results::request_for(want, question->job, is_live, result.get()),
                                            [this, sent = SentRequest{key, want, question, is_measured}](
                                                const worker_client::Answer& answer) { take(sent, answer); });
}

// ---- results ----

void Ledger::take(const SentRequest& sent, const worker_client::Answer& answer)
{
    Record& record = this->record(sent.key, sent.want.stage);
    const auto* dropped = std::get_if<protocol::Dropped>(&answer);
    const bool is_newest = dropped == nullptr || dropped->id == record.request;
    if (is_final(answer)) {
        --counter_of(sent.want.priority, sent.question->job);
        if (sent.want.stage == Stage::code) --code_under_way_;
        if (is_newest) record.request = 0;
        record.postponed_in.reset();
    }
    const std::string& key = sent.key;
    if (const auto* result = std::get_if<protocol::Result>(&answer)) {
        take(sent, record, *result);
    } else if (const auto* listing = std::get_if<protocol::ListingReply>(&answer)) {
        library_.put_code(key, *listing);
    } else if (const auto* causes = std::get_if<protocol::CausesReply>(&answer)) {
        library_.put_causes(key, *causes);
    } else if (const auto* interpreted = std::get_if<protocol::InterpretReply>(&answer)) {
        // If this worker could count nothing, store an empty count, so that it is not asked again.
        library_.put_counted(key, interpreted->counted.value_or(model::CountedBlocks{}));
    } else if (const auto* what_if = std::get_if<protocol::WhatIfReply>(&answer)) {
        take(sent, *what_if);
    } else {
        const auto* none = std::get_if<worker_client::Unanswered>(&answer);
        if (none != nullptr && none->is_to_blame) refuse(sent, record, none->why);
        if (none != nullptr && none->may_come) return postpone(sent, record, none->why);
        const bool is_unanswerable = none != nullptr && (none->is_unanswerable || dispatcher_.status().is_shipped);
        if (is_unanswerable) take_absence(sent, record, none->why);
        if (sent.want.stage == Stage::report) ++changes_;
        return;
    }
    if (is_final(answer)) note_final(sent.want, record);
    if (sent.want.stage != Stage::what_if) ++changes_;
}

void Ledger::take(const SentRequest& sent, Record& record, const protocol::Result& result)
{
    const bool is_timed = result.result.measurement.source != model::MeasurementSource::none;
    if (sent.want.stage == Stage::report) {
        record.is_provisional = !result.is_final;
        record.lacks_time =
            result.is_final && sent.is_measured && result.result.status == model::Status::ok && !is_timed;
        return library_.put(sent.question->job_hash, result.result);
    }
    const bool is_live = result.result.measurement.source == model::MeasurementSource::live;
    const bool adds = sent.want.stage == Stage::details || sent.want.stage == Stage::output;
    if (!result.is_final || (!adds && !is_live)) return;
    if (is_timed || sent.want.needs_counters)
        library_.put(sent.question->job_hash, result.result);
    else
        library_.put_unmeasured(sent.question->job_hash, result.result);
}

/// The file has not arrived: the request is not sent again before the next round.
void Ledger::postpone(const SentRequest& sent, Record& record, const model::Error& why)
{
    record.postponed_in = round_;
    if (sent.want.stage == Stage::report) library_.put_unanswered(*sent.question, why);
    if (sent.want.stage == Stage::code) library_.put_code(sent.key, {0, std::nullopt, std::nullopt, why});
    ++changes_;
}

void Ledger::note_final(const Want& want, Record& record) const
{
    if (record.generation != generation()) record.has_asked_code = record.has_asked_counters = false;
    record.has_asked_code |= want.needs_code;
    record.has_asked_counters |= want.needs_counters;
    record.generation = generation();
}

/// The result does not exist: the request is not sent again until another worker connects.
void Ledger::take_absence(const SentRequest& sent, Record& record, const model::Error& why)
{
    note_final(sent.want, record);
    record.is_provisional = false;
    if (sent.want.stage != Stage::report) return;
    record.lacks_time |= sent.is_measured;
    library_.put_unanswered(*sent.question, why);
}

void Ledger::take(const SentRequest& sent, const protocol::WhatIfReply& reply)
{
    if (sent.key != what_if_wanted_) return;  // the slider has moved on
    ++what_if_changes_;
    what_if_known_ = sent.key;
    what_if_.reset();
    if (!reply.error) what_if_ = reply.curves;
}

/// The request crashed workers: not sent again until forgive().
void Ledger::refuse(const SentRequest& sent, Record& record, const model::Error& why)
{
    record.is_refused = true;
    const std::string& key = sent.key;
    const Stage stage = sent.want.stage;
    if (stage == Stage::report)
        record.refusal = std::make_shared<const model::RunResult>(worker_client::died_result(sent.question->job, why));
    if (stage == Stage::code) library_.put_code(key, {0, std::nullopt, std::nullopt, why});
    if (stage == Stage::causes) library_.put_causes(key, {0, std::nullopt, why});
    if (stage == Stage::counts) library_.put_counted(key, {});
    if (stage == Stage::code || stage == Stage::causes) ++changes_;
}

}  // namespace spillway::session
