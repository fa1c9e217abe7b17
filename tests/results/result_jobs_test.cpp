// Jobs of results: each key of an experiment.json is edited in turn, and another job finds no earlier result.

#include "app/results/result_library.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/formula/parameter_values.h"
#include "tests/protocol/made_recording.h"
#include "tests/results/result_library_fixture.h"

namespace spillway::results {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Values near the one that is there, of its own kind: the reader refuses some of them.
std::vector<json> edits_of(const std::string& pointer, const json& value, const std::vector<std::string>& entries)
{
    std::vector<json> others;
    for (const std::string& entry : entries)
        if (value != entry) others.emplace_back(entry);
    if (const std::string text = value.is_string() ? value.get<std::string>() : ""; text.find('{') != std::string::npos)
        others.emplace_back(text.substr(0, text.find('{')) + "7" + text.substr(text.find('}') + 1));
    if (pointer.ends_with("/entry")) return others;
    if (value.is_boolean()) return {!value.get<bool>()};
    if (value.is_number_integer()) return {value.get<std::int64_t>() + 1, value.get<std::int64_t>() / 2};
    if (value.is_number()) return {value.get<double>() * 2 + 1e-9};
    if (!value.is_string()) return {};
    const auto text = value.get<std::string>();
    std::vector<json> edits{"(" + text + ") + 1", text + "x"};
    if (!pointer.starts_with("/buffers") && !pointer.starts_with("/work")) return edits;
    // Words that the reader knows, each of them another where it fits.
    for (const char* word : {"warm", "ramp", "double", "launch"})
        if (word != text) edits.emplace_back(word);
    return edits;
}

/// The job without the names of who asks, compared field by field and not by its hash.
bool is_same_job(model::Job a, model::Job b)
{
    a.experiment = b.experiment;
    a.variant = b.variant;
    a.values = b.values;
    a.gpu = b.gpu;
    return a == b;
}

}  // namespace

std::map<std::string, int> ResultLibraryTest::edit_each_key(const std::string& name)
{
    install(name);
    const fs::path file = folder_ / "kernels" / name / "experiment.json";
    const std::string text = text_of(file);
    const json original = json::parse(text);
    const json leaves = original.flatten();
    std::map<std::string, int> other_jobs;
    ResultLibrary library = load();
    const model::Experiment before = *library.catalogue().find(name);
    const model::Gpu gpu = *library.find_gpu("h200");
    const model::Values values = catalogue::initial_values(before, *library.find_gpu("h200"));
    answer_all(library, before, values);
    std::vector<model::Job> old_jobs;
    for (const model::Variant& variant : before.variants)
        old_jobs.push_back(hashed_job_of({before, variant, values, gpu})->job);
    std::vector<std::string> entries;
    for (const model::Variant& variant : before.variants) entries.push_back(variant.entry);
    for (const auto& [pointer, leaf] : leaves.items()) {
        for (const json& edit : edits_of(pointer, leaf, entries)) {
            json edited = original;
            edited[json::json_pointer(pointer)] = edit;
            std::ofstream(file) << edited.dump(1);
            library.reload();
            const bool was_read = library.catalogue().problems.empty();
            (void)library.take_log();
            if (!was_read) continue;
            const model::Experiment& now = library.catalogue().experiments.front();
            model::Values fit = catalogue::initial_values(now, gpu);
            for (auto& [parameter, value] : fit)
                if (const auto old = values.find(parameter);
                    old != values.end() && !catalogue::check_value(*now.find_parameter(parameter), old->second))
                    value = old->second;
            bool is_another = false;
            for (const model::Variant& variant : now.variants) {
                const auto job = hashed_job_of({now, variant, fit, gpu});
                const ResultPointer found = library.find({now, variant, fit, gpu});
                const bool was_answered =
                    job && std::any_of(old_jobs.begin(), old_jobs.end(),
                                       [&](const model::Job& old) { return is_same_job(job->job, old); });
                is_another = is_another || !was_answered;
                if (!job)
                    EXPECT_TRUE(found && !found->measurement.seconds) << pointer << " " << edit << ": a refusal";
                else if (was_answered)
                    EXPECT_NE(found, nullptr) << pointer << " " << edit << ": the same job keeps its answer";
                else
                    EXPECT_EQ(found, nullptr) << pointer << " " << edit << ": an old number";
            }
            if (is_another) ++other_jobs[pointer.substr(1, pointer.find('/', 1) - 1)];
        }
    }
    std::ofstream(file) << text;
    library.reload();
    const model::Experiment& again = library.catalogue().experiments.front();
    for (const model::Variant& variant : again.variants)
        EXPECT_NE(library.find({again, variant, values, gpu}), nullptr) << "taken back, the answer is right again";
    return other_jobs;
}

namespace {

TEST_F(ResultLibraryTest, NoEditOfAKeyLeavesAnOldNumber)
{
    const auto running_mean = edit_each_key("running_mean");
    for (const char* key : {"launch", "buffers", "arguments", "work", "variants", "reference"})
        EXPECT_GT(running_mean.contains(key) ? running_mean.at(key) : 0, 0) << key << " decided nothing in this test";
}

TEST_F(ResultLibraryTest, AnotherKernelTextIsAnotherQuestionAndAnotherNameIsNot)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment before = *library.catalogue().find("running_mean");
    const model::Values values = catalogue::initial_values(before, *library.find_gpu("h200"));
    answer_all(library, before, values);
    const model::Gpu gpu = *library.find_gpu("h200");
    const model::Variant& first = before.variants.front();

