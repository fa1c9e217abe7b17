#include "app/results/job_key_cache.h"

#include <charconv>
#include <iterator>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/job.h"
#include "app/results/job_hash.h"

namespace spillway::results {
namespace {

constexpr std::size_t max_job_keys = 200000;
constexpr std::size_t max_hashed_jobs = 1024;  // of some kilobytes each

void append(std::string& name, const model::Value& value)
{
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr) {
        name += model::to_string(value);
        return;
    }
    char digits[24];
    name.append(digits, std::to_chars(digits, std::end(digits), *number).ptr);
}

std::string name_of(const Configuration& configuration)
{
    // Speed matters: called for every requested configuration while a slider moves.
    std::string name;
    name.reserve(256);
    name += configuration.experiment.name;
    name += '|';
    name += configuration.variant.name;
    name += '|';
    name += configuration.gpu.name;
    for (const auto& [parameter, value] : configuration.values) {
        name += '|';
        name += parameter;
        name += '=';
        append(name, value);
    }
    return name;
}

/// Result of a configuration that was refused before compiling.
ResultPointer refusal(const Configuration& configuration, const model::Error& error)
{
    model::RunResult refused = model::empty_result(configuration.experiment.name, configuration.variant.name,
                                                   configuration.values, configuration.gpu);
    refused.status = model::Status::launch_error;
    refused.message = error.where.empty() ? error.what : error.where + ": " + error.what;
    if (!error.advice.empty()) refused.advice = error.advice;
    refused.measurement.reason = "the configuration was refused";
    refused.verification.detail = refused.message;
    return std::make_shared<const model::RunResult>(std::move(refused));
}

}  // namespace

model::Expected<HashedJob> hashed_job_of(const Configuration& configuration)
{
    auto job =
        catalogue::make_job(configuration.experiment, configuration.variant, configuration.values, configuration.gpu);
    if (!job) return job.error();
    std::string hash = job_hash(*job);
    return HashedJob{std::move(*job), std::move(hash)};
}

JobKeyCache::Entry& JobKeyCache::of(const Configuration& configuration)
{
    int evaluations_left = 1;
    return *of(configuration, evaluations_left);
}

JobKeyCache::Pointer JobKeyCache::of(const Configuration& configuration, int& evaluations_left)
{
    std::string name = name_of(configuration);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    if (evaluations_left <= 0) return nullptr;
    --evaluations_left;
    return evaluated(std::move(name), configuration);
}

JobKeyCache::HashedJobPointer JobKeyCache::question(const Configuration& configuration)
{
    std::string name = name_of(configuration);
    if (const auto kept = hashed_jobs_.find(name); kept != hashed_jobs_.end()) return kept->second;
    auto question = hashed_job_of(configuration);
    const auto shared = question ? std::make_shared<const HashedJob>(std::move(*question)) : nullptr;
    keep(name, shared);
    return shared;
}

void JobKeyCache::keep(const std::string& name, HashedJobPointer question)
{
    if (!hashed_jobs_.insert_or_assign(name, std::move(question)).second) return;
    hashed_job_order_.push_back(name);
    if (hashed_job_order_.size() <= max_hashed_jobs) return;
    hashed_jobs_.erase(hashed_job_order_.front());
    hashed_job_order_.pop_front();
}

void JobKeyCache::clear()
{
    known_.clear();
    hashed_jobs_.clear();
    hashed_job_order_.clear();
    ++clearings_;
}

JobKeyCache::Pointer JobKeyCache::evaluated(std::string name, const Configuration& configuration)
{
    if (known_.size() >= max_job_keys) known_.clear();
    const auto identity = std::make_shared<Entry>();
    auto question = hashed_job_of(configuration);
    if (!question) {
        identity->refusal = refusal(configuration, question.error());
        keep(name, nullptr);
    } else {
        identity->job_hash = question->job_hash;
        identity->key = result_key(question->job_hash, configuration.gpu.name);
        keep(name, std::make_shared<const HashedJob>(std::move(*question)));
    }
    known_[std::move(name)] = identity;
    return identity;
}

ResultPointer labelled(const ResultPointer& answer, const Configuration& configuration, JobKeyCache::Entry& identity)
{
    if (answer == nullptr || identity.stored == answer) return answer == nullptr ? nullptr : identity.labelled;
    identity.stored = answer;
    model::Values values = configuration.values;
    // A block size of "as launched" is replaced by the actual one.
    if (const auto block = values.find("block_size");
        block != values.end() && block->second == model::Value(std::int64_t{0}))
        if (const auto known = answer->parameters.find("block_size"); known != answer->parameters.end())
            block->second = known->second;
    const bool has_these_names = answer->experiment == configuration.experiment.name &&
                                 answer->variant == configuration.variant.name && answer->parameters == values &&
                                 answer->gpu_name == configuration.gpu.name;
    identity.labelled = answer;
    if (has_these_names) return answer;
    model::RunResult renamed = *answer;
    renamed.experiment = configuration.experiment.name;
    renamed.variant = configuration.variant.name;
    renamed.parameters = std::move(values);
    renamed.gpu_name = configuration.gpu.name;
    identity.labelled = std::make_shared<const model::RunResult>(std::move(renamed));
    return identity.labelled;
}

}  // namespace spillway::results
