#include "app/results/result_library.h"

#include <algorithm>
#include <set>

#include "app/base/paths.h"
#include "app/catalogue/course_order.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::results {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_codes = 64;
constexpr std::size_t most_causes = 1024;

bool is_within(const fs::path& inner, const fs::path& outer)
{
    std::error_code error;
    const fs::path place = fs::weakly_canonical(outer, error), found = fs::weakly_canonical(inner, error);
    return found == place || found.parent_path() == place;
}

/// What decides which code the compiler here writes.
std::string tools_of(const protocol::Hello& hello)
{
    return hello.compiler.version + '|' + hello.headers.version + (hello.headers.available ? "|headers" : "|none");
}

/// An edited file is broken for a while: an experiment that cannot be read any more stays as it was last, with
/// its source as it is now. One whose files are gone goes.
void keep_broken(const catalogue::Catalogue& before, catalogue::Catalogue& now)
{
    for (std::size_t i = 0; i < before.experiments.size(); ++i) {
        const model::Experiment& known = before.experiments[i];
        const bool is_there = std::any_of(now.experiments.begin(), now.experiments.end(), [&](const auto& each) {
            return each.name == known.name || each.origin.folder == known.origin.folder;
        });
        auto text =
            is_there ? model::Expected<std::string>(std::string()) : catalogue::read_file_text(known.source_file);
        if (is_there || !text) continue;
        model::Experiment kept = known;
        kept.source = std::move(*text);
        const auto place = now.experiments.begin() + static_cast<std::ptrdiff_t>(std::min(i, now.experiments.size()));
        now.experiments.insert(place, std::move(kept));
    }
}

/// Absolute, and written in one way only.
fs::path place_of(const fs::path& path)
{
    std::error_code error;
    const fs::path place = fs::absolute(path, error).lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

/// Whether a change in a folder may be one of the experiments of a catalogue folder, which may be a single .cu.
bool concerns(const fs::path& changed, const fs::path& catalogue_folder)
{
    const fs::path place = place_of(changed), folder = place_of(catalogue_folder);
    const bool is_in_it = std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
    return is_in_it || folder.parent_path() == place;
}

/// Something that could be read no longer can.
bool is_broken(const catalogue::Catalogue& before, const catalogue::Catalogue& now)
{
    const auto is_gone = [&](const model::Experiment& known) { return now.find(known.name) == nullptr; };
    const auto is_new = [&](const model::Error& problem) {
        return std::find(before.problems.begin(), before.problems.end(), problem) == before.problems.end();
    };
    return std::any_of(before.experiments.begin(), before.experiments.end(), is_gone) ||
           std::any_of(now.problems.begin(), now.problems.end(), is_new);
}

}  // namespace

ResultLibrary::ResultLibrary(Sources sources, std::vector<model::Gpu> table)
    : sources_(std::move(sources)), trust_(trust_file()), file_settings_(file_settings_file()), gpus_(std::move(table))
{
    folders_.push_back({sources_.installed_experiments, model::Place::installed});
    for (const fs::path& folder : sources_.more_experiments) folders_.push_back({folder});
    for (const fs::path& folder : sources_.trusted_folders) trust_.trust_named(folder);
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
    std::vector<std::string> all;
    for (const catalogue::CatalogueFolder& folder : folders_) all.push_back(folder.path.string());
    reload(all, OnParseError::accept);
}

bool ResultLibrary::reload(const std::vector<std::string>& changed, OnParseError on_parse_error)
{
    read_at_ = fs::file_time_type::clock::now();
    parts_.resize(folders_.size());
    std::map<std::size_t, catalogue::Catalogue> read;
    for (std::size_t i = 0; i < folders_.size(); ++i) {
        const bool is_concerned = std::any_of(changed.begin(), changed.end(), [&](const std::string& place) {
            return concerns(place, folders_[i].path);
        });
        if (!is_concerned) continue;
        read[i] = catalogue::load_catalogue(folders_[i]);
        if (on_parse_error == OnParseError::keep && is_broken(parts_[i], read[i])) return false;
    }
    for (auto& [i, part] : read) parts_[i] = std::move(part);
    join_parts();
    return true;
}