    fs::rename(folder_ / "kernels/running_mean", folder_ / "kernels/renamed");
    json description = json::parse(text_of(folder_ / "kernels/renamed/experiment.json"));
    description["name"] = "renamed";
    std::ofstream(folder_ / "kernels/renamed/experiment.json") << description.dump();
    library.reload();
    const model::Experiment& renamed = *library.catalogue().find("renamed");
    const ResultPointer found = library.find({renamed, renamed.variants.front(), values, gpu});
    ASSERT_NE(found, nullptr) << "the same job";
    EXPECT_EQ(found->experiment, "renamed") << "under the name of who asks";
    EXPECT_EQ(found->variant, first.name);

    std::ofstream(folder_ / "kernels/renamed/kernel.cu", std::ios::app) << "// another\n";
    library.reload();
    const model::Experiment& changed = *library.catalogue().find("renamed");
    EXPECT_EQ(library.find({changed, changed.variants.front(), values, gpu}), nullptr);
}

TEST_F(ResultLibraryTest, AnotherGpuIsAnotherAnswer)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Values values = catalogue::initial_values(experiment, *library.find_gpu("h200"));
    answer_all(library, experiment, values);
    const model::Variant& first = experiment.variants.front();
    EXPECT_NE(library.find({experiment, first, values, *library.find_gpu("h200")}), nullptr);
    EXPECT_EQ(library.find({experiment, first, values, *library.find_gpu("h100")}), nullptr);
}

/// On a busy machine the code's figures, asked for before, come after the processor's comparison.
TEST_F(ResultLibraryTest, AnAnswerThatComparedNothingKeepsTheComparisonOfAnEarlierOne)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Gpu gpu = *library.find_gpu("h200");
    const Configuration asked{experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu};
    model::RunResult compared = protocol::made_result(1, asked.variant.name);
    compared.gpu_name = gpu.name;
    compared.status = model::Status::ok;
    compared.measurement = {};
    compared.verification = {
        model::VerificationStatus::mismatched, "reference on this processor", "element 3 differs", {}, {}};
    model::RunResult late = compared;
    late.verification = {};
    library.put(hashed_job_of(asked)->job_hash, compared);
    library.put(hashed_job_of(asked)->job_hash, late);
    EXPECT_EQ(library.find(asked)->verification.status, model::VerificationStatus::mismatched);
    EXPECT_EQ(library.find(asked)->verification.detail, "element 3 differs");
    late.verification = {model::VerificationStatus::matched, "reference", {}, {}, {}};
    library.put(hashed_job_of(asked)->job_hash, late);
    EXPECT_EQ(library.find(asked)->verification.status, model::VerificationStatus::matched) << "the newest comparison";
}

TEST_F(ResultLibraryTest, AMeasurementWithoutCountersKeepsThoseOfAnEarlierOneWithTheirAccount)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Gpu gpu = *library.find_gpu("h200");
    const Configuration asked{experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu};
    model::RunResult counted = protocol::made_result(1, asked.variant.name);
    counted.gpu_name = gpu.name;
    counted.status = model::Status::ok;
    counted.measurement.source = model::MeasurementSource::live;
    counted.measurement.counters = {{"dram__bytes_read.sum", 4096}};
    counted.measurement.time_account.emplace();
    counted.measurement.limited_by.emplace();
    counted.measurement.stall_reasons.emplace();
    model::RunResult longer = counted;
    longer.measurement.counters.reset();
    longer.measurement.counters_reason.reset();
    longer.measurement.time_account.reset();
    longer.measurement.limited_by.reset();
    longer.measurement.stall_reasons.reset();
    const std::string hash = hashed_job_of(asked)->job_hash;
    library.put(hash, counted);
    library.put(hash, longer);
    const model::Measurement& kept = library.find(asked)->measurement;
    EXPECT_TRUE(kept.counters && kept.time_account && kept.limited_by && kept.stall_reasons);
}

TEST_F(ResultLibraryTest, ARequestThatMeasuresNothingKeepsWhyThereIsNoMeasurement)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Gpu gpu = *library.find_gpu("h200");
    const Configuration asked{experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu};
    model::RunResult first = protocol::made_result(1, asked.variant.name);
    first.gpu_name = gpu.name;
    first.measurement = {};
    first.measurement.reason = "its launch is not described";
    model::RunResult details = first;
    details.measurement.reason = "not requested";
    const std::string hash = hashed_job_of(asked)->job_hash;
    library.put(hash, first);
    library.put_unmeasured(hash, details);
    EXPECT_EQ(library.find(asked)->measurement.reason, "its launch is not described");
}

TEST_F(ResultLibraryTest, AnotherCompilersAnswersAreForgotten)
{
    install("running_mean");
    ResultLibrary library = load();
    library.take(worker_with({}));
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Values values = catalogue::initial_values(experiment, *library.find_gpu("h200"));
    answer_all(library, experiment, values);
    const Configuration asked{experiment, experiment.variants.front(), values, *library.find_gpu("h200")};
    library.take(worker_with({}));
    EXPECT_NE(library.find(asked), nullptr);
    const std::string key = library.key_of(asked);
    library.put_code(key, {});
    library.put_causes(key, {});
    library.take(worker_with({}, "12.9.1"));
    EXPECT_EQ(library.find(asked), nullptr);
    EXPECT_EQ(library.find_code(key), nullptr);
    EXPECT_EQ(library.find_causes(key), nullptr);
}

TEST_F(ResultLibraryTest, ARefusalIsTheReasonWhyNoOutputWasChecked)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Values too_large{{"window_size", std::int64_t{1'000'000}}};
    const ResultPointer refused =
        library.find({experiment, experiment.variants.front(), too_large, *library.find_gpu("h200")});
    ASSERT_NE(refused, nullptr);
    ASSERT_TRUE(refused->message);
    EXPECT_EQ(refused->verification.detail, refused->message);
}

}  // namespace
}  // namespace spillway::results
