// Recording, merging and exporting, with the stand-in worker in place of a GPU.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/export.h"
#include "app/cli/export_kernel_tuner.h"
#include "app/cli/export_nvbench.h"
#include "app/cli/grid.h"
#include "app/cli/merge.h"
#include "app/cli/record.h"
#include "app/cli/run.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"
#include "tests/protocol/made_recording.h"
#include "tests/support/h200.h"
#include "tests/support/scratch_folder.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using protocol::Recording;

std::string key(const BatchItem& item)
{
    model::RunResult result;
    result.experiment = item.experiment->name;
    result.variant = item.variant->name;
    result.parameters = item.values;
    return protocol::recorded_key(result);
}

TEST(Shard, IsReadAndCountsFromZero)
{
    EXPECT_EQ(parse_shard("3/8")->index, 3U);
    EXPECT_EQ(parse_shard("3/8")->count, 8U);
    for (const char* wrong : {"", "3", "/", "3/", "/8", "-1/8", "1/0", "a/b", "1/2/3", "1 /2"})
        EXPECT_FALSE(parse_shard(wrong)) << wrong;
    EXPECT_NE(parse_shard("8/8").error().advice.find("the last of 8 is 7/8"), std::string::npos);
}

// An interrupted recording must show something wherever a learner opens an experiment.
TEST(RecordingOrder, BeginsWhereEveryExperimentOpensAndLosesNothing)
{
    std::vector<BatchItem> all;
    const auto catalogue =
        catalogue::load_catalogue({fs::path(SPILLWAY_SOURCE_DIR) / "kernels", model::Place::installed});
    for (const model::Experiment& experiment : catalogue.experiments) {
        const auto items = recording_items(experiment, tests::h200());
        all.insert(all.end(), items.begin(), items.end());
    }
    const auto ordered = most_useful_first(all, tests::h200());
    std::set<std::string> keys, opened;
    for (const BatchItem& item : ordered) EXPECT_TRUE(keys.insert(key(item)).second) << "twice: " << key(item);
    EXPECT_EQ(keys.size(), all.size());
    for (const BatchItem& item : ordered) {
        if (!opened.insert(item.experiment->name).second) continue;
        EXPECT_EQ(item.values, catalogue::initial_values(*item.experiment, tests::h200())) << item.experiment->name;
    }
    const auto is_early = [](const BatchItem& item) { return item.count || item.is_claimed; };
    EXPECT_TRUE(std::is_partitioned(ordered.begin(), ordered.end(), is_early))
        << "claims and the x axis at defaults come first";
}

/// Claims may share a setting, and only one of them needs counters.
TEST(RecordingOrder, CountsEverySettingOfAClaimThatNeedsCounters)
{
    const auto catalogue =
        catalogue::load_catalogue({fs::path(SPILLWAY_SOURCE_DIR) / "kernels", model::Place::installed});
    const model::Gpu gpu = tests::h200();
    std::size_t settings = 0;
    for (const model::Experiment& experiment : catalogue.experiments) {
        std::map<model::Values, bool> counts;
        for (const BatchItem& item : recording_items(experiment, gpu)) counts[item.values] = item.count;
        for (const model::Claim& claim : experiment.claims) {
            if (!claim.needs_measurement || !catalogue::needs_counters(claim)) continue;
            if (catalogue::claim_gpus(claim, {gpu}).empty()) continue;
            for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim)) {
                if (run.variant->is_of_claim) continue;
                model::Values values = catalogue::initial_values(experiment, gpu);
                for (const auto& [name, value] : run.set) values[name] = value;
                EXPECT_TRUE(counts.at(values)) << experiment.name << ": " << claim.id;
                ++settings;
            }
        }
    }
    EXPECT_GT(settings, 50U);
}