void ResultLibrary::join_parts()
{
    catalogue::Catalogue all;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        for (model::Experiment found : parts_[i].experiments) {
            if (found.origin.is_users_own())
                found.origin.trusted = trust_.is_trusted(found.origin.folder, found.origin.folder_identity);
            if (found.is_plain() && found.origin.trusted) make_ready(found);
            if (found.is_plain()) found.name = catalogue::free_name(found.name, all);
            if (all.find(found.name) != nullptr)
                all.problems.push_back({"an experiment named '" + found.name + "' already exists",
                                        found.origin.folder.string(), "Rename one of the two folders."});
            else
                all.experiments.push_back(std::move(found));
        }
        all.problems.insert(all.problems.end(), parts_[i].problems.begin(), parts_[i].problems.end());
    }
    keep_broken(catalogue_, all);
    for (model::Error& problem : catalogue::order_problems(all)) all.problems.push_back(std::move(problem));
    for (const model::Error& problem : all.problems) say(base::Severity::error, problem);
    if (all.experiments.empty() && !catalogue_.experiments.empty()) {
        // In the middle of being copied, perhaps: what was there stays usable.
        catalogue_.problems = std::move(all.problems);
        return;
    }
    catalogue_ = std::move(all);
    job_keys_.clear();
    for (const auto& recording : recordings_.all()) recording->fit(catalogue_);
}

std::optional<model::Error> ResultLibrary::add_folder(const fs::path& folder)
{
    const auto is_it = [&](const catalogue::CatalogueFolder& known) { return known.path == folder; };
    if (std::any_of(folders_.begin(), folders_.end(), is_it)) {
        reload({folder.string()}, OnParseError::accept);
        return std::nullopt;
    }
    read_at_ = fs::file_time_type::clock::now();
    catalogue::Catalogue read = catalogue::load_catalogue({folder});
    std::error_code ignored;
    if (read.experiments.empty() && !read.problems.empty() && !fs::is_directory(folder, ignored))
        return read.problems.front();
    folders_.push_back({folder});
    parts_.push_back(std::move(read));
    join_parts();
    return std::nullopt;
}

std::optional<model::Error> ResultLibrary::trust(const std::string& name, TrustTerm term)
{
    const model::Experiment* wanted = catalogue_.find(name);
    if (wanted == nullptr) return std::nullopt;
    auto problem = trust_.trust(wanted->origin.folder, term, wanted->origin.folder_identity);
    for (model::Experiment& experiment : catalogue_.experiments)
        if (is_within(experiment.origin.folder, wanted->origin.folder) && !experiment.origin.trusted) {
            experiment.origin.trusted = trust_.is_trusted(experiment.origin.folder, experiment.origin.folder_identity);
            if (experiment.is_plain() && experiment.origin.trusted) make_ready(experiment);
        }
    job_keys_.clear();
    return problem;
}

void ResultLibrary::make_ready(model::Experiment& file)
{
    const catalogue::FileSettings& settings = file_settings_.of(file.source_file);
    if (const auto problem = catalogue::make_ready(file, settings.build)) say(base::Severity::error, *problem);
    // Until the compiler has said what the text of now holds, its kernels are those of before.
    if (const auto known = kernels_.find(file.source_file); known != kernels_.end())
        catalogue::take_kernels(file, known->second.names);
    catalogue::take_ranges(file, settings.ranges);
}

void ResultLibrary::keep_settings(const std::string& source_file, catalogue::FileSettings settings)
{
    if (const auto problem = file_settings_.put(source_file, std::move(settings)))
        say(base::Severity::warning, *problem);
    join_parts();
}

