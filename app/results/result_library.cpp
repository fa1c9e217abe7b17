#include "app/results/result_library.h"

#include <algorithm>
#include <set>

#include "app/base/paths.h"
#include "app/catalogue/gpus.h"

namespace spillway::results {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_codes = 64;
constexpr std::size_t max_causes = 1024;

/// Versions of the tools that affect the compiled code.
std::string tools_of(const protocol::Hello& hello)
{
    return hello.compiler.version + '|' + hello.headers.version + (hello.headers.available ? "|headers" : "|none");
}

}  // namespace

ResultLibrary::ResultLibrary(Sources sources, std::vector<model::Gpu> table)
    : sources_(std::move(sources)), experiments_(sources_), gpus_(std::move(table))
{
}

model::Expected<ResultLibrary> ResultLibrary::load(Sources sources)
{
    auto table = catalogue::load_gpus(sources.gpus_file);
    if (!table) return table.error();
    if (table->empty())
        return model::Error{"no GPU is listed", sources.gpus_file.string(), "Restore the file from the installation."};
    ResultLibrary library(std::move(sources), std::move(*table));
    library.reload();
    return library;
}

// ---- the catalogue ----

void ResultLibrary::reload()
{
    experiments_.reload();
    follow_catalogue();
}

bool ResultLibrary::reload(const std::vector<std::string>& changed, OnParseError on_parse_error)
{
    const bool taken = experiments_.reload(changed, on_parse_error);
    follow_catalogue();
    return taken;
}

/// No caches to clear: an outline has no results.
bool ResultLibrary::read_on()
{
    const bool has_read = experiments_.read_on();
    for (base::LogEntry& entry : experiments_.take_log()) log_.add(std::move(entry));
    return has_read;
}

std::optional<model::Error> ResultLibrary::add_folder(const fs::path& folder)
{
    auto problem = experiments_.add_folder(folder);
    follow_catalogue();
    return problem;
}

std::optional<model::Error> ResultLibrary::trust(const std::string& experiment, TrustTerm term)
{
    auto problem = experiments_.trust(experiment, term);
    follow_catalogue();
    return problem;
}

bool ResultLibrary::take_kernels(const model::Experiment& file, const model::RunResult& answer)
{
    const bool has_changed = experiments_.take_kernels(file, answer);
    follow_catalogue();
    return has_changed;
}

std::optional<model::Error> ResultLibrary::set_build(const model::Experiment& file, model::BuildSettings build)
{
    auto problem = experiments_.set_build(file, std::move(build));
    follow_catalogue();
    return problem;
}

std::optional<model::Error> ResultLibrary::set_range(const model::Experiment& file, const std::string& parameter,
                                                     const std::string& range)
{
    auto problem = experiments_.set_range(file, parameter, range);
    follow_catalogue();
    return problem;
}

void ResultLibrary::follow_catalogue()
{
    for (base::LogEntry& entry : experiments_.take_log()) log_.add(std::move(entry));
    if (seen_changes_ == experiments_.changes()) return;
    seen_changes_ = experiments_.changes();
    job_keys_.clear();
    for (const auto& recording : recordings_.all()) recording->fit(catalogue());
}

// ---- the worker ----

void ResultLibrary::take(const worker_client::WorkerStatus& worker)
{
    if (worker.state == worker_client::WorkerState::unavailable) has_compiler_ = false;
    if (worker.state != worker_client::WorkerState::ready || !worker.hello) return;
    const protocol::Hello& hello = *worker.hello;
    const std::vector<model::Gpu> live_before = gpus_.live();
    if (gpus_.take_live(hello)) job_keys_.clear();
    for (const model::Gpu& before : live_before)
        for (const model::Gpu& now : gpus_.live())
            if (now.name == before.name && now != before) store_.forget_gpu(now.name);
    take_tools(hello);
    if (std::exchange(was_shipped_, worker.is_shipped) && !worker.is_shipped) forget_absences();
    if (worker.is_shipped) has_compiler_ = true;
    for (const auto& recording : recordings_.all()) {
        const CompilerFit before = recording->status().compiler;
        recording->fit_compiler(hello.compiler.available ? hello.compiler.version : std::string());
        const RecordingStatus& status = recording->status();
        if (status.compiler != before && status.compiler == CompilerFit::changed)
            log_problem(base::Severity::warning, {status.sentence(), status.file.filename().string(), ""});
    }
}