TEST(Shard, PartsAreDisjointCompleteAndKeepVariantsTogether)
{
    std::vector<BatchItem> all;
    const auto catalogue =
        catalogue::load_catalogue({fs::path(SPILLWAY_SOURCE_DIR) / "kernels", model::Place::installed});
    for (const model::Experiment& experiment : catalogue.experiments) {
        const auto items = recording_items(experiment, tests::h200());
        all.insert(all.end(), items.begin(), items.end());
    }
    ASSERT_GT(all.size(), 1000U);
    std::set<std::string> keys;
    for (const BatchItem& item : all) EXPECT_TRUE(keys.insert(key(item)).second) << "twice: " << key(item);

    for (const std::size_t count : {1U, 2U, 7U, 64U}) {
        std::set<std::string> found;
        std::size_t smallest = all.size(), largest = 0;
        for (std::size_t index = 0; index < count; ++index) {
            const auto part = shard_of(all, {index, count});
            std::map<std::string, std::set<std::string>> variants;
            for (const BatchItem& item : part) {
                EXPECT_TRUE(found.insert(key(item)).second) << "in two parts";
                std::string configuration = item.experiment->name + "|";
                for (const auto& [name, value] : item.values) configuration += name + model::to_string(value);
                variants[configuration].insert(item.variant->name);
            }
            for (const auto& [configuration, names] : variants)
                EXPECT_EQ(names.size(),
                          catalogue.find(configuration.substr(0, configuration.find('|')))->variants.size());
            smallest = std::min(smallest, part.size());
            largest = std::max(largest, part.size());
        }
        EXPECT_EQ(found.size(), all.size());
        EXPECT_LT(largest - smallest, 40U) << "the parts are of about the same size";
    }
}

/// A data folder with one small experiment, and the commands run on it in this process.
class RecordCommand : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("record");
        fs::create_directories(folder_ / "data/kernels");
        fs::create_directories(folder_ / "data/assets");
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json", folder_ / "data/assets/gpus.json");
        for (const char* name : {"running_mean", "address_taken"})
            fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels" / name, folder_ / "data/kernels" / name,
                     fs::copy_options::recursive);
        setenv("SPILLWAY_DATA", (folder_ / "data").c_str(), 1);
        setenv("XDG_DATA_HOME", folder_.c_str(), 1);
    }
    void TearDown() override
    {
        unsetenv("SPILLWAY_DATA");
        fs::remove_all(folder_);
    }

    [[nodiscard]] std::string file(const std::string& name) const { return folder_ / name; }

    int record(const std::string& output, const std::string& worker_words, RecordOptions options = {},
               const std::string& gpu = {})
    {
        CommonOptions common;
        common.worker = std::string(STAND_IN_WORKER) + " " + worker_words;
        common.gpu = gpu;
        options.output = file(output);
        if (options.experiments.empty()) options.experiments = {"running_mean"};
        testing::internal::CaptureStderr();
        const int status = record_command(common, options);
        said_ = testing::internal::GetCapturedStderr();
        return status;
    }
    [[nodiscard]] Recording read(const std::string& name) const
    {
        auto recording = protocol::read_recording(file(name));
        EXPECT_TRUE(recording) << recording.error().line();
        return recording ? *recording : Recording{};
    }
    [[nodiscard]] std::size_t whole_grid() const
    {
        return recording_items(*catalogue::load_experiment(folder_ / "data/kernels/running_mean"), tests::h200())
            .size();
    }

    fs::path folder_;
    std::string said_;
};

TEST_F(RecordCommand, WithoutAGpuItRefusesWithOneSentence)
{
    EXPECT_EQ(record("a.spillway", ""), exit_other);
    EXPECT_NE(said_.find("there is no GPU to measure on: there is no driver in the stand-in"), std::string::npos);
    EXPECT_NE(said_.find("--compile-only"), std::string::npos);
    EXPECT_FALSE(fs::exists(file("a.spillway")));
}

TEST_F(RecordCommand, CompileOnlyRecordsNoMeasurement)
{
    RecordOptions options;
    options.compile_only = true;
    EXPECT_EQ(record("a.spillway", "", options), exit_ok) << said_;
    const Recording recording = read("a.spillway");
    EXPECT_FALSE(recording.trouble);
    EXPECT_FALSE(recording.header.measured);
    EXPECT_EQ(recording.header.gpu.name, "h200");
    EXPECT_EQ(recording.header.compiler, "13.0.88");
    EXPECT_EQ(recording.header.driver, "");
    EXPECT_EQ(recording.header.kernels.size(), 1U);
    EXPECT_EQ(recording.header.date.size(), std::string("2026-11-20T09:46:28Z").size());
    ASSERT_EQ(recording.results.size(), whole_grid());
    for (const model::RunResult& result : recording.results) {
        EXPECT_EQ(result.measurement.source, model::MeasurementSource::none);
        EXPECT_NE(result.measurement.reason.find("--compile-only"), std::string::npos);
        EXPECT_EQ(result.compile->registers, 32);
    }
}