std::optional<model::Error> ResultLibrary::set_build(const model::Experiment& file, model::BuildSettings build)
{
    const std::string name = file.origin.folder.filename().string();
    if (auto wrong = catalogue::check_settings(build, name)) return wrong;
    std::error_code ignored;
    const fs::path home = fs::path(file.source_file).parent_path();
    for (const std::string& folder : build.include_folders)
        if (!fs::is_directory(home / folder, ignored))
            return model::Error{"there is no folder " + folder, name, "name it relative to the file"};
    std::set<std::string> macros;
    for (const auto& [macro, value] : build.macros)
        if (!macros.insert(macro).second) return model::Error{macro + " is defined twice", name, "define it once"};
    catalogue::FileSettings settings = file_settings_.of(file.source_file);
    settings.build = std::move(build);
    keep_settings(file.source_file, std::move(settings));
    return std::nullopt;
}

std::optional<model::Error> ResultLibrary::set_range(const model::Experiment& file, const std::string& parameter,
                                                     const std::string& text)
{
    catalogue::FileSettings settings = file_settings_.of(file.source_file);
    const bool is_own = text.find_first_not_of(' ') != std::string::npos;
    if (is_own) {
        auto range = catalogue::parse_range(text);
        if (!range) return range.error();
        settings.ranges[parameter] = std::move(*range);
    } else {
        settings.ranges.erase(parameter);
    }
    keep_settings(file.source_file, std::move(settings));
    return std::nullopt;
}

bool ResultLibrary::needs_kernels(const model::Experiment& file) const
{
    if (!file.is_plain() || !file.origin.trusted) return false;
    const auto known = kernels_.find(file.source_file);
    return known == kernels_.end() || known->second.source_hash != file.origin.source_hash;
}

bool ResultLibrary::take_kernels(const model::Experiment& file, const model::RunResult& answer)
{
    if (!answer.compile) return false;
    const auto names = catalogue::kernels_in(*answer.compile);
    const std::string source_file = file.source_file;
    Kernels& known = kernels_[source_file];
    known.source_hash = file.origin.source_hash;
    if (names.empty() || known.names == names) return false;
    known.names = names;
    for (model::Experiment& each : catalogue_.experiments)
        if (each.source_file == source_file && each.is_plain() && each.origin.trusted) {
            catalogue::take_kernels(each, names);
            catalogue::take_ranges(each, file_settings_.of(source_file).ranges);
        }
    job_keys_.clear();
    return true;
}

// ---- recordings ----

std::optional<model::Error> ResultLibrary::open_recording(const fs::path& file)
{
    auto loaded = RecordedResults::load(file);
    if (!loaded) return loaded.error();
    RecordedResults& recording = recordings_.put(std::move(*loaded));
    recording.fit(catalogue_);
    std::vector<model::Gpu> gpus;
    for (const auto& open : recordings_.all()) gpus.push_back(open->gpu());
    gpus_.take_recorded(std::move(gpus));
    job_keys_.clear();  // what was looked up was composed with the recording before
    tell(recording.status());
    return std::nullopt;
}

std::optional<model::Error> ResultLibrary::add_to_recording(const fs::path& part)
{
    auto loaded = RecordedResults::load(part);
    if (!loaded) return loaded.error();
    RecordedResults* whole = recordings_.of(loaded->gpu().name);
    if (whole == nullptr) return model::Error{"no recording of " + loaded->gpu().label + " is open", part.string(), ""};
    if (auto refused = whole->add(std::move(*loaded))) return refused;
    whole->fit(catalogue_);
    job_keys_.clear();
    return std::nullopt;
}

void ResultLibrary::forget_recorded_parts(const std::string& experiment)
{
    for (const auto& recording : recordings_.all()) {
        recording->forget_part(experiment);
        recording->fit(catalogue_);
    }
    job_keys_.clear();
}

void ResultLibrary::tell(const RecordingStatus& status)
{
    say(status.fits() ? base::Severity::info : base::Severity::warning,
        {status.sentence(), status.file.filename().string(), ""});
    if (status.trouble)
        told_troubles_.insert(status.file);
    else
        told_troubles_.erase(status.file);
}

