// The library's recordings: opened, laid over each other, and put into results that were not measured here.
#include "app/results/result_library.h"

#include <algorithm>

#include "app/base/paths.h"

namespace spillway::results {
namespace fs = std::filesystem;

std::optional<model::Error> ResultLibrary::open_recording(const fs::path& file)
{
    auto loaded = RecordedResults::load(file);
    if (!loaded) return loaded.error();
    RecordedResults& recording = recordings_.put(std::move(*loaded));
    recording.fit(catalogue());
    std::vector<model::Gpu> gpus;
    for (const auto& open : recordings_.all()) gpus.push_back(open->gpu());
    gpus_.take_recorded(std::move(gpus));
    job_keys_.clear();  // cached results may contain the previous recording's measurements
    log_status(recording.status());
    return std::nullopt;
}

model::Expected<RecordingStatus> ResultLibrary::lay_recording(const fs::path& file)
{
    auto loaded = RecordedResults::load(file);
    if (!loaded) return loaded.error();
    const std::string gpu = loaded->gpu().name;
    RecordedResults* const below = recordings_.of(gpu);
    if (below == nullptr) {
        if (auto refused = open_recording(file)) return *refused;
        return recordings_.of(gpu)->status();
    }
    loaded->fit(catalogue());
    RecordingStatus laid = loaded->status();
    log_status(laid);
    below->lay_over(std::move(*loaded));
    job_keys_.clear();
    return laid;
}

std::optional<model::Error> ResultLibrary::add_to_recording(const fs::path& part)
{
    auto loaded = RecordedResults::load(part);
    if (!loaded) return loaded.error();
    RecordedResults* whole = recordings_.of(loaded->gpu().name);
    if (whole == nullptr) return model::Error{"no recording of " + loaded->gpu().label + " is open", part.string(), ""};
    if (auto refused = whole->add(std::move(*loaded))) return refused;
    whole->fit(catalogue());
    job_keys_.clear();
    return std::nullopt;
}

void ResultLibrary::forget_recorded_parts(const std::string& experiment)
{
    for (const auto& recording : recordings_.all()) {
        recording->forget_part(experiment);
        recording->fit(catalogue());
    }
    job_keys_.clear();
}

void ResultLibrary::log_status(const RecordingStatus& status)
{
    log_problem(status.fits() ? base::Severity::info : base::Severity::warning,
                {status.sentence(), status.file.filename().string(), ""});
    if (status.trouble)
        reported_troubles_.insert(status.file);
    else
        reported_troubles_.erase(status.file);
}

std::optional<model::Error> ResultLibrary::open_recording_or_default(const fs::path& named)
{
    is_recording_named_ = !named.empty();
    std::optional<model::Error> refused;
    if (is_recording_named_)
        refused = open_recording(named);
    else
        for (const fs::path& file : base::shipped_recordings(sources_.gpus_file.parent_path()))
            if (auto problem = open_recording(file)) log_problem(base::Severity::error, std::move(*problem));
    if (sources_.recordings_come_in_parts)
        for (const auto& recording : recordings_.all()) recording->expect_parts();
    return refused;
}

ResultPointer ResultLibrary::recorded(const Configuration& configuration)
{
    return recordings_.empty() ? nullptr : recorded_of(configuration, job_keys_.of(configuration));
}

RecordedResults* ResultLibrary::recording_with(const std::string& experiment, const std::string& gpu)
{
    RecordedResults* recording = recordings_.of(gpu);
    if (recording == nullptr || !recording->read_part(experiment)) return recording;
    std::vector<std::size_t> changed_before;
    for (const RecordedResults* each = recording; each != nullptr; each = each->laid_over())
        changed_before.push_back(each->status().of_changed);
    recording->fit(catalogue());
    const RecordedResults* each = recording;
    for (const std::size_t before : changed_before) {
        if (each->status().of_changed > before) log_status(each->status());
        each = each->laid_over();
    }
    return recording;
}

ResultPointer ResultLibrary::recorded_of(const Configuration& configuration, const JobKeyCache::Entry& identity)
{
    if (identity.refusal) return nullptr;
    RecordedResults* recording = recording_with(configuration.experiment.name, configuration.gpu.name);
    if (recording == nullptr) return nullptr;
    return recording->find(configuration.experiment.name, identity.job_hash);
}

namespace {

/// Puts the recordings' reason for a missing measurement before the worker's: the recording lacks the setting, or the
/// whole experiment, or belongs to another GPU. `here`: the recording of this GPU, or null.
void explain_missing_recording(model::RunResult& result, const Recordings& recordings, const RecordedResults* here)
{
    std::string& reason = result.measurement.reason;
    if (here != nullptr && here->lacks_part_of(result.experiment)) {
        reason = "this experiment's part of the recording of " + here->gpu().label + " is still being fetched";
        return;
    }
    std::string lacks;
    if (here != nullptr) {
        const bool has_others = here->has_any_of(result.experiment);
        lacks = "the recording of " + here->gpu().label + " has no result " +
                (has_others ? "for this setting" : "of this experiment");
    } else {
        const bool is_one = recordings.all().size() == 1;
        lacks = (is_one ? "the recording is from " : "the recordings are from ") + recordings.labels() +
                ", not from this GPU";
    }
    reason = lacks + (reason.empty() ? "" : ", and " + reason);
}

}  // namespace

model::RunResult ResultLibrary::with_recorded(model::RunResult result)
{
    if (recordings_.empty() || result.measurement.source != model::MeasurementSource::none) return result;
    RecordedResults* here = recording_with(result.experiment, result.gpu_name);
    const ResultPointer known =
        here != nullptr && result.job_hash ? here->find(result.experiment, *result.job_hash) : nullptr;
    if (known != nullptr) return with_recorded_measurement(std::move(result), *known);
    if (gpus_.live().empty() && result.status == model::Status::ok)
        explain_missing_recording(result, recordings_, here);
    return result;
}

bool ResultLibrary::has_only_recorded_results(const model::Experiment& experiment) const
{
    return !recordings_.empty() && (!experiment.origin.trusted || (has_compiler_ && !*has_compiler_));
}

std::vector<model::Value> ResultLibrary::recorded_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter,
                                                        const model::Gpu& gpu)
{
    std::vector<model::Value> found;
    RecordedResults* recording = recording_with(experiment.name, gpu.name);
    if (recording == nullptr) return found;
    model::Values at = values;
    for (const model::Value& value : recording->values_along(experiment, values, parameter)) {
        at[parameter] = value;
        const auto is_there = [&](const model::Variant& variant) {
            const JobKeyCache::Entry& identity = job_keys_.of({experiment, variant, at, gpu});
            return !identity.refusal && recording->has(experiment.name, identity.job_hash);
        };
        if (std::any_of(experiment.variants.begin(), experiment.variants.end(), is_there)) found.push_back(value);
    }
    return found;
}

}  // namespace spillway::results