TEST_F(RecordCommand, ALiveGpuIsCalledAsTheTableDoes)
{
    RecordOptions options;
    options.shard = "0/16";
    EXPECT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    const Recording recording = read("a.spillway");
    EXPECT_TRUE(recording.header.measured);
    EXPECT_EQ(recording.header.gpu.name, "h200");
    ASSERT_FALSE(recording.results.empty());
    EXPECT_EQ(recording.results.front().gpu_name, "h200");
    EXPECT_EQ(recording.results.front().measurement.source, model::MeasurementSource::recorded);
    EXPECT_EQ(record("b.spillway", "live_h200", options, "h200"), exit_ok) << said_;
    EXPECT_EQ(record("c.spillway", "live_h200", options, "t4"), exit_wrong_command_line);
    EXPECT_NE(said_.find("not NVIDIA T4"), std::string::npos) << said_;
}

TEST_F(RecordCommand, AFileThatIsThereIsKeptAndContinuedOnlyOnDemand)
{
    RecordOptions options;
    options.compile_only = true;
    options.shard = "1/4";
    ASSERT_EQ(record("a.spillway", "", options), exit_ok);
    const std::size_t quarter = read("a.spillway").results.size();
    EXPECT_EQ(record("a.spillway", "", options), exit_wrong_command_line);
    EXPECT_NE(said_.find("add --continue"), std::string::npos);

    options.shard = "0/1";
    options.resume = true;
    ASSERT_EQ(record("a.spillway", "", options), exit_ok);
    EXPECT_NE(said_.find(std::to_string(whole_grid() - quarter) + " configurations recorded"), std::string::npos)
        << said_;
    EXPECT_EQ(read("a.spillway").results.size(), whole_grid());
    ASSERT_EQ(record("a.spillway", "", options), exit_ok);
    EXPECT_NE(said_.find(": 0 configurations recorded"), std::string::npos) << said_;

    EXPECT_EQ(record("a.spillway", "other_compiler", options), exit_wrong_command_line);
    EXPECT_NE(said_.find("the compiler differs: 13.0.88 in it, 12.0.1 in this run"), std::string::npos) << said_;
    EXPECT_EQ(record("a.spillway", "", options, "t4"), exit_wrong_command_line);
    std::ofstream(folder_ / "data/kernels/running_mean/kernel.cu", std::ios::app) << "// changed\n";
    EXPECT_EQ(record("a.spillway", "", options), exit_wrong_command_line);
    EXPECT_NE(said_.find("the kernel text of running_mean differs"), std::string::npos) << said_;
    EXPECT_EQ(read("a.spillway").results.size(), whole_grid()) << "a refusal changes nothing";
}

// A parameter that came later is at its default in what was recorded before.
TEST_F(RecordCommand, ResultsOfFewerParametersAreKeptWhereTheLaunchIsTheSame)
{
    RecordOptions options;
    options.compile_only = true;
    ASSERT_EQ(record("a.spillway", "", options), exit_ok);
    for (const bool renew : {false, true}) {
        Recording older = read("a.spillway");
        for (model::RunResult& result : older.results) ASSERT_EQ(result.parameters.erase("compiler"), 1U);
        const std::string name = renew ? "renewed.spillway" : "continued.spillway";
        auto writer = protocol::RecordingWriter::open(file(name), older.header, older.results);
        ASSERT_TRUE(writer);
        ASSERT_FALSE(writer->close());
        options.renew = renew;
        options.resume = !renew;
        ASSERT_EQ(record(name, "", options), exit_ok) << said_;
        EXPECT_NE(said_.find(": 0 configurations recorded"), std::string::npos) << said_;
        const Recording now = read(name);
        EXPECT_EQ(now.results.size(), whole_grid());
        for (const model::RunResult& result : now.results) EXPECT_TRUE(result.parameters.contains("compiler"));
    }
}