std::optional<model::Error> ResultLibrary::open_recording_or_default(const fs::path& named)
{
    is_recording_named_ = !named.empty();
    if (is_recording_named_) return open_recording(named);
    for (const fs::path& file : base::shipped_recordings(sources_.gpus_file.parent_path()))
        if (auto problem = open_recording(file)) say(base::Severity::error, std::move(*problem));
    return std::nullopt;
}

ResultPointer ResultLibrary::recorded(const Configuration& configuration)
{
    return recordings_.empty() ? nullptr : recorded_of(configuration, job_keys_.of(configuration));
}

ResultPointer ResultLibrary::recorded_of(const Configuration& configuration, const JobKeyCache::Entry& identity)
{
    RecordedResults* recording = recordings_.of(configuration.gpu.name);
    if (recording == nullptr || identity.refusal) return nullptr;
    return recording->find(configuration.experiment.name, identity.job_hash);
}

namespace {

/// No driver is not the first reason for a missing time where a recording is open: it has none of this, or each is of
/// another GPU. `here`: of this GPU, or null; `is_to_come`: its part of this experiment.
void tell_what_recordings_lack(model::Measurement& measurement, const Recordings& recordings,
                               const RecordedResults* here, bool is_to_come)
{
    if (is_to_come) {
        measurement.reason = "No measurement yet: this experiment's part of the recording of " + here->gpu().label +
                             " is still being fetched";
        return;
    }
    constexpr std::string_view prefix = "No measurement: ";
    if (!measurement.reason.starts_with(prefix)) return;
    const std::string rest = measurement.reason.substr(prefix.size());
    const bool is_one = recordings.all().size() == 1;
    const std::string lacks = here != nullptr
                                  ? "the recording of " + here->gpu().label + " has no result for this setting"
                                  : (is_one ? "the recording is from " : "the recordings are from ") +
                                        recordings.labels() + ", not from this GPU";
    measurement.reason = std::string(prefix) + lacks + ", and " + rest;
}

}  // namespace

model::RunResult ResultLibrary::with_recorded(model::RunResult result)
{
    if (recordings_.empty() || result.measurement.source != model::MeasurementSource::none) return result;
    RecordedResults* here = recordings_.of(result.gpu_name);
    const ResultPointer known =
        here != nullptr && result.job_hash ? here->find(result.experiment, *result.job_hash) : nullptr;
    if (known != nullptr) return with_recorded_measurement(std::move(result), *known);
    if (gpus_.live().empty() && result.status == model::Status::ok)
        tell_what_recordings_lack(
            result.measurement, recordings_, here,
            sources_.recordings_come_in_parts && here != nullptr && here->lacks_part_of(result.experiment));
    return result;
}

bool ResultLibrary::is_recording_all_there_is(const model::Experiment& experiment) const
{
    return !recordings_.empty() && (!experiment.origin.trusted || (has_compiler_ && !*has_compiler_));
}

std::vector<model::Value> ResultLibrary::recorded_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter,
                                                        const model::Gpu& gpu)
{
    std::vector<model::Value> found;
    RecordedResults* recording = recordings_.of(gpu.name);
    if (recording == nullptr) return found;
    model::Values at = values;
    for (const model::Value& value : recording->values_along(experiment, values, parameter)) {
        at[parameter] = value;
        const auto is_there = [&](const model::Variant& variant) {
            return recorded({experiment, variant, at, gpu}) != nullptr;
        };
        if (std::any_of(experiment.variants.begin(), experiment.variants.end(), is_there)) found.push_back(value);
    }
    return found;
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
    if (worker.is_shipped) has_compiler_ = true;
    for (const auto& recording : recordings_.all()) {
        const CompilerFit before = recording->status().compiler;
        recording->fit_compiler(hello.compiler.available ? hello.compiler.version : std::string());
        const RecordingStatus& status = recording->status();
        if (status.compiler != before && status.compiler == CompilerFit::changed)
            say(base::Severity::warning, {status.sentence(), status.file.filename().string(), ""});
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
        // Another compiler writes other code: its answers must not stand beside the earlier one's.
        store_.clear();
        unanswered_.clear();
        codes_.clear();
        code_order_.clear();
        causes_.clear();
    }
    tools_ = tools;
}