void ResultLibrary::leave_machine()
{
    for (const model::Gpu& gpu : gpus_.live()) store_.forget_gpu(gpu.name);
    if (gpus_.take_live({})) job_keys_.clear();
    has_compiler_.reset();
}

void ResultLibrary::take_tools(const protocol::Hello& hello)
{
    has_compiler_ = hello.compiler.available;
    if (!hello.compiler.available) return;
    const std::string tools = tools_of(hello);
    if (!tools_.empty() && tools_ != tools) {
        // Another compiler generates other code: do not mix its results with earlier ones.
        store_.clear();
        unanswered_.clear();
        codes_.clear();
        code_order_.clear();
        causes_.clear();
    }
    tools_ = tools;
}

void ResultLibrary::forget_absences()
{
    for (const std::string& key : std::exchange(unanswered_, {})) store_.forget(key);
    std::erase_if(causes_, [](const auto& entry) { return !entry.second.causes; });
    for (const std::string& key : std::exchange(uncounted_, {})) {
        const ResultPointer known = store_.find(key);
        if (known == nullptr) continue;
        model::RunResult without = *known;
        without.counted.reset();
        store_.put(key, std::move(without));
    }
}

// ---- results ----

ResultPointer ResultLibrary::find(const Configuration& configuration, JobKeyCache::Entry& identity)
{
    if (identity.refusal) return identity.refusal;
    // A new result, the usual case, does not invalidate a found one; only a replacement does.
    const auto seen = [&] { return identity.found != nullptr ? store_.replacements() : store_.changes(); };
    if (identity.found_at != seen()) {
        identity.found = store_.find(identity.key);
        identity.found_at = seen();
    }
    const ResultPointer answer = identity.found;
    if (answer == nullptr || unanswered_.contains(identity.key)) {
        const bool is_shown = answer != nullptr || was_shipped_ || has_only_recorded_results(configuration.experiment);
        const ResultPointer recorded = is_shown ? recorded_of(configuration, identity) : nullptr;
        if (recorded != nullptr || answer == nullptr) return labelled(recorded, configuration, identity);
    }
    if (answer == identity.stored) return identity.labelled;
    // Look up the recorded measurement here and do not store it: another recording may be opened later.
    const bool has_time = recordings_.empty() || answer->measurement.source != model::MeasurementSource::none;
    const ResultPointer whole = has_time ? answer : std::make_shared<const model::RunResult>(with_recorded(*answer));
    ResultPointer shown = labelled(whole, configuration, identity);
    identity.stored = answer;
    return shown;
}

bool ResultLibrary::is_stand_in(const JobKeyCache::Entry& identity) const
{
    return was_shipped_ && store_.find(identity.key) == nullptr;
}

ResultPointer ResultLibrary::find(const Configuration& configuration)
{
    return find(configuration, job_keys_.of(configuration));
}

JobKeyCache::Pointer ResultLibrary::identity(const Configuration& configuration, int& evaluations_left)
{
    return job_keys_.of(configuration, evaluations_left);
}

std::string ResultLibrary::key_of(const Configuration& configuration)
{
    return job_keys_.of(configuration).key;
}

namespace {

void keep_code_figures(model::RunResult& fresh, const model::RunResult& known)
{
    fresh.sass = known.sass;
    if (!fresh.compile || !known.compile) return;
    fresh.compile->peak_live_registers = known.compile->peak_live_registers;
    fresh.compile->loads_under_way = known.compile->loads_under_way;
    fresh.compile->shared_spill_store_bytes = known.compile->shared_spill_store_bytes;
    fresh.compile->shared_spill_load_bytes = known.compile->shared_spill_load_bytes;
}

/// A newer result, completed with data of the earlier one that it was not requested for.
model::RunResult merged(model::RunResult fresh, const model::RunResult& known)
{
    if (!fresh.sass) keep_code_figures(fresh, known);
    if (!fresh.counted) fresh.counted = known.counted;
    if (fresh.measurement.source == model::MeasurementSource::none &&
        known.measurement.source != model::MeasurementSource::none && fresh.status == known.status) {
        fresh.measurement = known.measurement;
        fresh.verification = known.verification;
    }
    // The CPU comparison may have finished while this request was running.
    const bool is_compared =
        fresh.verification.status != model::VerificationStatus::not_run || fresh.verification.detail;
    if (!is_compared && fresh.status == known.status) fresh.verification = known.verification;
    if (fresh.measurement.source == known.measurement.source && !fresh.measurement.counters &&
        !fresh.measurement.counters_reason) {
        fresh.measurement.counters = known.measurement.counters;
        fresh.measurement.counters_reason = known.measurement.counters_reason;
        fresh.measurement.stall_samples = known.measurement.stall_samples;
        fresh.measurement.stall_samples_reason = known.measurement.stall_samples_reason;
        fresh.measurement.stall_reasons = known.measurement.stall_reasons;
        fresh.measurement.time_account = known.measurement.time_account;
        fresh.measurement.limited_by = known.measurement.limited_by;
    }
    return fresh;
}

}  // namespace