// On the H200's recording as it ships, without its samples: the times and counters that were measured stay.
TEST_F(RecordCommand, WhereOnlySamplesAreMissingNothingElseIsMeasuredAnew)
{
    RecordOptions options;
    ASSERT_EQ(record("made.spillway", "live_h200", options), exit_ok) << said_;
    auto shipped = protocol::read_recording(fs::path(SPILLWAY_SOURCE_DIR) /
                                            "assets/recordings/h200.spillway/running_mean.spillway");
    ASSERT_TRUE(shipped) << shipped.error().line();
    protocol::RecordingHeader header = read("made.spillway").header;
    header.roofs = shipped->header.roofs;
    std::map<std::string, model::RunResult> before;
    std::size_t counted = 0;
    for (model::RunResult& result : shipped->results) {
        result.measurement.stall_samples.reset();
        result.measurement.stall_samples_reason.reset();
        if (result.measurement.time_account) ++counted;
        // As if today's version had counted: a result of fewer pipes would be counted again.
        if (auto& counters = result.measurement.counters)
            counters->emplace("lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed", 1);
        before[protocol::recorded_key(result)] = result;
    }
    auto writer = protocol::RecordingWriter::open(file("a.spillway"), header, shipped->results);
    ASSERT_TRUE(writer) << writer.error().line();
    ASSERT_FALSE(writer->close());

    options.renew = true;
    ASSERT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    const Recording now = read("a.spillway");
    EXPECT_EQ(now.results.size(), before.size()) << said_;
    std::size_t sampled = 0;
    for (const model::RunResult& result : now.results) {
        const model::Measurement& known = before.at(protocol::recorded_key(result)).measurement;
        EXPECT_EQ(result.measurement.seconds->median, known.seconds->median);
        EXPECT_EQ(result.measurement.counters, known.counters);
        if (result.measurement.stall_samples) ++sampled;
    }
    EXPECT_GT(sampled, 10U);
    EXPECT_LE(sampled, counted);
    ASSERT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    EXPECT_NE(said_.find(": 0 configurations recorded"), std::string::npos) << "nothing is lacking now: " << said_;
}

TEST_F(RecordCommand, WhatTimedOutIsMeasuredAgainByRenewAlone)
{
    RecordOptions options;
    ASSERT_EQ(record("made.spillway", "live_h200", options), exit_ok) << said_;
    Recording made = read("made.spillway");
    model::RunResult& late = made.results.front();
    late.status = model::Status::timed_out;
    late.message = "filling the buffers did not end within 60 s";
    late.measurement.seconds.reset();
    const std::string key = protocol::recorded_key(late);
    auto writer = protocol::RecordingWriter::open(file("a.spillway"), made.header, made.results);
    ASSERT_TRUE(writer) << writer.error().line();
    ASSERT_FALSE(writer->close());

    options.resume = true;
    ASSERT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    EXPECT_NE(said_.find(": 0 configurations recorded"), std::string::npos) << said_;
    options.resume = false;
    options.renew = true;
    ASSERT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    const Recording now = read("a.spillway");
    const auto newest = std::find_if(now.results.rbegin(), now.results.rend(),
                                     [&](const auto& result) { return protocol::recorded_key(result) == key; });
    ASSERT_NE(newest, now.results.rend());
    EXPECT_EQ(newest->status, model::Status::ok) << newest->message.value_or("");
    EXPECT_TRUE(newest->measurement.seconds);
}

TEST_F(RecordCommand, AnotherExperimentIsAddedToTheSameFile)
{
    RecordOptions options;
    options.compile_only = options.resume = true;
    ASSERT_EQ(record("a.spillway", "", options), exit_ok);
    options.experiments = {"address_taken"};
    ASSERT_EQ(record("a.spillway", "", options), exit_ok) << said_;
    EXPECT_EQ(read("a.spillway").header.kernels.size(), 2U);
    EXPECT_GT(read("a.spillway").results.size(), whole_grid());
}