// ---- answers ----

ResultPointer ResultLibrary::find(const Configuration& configuration, JobKeyCache::Entry& identity)
{
    if (identity.refusal) return identity.refusal;
    // Most arrivals are new answers: what was found stays right beside them.
    const auto seen = [&] { return identity.found != nullptr ? store_.replacements() : store_.changes(); };
    if (identity.found_at != seen()) {
        identity.found = store_.find(identity.key);
        identity.found_at = seen();
    }
    const ResultPointer answer = identity.found;
    if (answer == nullptr || unanswered_.contains(identity.key)) {
        const bool is_shown = answer != nullptr || is_recording_all_there_is(configuration.experiment);
        const ResultPointer recorded = is_shown ? recorded_of(configuration, identity) : nullptr;
        if (recorded != nullptr || answer == nullptr) return labelled(recorded, configuration, identity);
    }
    if (answer == identity.stored) return identity.labelled;
    // What was recorded of it is looked up here and never kept with the answer: a recording may be opened later.
    const bool has_time = recordings_.empty() || answer->measurement.source != model::MeasurementSource::none;
    const ResultPointer whole = has_time ? answer : std::make_shared<const model::RunResult>(with_recorded(*answer));
    ResultPointer shown = labelled(whole, configuration, identity);
    identity.stored = answer;
    return shown;
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
    fresh.compile->shared_spill_store_bytes = known.compile->shared_spill_store_bytes;
    fresh.compile->shared_spill_load_bytes = known.compile->shared_spill_load_bytes;
}

/// A newer answer to the same question, with what an earlier one knew and it was not asked for.
model::RunResult merged(model::RunResult fresh, const model::RunResult& known)
{
    if (!fresh.sass) keep_code_figures(fresh, known);
    if (fresh.measurement.source == model::MeasurementSource::none &&
        known.measurement.source != model::MeasurementSource::none && fresh.status == known.status) {
        fresh.measurement = known.measurement;
        fresh.verification = known.verification;
    }
    if (fresh.measurement.source == known.measurement.source && !fresh.measurement.counters &&
        !fresh.measurement.counters_reason) {
        fresh.measurement.counters = known.measurement.counters;
        fresh.measurement.counters_reason = known.measurement.counters_reason;
        fresh.measurement.stall_samples = known.measurement.stall_samples;
        fresh.measurement.stall_samples_reason = known.measurement.stall_samples_reason;
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

void ResultLibrary::put_unanswered(const HashedJob& question, const model::Error& why)
{
    model::RunResult none = model::empty_result(question.job);
    none.status = model::Status::compile_error;
    none.message = why.what;
    none.advice = why.advice;
    none.measurement.reason = why.what;
    const std::string key = result_key(question.job_hash, none.gpu_name);
    put(question.job_hash, std::move(none));
    unanswered_.insert(key);
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
    if (causes_.size() >= most_causes) causes_.clear();
    causes_.insert_or_assign(key, std::move(causes));
}

void ResultLibrary::put_code(const std::string& key, protocol::ListingReply code)
{
    if (const ResultPointer known = store_.find(key); known != nullptr && known->compile && code.counts) {
        model::RunResult counted = *known;
        model::put_code_figures(counted, *code.counts);
        store_.put(key, std::move(counted));
    }
    if (codes_.insert_or_assign(key, std::move(code)).second) code_order_.push_back(key);
    if (code_order_.size() <= most_codes) return;
    codes_.erase(code_order_.front());
    code_order_.pop_front();
}

void ResultLibrary::say(base::Severity severity, model::Error error)
{
    log_.add(severity, std::move(error));
}

std::vector<base::LogEntry> ResultLibrary::take_log()
{
    // A line that is wrong shows when its experiment is looked at.
    for (const auto& recording : recordings_.all())
        if (recording->status().trouble && !told_troubles_.contains(recording->status().file))
            tell(recording->status());
    return log_.take();
}

}  // namespace spillway::results