void ResultLibrary::put(const std::string& job_hash, model::RunResult result)
{
    result.job_hash = job_hash;
    const std::string key = result_key(job_hash, result.gpu_name);
    if (const protocol::ListingReply* code = find_code(key);
        code != nullptr && code->counts && result.compile && !result.sass)
        model::put_code_figures(result, *code->counts);
    unanswered_.erase(key);
    if (const ResultPointer known = store_.find(key)) result = merged(std::move(result), *known);
    store_.put(key, std::move(result));
}

void ResultLibrary::put_unmeasured(const std::string& job_hash, model::RunResult result)
{
    const ResultPointer known = store_.find(result_key(job_hash, result.gpu_name));
    if (known != nullptr && known->status == result.status) result.measurement.reason = known->measurement.reason;
    put(job_hash, std::move(result));
}

void ResultLibrary::put_unanswered(const HashedJob& question, const model::Error& why)
{
    model::RunResult none = model::empty_result(question.job);
    none.status = model::Status::compile_error;
    none.message = why.what;
    none.advice = why.advice;
    none.measurement.reason = why.what;
    const std::string key = result_key(question.job_hash, none.gpu_name);
    if (store_.find(key) != nullptr && !unanswered_.contains(key)) return;  // an earlier worker's result stays
    put(question.job_hash, std::move(none));
    unanswered_.insert(key);
}

bool ResultLibrary::is_unanswered(const model::RunResult& result) const
{
    return result.job_hash && !result.compile && result.status == model::Status::compile_error &&
           unanswered_.contains(result_key(*result.job_hash, result.gpu_name));
}

const protocol::ListingReply* ResultLibrary::find_code(const std::string& key) const
{
    const auto found = codes_.find(key);
    return found == codes_.end() ? nullptr : &found->second;
}

const protocol::CausesReply* ResultLibrary::find_causes(const std::string& key) const
{
    const auto found = causes_.find(key);
    return found == causes_.end() ? nullptr : &found->second;
}

void ResultLibrary::put_causes(const std::string& key, protocol::CausesReply causes)
{
    if (causes_.size() >= max_causes) causes_.clear();
    causes_.insert_or_assign(key, std::move(causes));
}

void ResultLibrary::put_counted(const std::string& key, model::CountedBlocks counted)
{
    const ResultPointer known = store_.find(key);
    if (known == nullptr) return;
    if (counted.blocks.empty()) uncounted_.insert(key);
    model::RunResult with = *known;
    with.counted = std::move(counted);
    store_.put(key, std::move(with));
}

void ResultLibrary::put_code(const std::string& key, protocol::ListingReply code)
{
    if (const ResultPointer known = store_.find(key); known != nullptr && known->compile && code.counts) {
        model::RunResult counted = *known;
        model::put_code_figures(counted, *code.counts);
        store_.put(key, std::move(counted));
    }
    if (codes_.insert_or_assign(key, std::move(code)).second) code_order_.push_back(key);
    if (code_order_.size() <= max_codes) return;
    codes_.erase(code_order_.front());
    code_order_.pop_front();
}

void ResultLibrary::log_problem(base::Severity severity, model::Error error)
{
    log_.add(severity, std::move(error));
}

std::vector<base::LogEntry> ResultLibrary::take_log()
{
    // Invalid lines are found when their experiment is opened.
    for (const auto& recording : recordings_.all())
        for (const RecordedResults* each = recording.get(); each != nullptr; each = each->laid_over())
            if (each->status().trouble && !reported_troubles_.contains(each->status().file)) log_status(each->status());
    return log_.take();
}

}  // namespace spillway::results