TEST_F(RecordCommand, ShardsMergeToTheWhole)
{
    std::vector<std::string> parts;
    for (const char* shard : {"0/3", "1/3", "2/3"}) {
        RecordOptions options;
        options.compile_only = true;
        options.shard = shard;
        parts.push_back(std::string("part") + shard[0] + ".spillway");
        ASSERT_EQ(record(parts.back(), "", options), exit_ok);
        parts.back() = file(parts.back());
    }
    testing::internal::CaptureStderr();
    EXPECT_EQ(merge_command(parts, file("all.spillway"), false), exit_ok);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("of 3 files"), std::string::npos);
    EXPECT_EQ(read("all.spillway").results.size(), whole_grid());
    EXPECT_EQ(merge_command({parts[0], file("none.spillway")}, file("x.spillway"), false), exit_wrong_command_line);

    // Into a folder, one file per experiment, and back.
    const std::string whole = file("all_of_it.spillway/");
    EXPECT_EQ(merge_command(parts, whole, false), exit_ok);
    EXPECT_EQ(protocol::read_whole_recording(whole)->results.size(), whole_grid());
    EXPECT_EQ(merge_command(parts, whole, false), exit_wrong_command_line) << "it is there already";
    EXPECT_EQ(merge_command(parts, whole, true), exit_ok);
    EXPECT_EQ(merge_command({whole}, file("back.spillway"), false), exit_ok);
    EXPECT_EQ(read("back.spillway").results.size(), whole_grid());
    EXPECT_EQ(merge_command(parts, file("no_recording/"), false), exit_wrong_command_line);
    EXPECT_EQ(record("all_of_it.spillway", "", {}), exit_wrong_command_line);
    EXPECT_NE(said_.find("spillway merge -o FILE.spillway"), std::string::npos) << said_;
}

// Somebody may have killed it; what it was at is asked again at the end.
TEST_F(RecordCommand, WhatAWorkerDiedOfOnceIsRecordedAllTheSame)
{
    RecordOptions options;
    options.compile_only = true;
    EXPECT_EQ(record("a.spillway", "dies_once:" + file("dead"), options), exit_ok) << said_;
    EXPECT_TRUE(fs::exists(file("dead")));
    EXPECT_EQ(read("a.spillway").results.size(), whole_grid());
}

TEST_F(RecordCommand, AWorkerThatIsGoneEndsItAndNothingIsMadeUp)
{
    RecordOptions options;
    options.compile_only = true;
    EXPECT_EQ(record("a.spillway", "refuse_to_start", options), exit_other);
    EXPECT_FALSE(fs::exists(file("a.spillway")));
    EXPECT_EQ(record("no/such/a.spillway", "", options), exit_other);
    options.experiments = {"no_such"};
    EXPECT_EQ(record("a.spillway", "", options), exit_wrong_command_line);
}

TEST_F(RecordCommand, RunShowsRecordedTimesWithAndWithoutAWorker)
{
    RecordOptions options;
    ASSERT_EQ(record("a.spillway", "live_h200", options), exit_ok) << said_;
    CommonOptions common;
    common.experiment = "running_mean";
    common.recording = file("a.spillway");
    common.json = true;
    for (const std::string& worker : {std::string(STAND_IN_WORKER), std::string(STAND_IN_WORKER) + " no_compiler",
                                      std::string("/no/such/worker")}) {
        common.worker = worker;
        testing::internal::CaptureStdout();
        EXPECT_EQ(run_command(common), exit_ok) << worker;
        const auto results = nlohmann::json::parse(testing::internal::GetCapturedStdout(), nullptr, false);
        ASSERT_TRUE(results.is_array()) << worker;
        for (const auto& result : results) {
            EXPECT_EQ(result["measurement"]["source"], "recorded") << worker;
            EXPECT_EQ(result["gpu"]["name"], "h200");
        }
    }
    common.recording = file("none.spillway");
    EXPECT_EQ(run_command(common), exit_wrong_command_line);
}

Recording made_recording()
{
    Recording recording{protocol::made_header(), {protocol::made_result(8), protocol::made_result(16)}, {}};
    model::RunResult refused = protocol::made_result(32);
    refused.status = model::Status::compile_error;
    refused.message = "too much";
    refused.compile.reset();
    refused.measurement = {};
    refused.verification = {};
    recording.results.push_back(refused);
    return recording;
}

/// The value of a summary as nvbench's own scripts look for it.
double summary_value(const nlohmann::json& state, const std::string& tag)
{
    for (const auto& summary : state["summaries"])
        if (summary["tag"] == tag)
            for (const auto& data : summary["data"])
                if (data["name"] == "value") return std::stod(data["value"].get<std::string>());
    ADD_FAILURE() << "no " << tag;
    return 0;
}

TEST(Export, HasNvbenchsShape)
{
    const auto json = nlohmann::json::parse(to_nvbench(made_recording()));
    EXPECT_EQ(json["meta"]["version"]["json"]["string"], "1.0.0");
    EXPECT_EQ(json["devices"][0]["id"], 0);
    EXPECT_EQ(json["devices"][0]["sm_version"], 900);
    EXPECT_EQ(json["devices"][0]["number_of_sms"], 132);
    ASSERT_EQ(json["benchmarks"].size(), 1U);
    const auto& benchmark = json["benchmarks"][0];
    EXPECT_EQ(benchmark["name"], "running_mean");
    EXPECT_EQ(benchmark["axes"][0]["name"], "variant");
    std::set<std::string> axes;
    for (const auto& axis : benchmark["axes"]) {
        axes.insert(axis["name"]);
        EXPECT_TRUE(axis["type"] == "int64" || axis["type"] == "string");
        if (axis["name"] == "window_size") {
            EXPECT_EQ(axis["values"].size(), 3U);
        }
    }
    EXPECT_EQ(axes, (std::set<std::string>{"variant", "window_size", "fast_math", "element"}));
    ASSERT_EQ(benchmark["states"].size(), 3U);
    const auto& state = benchmark["states"][0];
    EXPECT_EQ(state["is_skipped"], false);
    EXPECT_EQ(state["device"], 0);
    EXPECT_EQ(state["axis_values"].size(), axes.size());
    EXPECT_DOUBLE_EQ(summary_value(state, "nv/cold/time/gpu/mean"), 8e-5);
    EXPECT_DOUBLE_EQ(summary_value(state, "nv/cold/time/gpu/stdev/relative"), 0.004);
    EXPECT_DOUBLE_EQ(summary_value(state, "nv/cold/bw/global/bytes_per_second"), 1.25e11);
    EXPECT_DOUBLE_EQ(summary_value(state, "nv/cold/sample_size"), 40);
    EXPECT_DOUBLE_EQ(summary_value(state, "spillway/registers"), 31);
    EXPECT_EQ(benchmark["states"][2]["is_skipped"], true);
    EXPECT_EQ(benchmark["states"][2]["skip_reason"], "compile_error: too much");
    EXPECT_TRUE(benchmark["states"][2]["summaries"].is_array());
}

TEST(Export, HasKernelTunersShape)
{
    const auto json = nlohmann::json::parse(to_kernel_tuner(made_recording()));
    EXPECT_EQ(json["schema_version"], "1.0.0");
    ASSERT_EQ(json["results"].size(), 3U);
    for (const auto& result : json["results"]) {
        for (const char* required : {"configuration", "times", "invalidity", "correctness"})
            EXPECT_TRUE(result.contains(required)) << required;
        EXPECT_TRUE(result["objectives"].is_array());
        EXPECT_TRUE(result["timestamp"].is_string());
        for (const auto& measurement : result["measurements"]) {
            EXPECT_TRUE(measurement["name"].is_string());
            EXPECT_TRUE(measurement["unit"].is_string());
            EXPECT_TRUE(measurement["value"].is_number() || measurement["value"].is_string());
        }
    }
    const auto& first = json["results"][0];
    EXPECT_EQ(first["configuration"]["window_size"], 8);
    EXPECT_EQ(first["configuration"]["variant"], "local_array");
    EXPECT_EQ(first["invalidity"], "correct");
    EXPECT_EQ(first["correctness"], 1);
    EXPECT_EQ(first["measurements"][0]["name"], "time");
    EXPECT_DOUBLE_EQ(first["measurements"][0]["value"].get<double>(), 0.08);
    EXPECT_EQ(json["results"][2]["invalidity"], "compile");
    EXPECT_EQ(json["results"][2]["correctness"], 0);
    EXPECT_EQ(json["results"][2]["times"]["runtimes"].size(), 0U);
}

}  // namespace
}  // namespace spillway::cli
