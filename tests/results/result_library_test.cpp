// A result belongs to exactly one job: each key of an experiment.json is edited in turn, and if the job changes, no
// earlier result is found.

#include "app/results/result_library.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "app/catalogue/formula/parameter_values.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"
#include "tests/protocol/made_recording.h"
#include "tests/support/scratch_folder.h"

namespace spillway::results {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const fs::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

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

class ResultLibraryTest : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(folder_ / "kernels");
        fs::create_directories(folder_ / "mine");
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void install(const std::string& name)
    {
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels" / name, folder_ / "kernels" / name,
                 fs::copy_options::recursive);
    }
    ResultLibrary load(std::vector<fs::path> trusted = {})
    {
        auto library = ResultLibrary::load({folder_ / "kernels",
                                            {},
                                            {folder_ / "mine"},
                                            std::move(trusted),
                                            {},
                                            fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
        EXPECT_TRUE(library) << library.error().line();
        return std::move(*library);
    }
    /// Every variant's answer at the initial setting, as if it had been measured.
    static void answer_all(ResultLibrary& library, const model::Experiment& experiment, const model::Values& values)
    {
        const model::Gpu& gpu = *library.find_gpu("h200");
        for (const model::Variant& variant : experiment.variants) {
            const auto question = hashed_job_of({experiment, variant, values, gpu});
            ASSERT_TRUE(question) << question.error().line();
            model::RunResult result = protocol::made_result(1, variant.name);
            result.gpu_name = gpu.name;
            library.put(question->job_hash, result);
        }
    }
    /// Edits each leaf of the file in turn and counts, by top-level key, the edits that made another job.
    std::map<std::string, int> edit_each_key(const std::string& name);

    fs::path folder_ = scratch_folder("library");
};

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

worker_client::WorkerStatus worker_with(std::vector<model::Gpu> live, const std::string& compiler = "13.0.88")
{
    protocol::Hello hello;
    hello.compiler.available = true;
    hello.compiler.version = compiler;
    hello.live_gpus = std::move(live);
    worker_client::WorkerStatus status;
    status.state = worker_client::WorkerState::ready;
    status.hello = hello;
    status.generation = 1;
    return status;
}

model::Gpu live_h200()
{
    model::Gpu gpu = tests::h200();
    gpu.name = "live";
    gpu.label = "NVIDIA H200";
    return gpu;
}

/// A recording of every variant at the initial setting of its own figures of an H200.
fs::path recorded(const ResultLibrary& library, const fs::path& file, model::Gpu gpu = protocol::made_gpu())
{
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    protocol::RecordingHeader header = protocol::made_header();
    header.gpu = std::move(gpu);
    auto writer = protocol::RecordingWriter::open(file, header);
    EXPECT_TRUE(writer) << writer.error().line();
    for (const model::Variant& variant : experiment.variants) {
        model::RunResult result = protocol::made_result(7, variant.name);
        result.parameters = catalogue::initial_values(experiment, *library.find_gpu("h200"));
        result.gpu_name = header.gpu.name;
        result.job_hash = hashed_job_of({experiment, variant, result.parameters, header.gpu})->job_hash;
        EXPECT_FALSE(writer->add(result));
    }
    EXPECT_FALSE(writer->close());
    return file;
}

TEST_F(ResultLibraryTest, ALiveGpuAndARecordingOfItsModelAreTwo)
{
    install("running_mean");
    ResultLibrary library = load();
    ASSERT_FALSE(library.open_recording(recorded(library, folder_ / "a.spillway")));
    library.take(worker_with({live_h200()}));
    const model::Gpu* live = library.find_gpu("live");
    const model::Gpu* h200 = library.find_gpu("h200");
    ASSERT_TRUE(live != nullptr && h200 != nullptr);
    EXPECT_TRUE(library.is_live("live") && !library.is_recorded("live"));
    EXPECT_TRUE(library.is_recorded("h200") && !library.is_live("h200"));

    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Values values = catalogue::initial_values(experiment, *library.find_gpu("h200"));
    for (const model::Variant& variant : experiment.variants)
        for (const model::Gpu* gpu : {live, h200}) {
            model::RunResult compiled = protocol::made_result(1, variant.name);
            compiled.gpu_name = gpu->name;
            compiled.measurement = {};
            if (gpu == live) compiled.measurement.source = model::MeasurementSource::live;
            library.put(hashed_job_of({experiment, variant, values, *gpu})->job_hash, compiled);
        }
    for (const model::Variant& variant : experiment.variants) {
        const ResultPointer here = library.find({experiment, variant, values, *live});
        const ResultPointer there = library.find({experiment, variant, values, *h200});
        EXPECT_EQ(here->measurement.source, model::MeasurementSource::live);
        EXPECT_FALSE(here->measurement.seconds) << "no time of the recording's";
        EXPECT_EQ(there->measurement.source, model::MeasurementSource::recorded);
    }
}

TEST_F(ResultLibraryTest, AFolderOfRecordingsIsReadWhereItIsLookedAt)
{
    install("running_mean");
    install("stencil");
    ResultLibrary library = load();
    const auto recording = protocol::read_recording(recorded(library, folder_ / "a.spillway"));
    ASSERT_TRUE(recording);
    const fs::path folder = folder_ / "h200.spillway";
    ASSERT_FALSE(protocol::write_recording_folder(folder, *recording));
    std::ofstream(folder / "stencil.spillway") << "garbage";
    ASSERT_FALSE(library.open_recording(folder));
    const RecordingStatus& status = library.recordings().first()->status();
    EXPECT_EQ(status.results, 0U) << "nothing is read before it is looked at";
    EXPECT_NE(status.sentence().find(": 2 experiments."), std::string::npos) << status.sentence();
    const model::Gpu gpu = *library.find_gpu("h200");
    const auto first_of = [&](const char* name) {
        const model::Experiment& experiment = *library.catalogue().find(name);
        return library.recorded(
            {experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu});
    };
    ASSERT_NE(first_of("running_mean"), nullptr);
    EXPECT_EQ(status.results, recording->results.size());
    EXPECT_EQ(status.current, recording->results.size());
    EXPECT_FALSE(status.trouble);
    (void)library.take_log();
    EXPECT_EQ(first_of("stencil"), nullptr);
    ASSERT_TRUE(status.trouble) << "and no other experiment suffers";
    EXPECT_NE(status.trouble->where.find("stencil.spillway"), std::string::npos) << status.trouble->line();
    EXPECT_EQ(library.take_log().size(), 1U);
    EXPECT_NE(first_of("running_mean"), nullptr);

    fs::copy_file(folder / "running_mean.spillway", folder / "stencil.spillway", fs::copy_options::overwrite_existing);
    ASSERT_FALSE(library.open_recording(folder));
    EXPECT_EQ(first_of("stencil"), nullptr);
    ASSERT_TRUE(library.recordings().first()->status().trouble);
    EXPECT_NE(library.recordings().first()->status().trouble->what.find("running_mean"), std::string::npos);
}

TEST_F(ResultLibraryTest, ARecordingOpenedLaterGivesWhatIsKnownItsTime)
{
    install("running_mean");
    ResultLibrary library = load();
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Gpu gpu = *library.find_gpu("h200");
    const model::Values values = catalogue::initial_values(experiment, gpu);
    const Configuration asked{experiment, experiment.variants.front(), values, gpu};
    model::RunResult compiled = protocol::made_result(1, asked.variant.name);
    compiled.gpu_name = gpu.name;
    compiled.measurement = {};
    library.put(hashed_job_of(asked)->job_hash, compiled);
    EXPECT_FALSE(library.find(asked)->measurement.seconds);
    ASSERT_FALSE(library.open_recording(recorded(library, folder_ / "a.spillway", gpu)));
    const ResultPointer whole = library.find(asked);
    EXPECT_EQ(whole->measurement.source, model::MeasurementSource::recorded);
    EXPECT_EQ(whole->compile->registers, compiled.compile->registers) << "the compiler here has the word";
    EXPECT_EQ(library.find(asked), whole) << "composed once";
    compiled.measurement.source = model::MeasurementSource::live;
    library.put(hashed_job_of(asked)->job_hash, compiled);
    EXPECT_EQ(library.find(asked)->measurement.source, model::MeasurementSource::live);
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

TEST_F(ResultLibraryTest, AGpuMayHaveASpecialTargetBehindItsName)
{
    install("running_mean");
    ResultLibrary library = load();
    const auto gpu = library.choose_gpu("h200:sm_90a");
    ASSERT_TRUE(gpu) << gpu.error().line();
    EXPECT_EQ(gpu->name, "h200:sm_90a");
    EXPECT_EQ(gpu->arch(), "sm_90");
    EXPECT_EQ(gpu->compile_target(), "sm_90a");
    ASSERT_NE(library.find_gpu("h200:sm_90a"), nullptr) << "views and selections name it";
    EXPECT_FALSE(library.is_live("h200:sm_90a"));
    EXPECT_FALSE(library.is_recorded("h200:sm_90a"));
    for (const model::Gpu& each : library.gpus()) EXPECT_TRUE(each.target.empty()) << "the list has each GPU once";
    const auto other = library.choose_gpu("h200:sm_100a");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().what.find("sm_90"), std::string::npos) << other.error().line();
    EXPECT_NE(other.error().advice.find("h200:sm_90a"), std::string::npos) << other.error().line();
    EXPECT_FALSE(library.choose_gpu("t4:sm_75a"));
    EXPECT_FALSE(library.choose_gpu("h2000:sm_90a"));
    EXPECT_FALSE(library.choose_gpu("h200:"));
}

TEST_F(ResultLibraryTest, GpuNamesMeanWhatTheDesignSays)
{
    install("running_mean");
    ResultLibrary library = load();
    EXPECT_EQ(library.choose_gpu("")->name, "h200") << "neither a recording nor a GPU";
    EXPECT_FALSE(library.choose_gpu("live"));
    EXPECT_NE(library.choose_gpu("h20").error().advice.find("h200"), std::string::npos);
    library.take(worker_with({live_h200()}));
    EXPECT_EQ(library.choose_gpu("")->name, "live");
    EXPECT_EQ(library.choose_gpu("h200")->name, "live") << "the table's name of the GPU that is here";
    EXPECT_EQ(library.choose_gpu("t4")->name, "t4");
    ASSERT_FALSE(library.open_recording(recorded(library, folder_ / "a.spillway")));
    EXPECT_EQ(library.choose_gpu("")->name, "live") << "one that was not named does not come before a GPU";
    EXPECT_EQ(library.choose_gpu("h200")->name, "h200") << "that is the recording's name now";
    ResultLibrary named = load();
    ASSERT_FALSE(named.open_recording_or_default(folder_ / "a.spillway"));
    named.take(worker_with({live_h200()}));
    EXPECT_EQ(library.choose_gpu("b200:sm_100f")->target, "sm_100f");
    EXPECT_EQ(named.choose_gpu("")->name, "h200") << "who names a recording wants to see it";
}

TEST_F(ResultLibraryTest, ARecordedNumberStandsForNoOtherLaunch)
{
    install("running_mean");
    ResultLibrary library = load();
    ASSERT_FALSE(library.open_recording(recorded(library, folder_ / "a.spillway")));
    EXPECT_EQ(library.recordings().first()->status().of_changed, 0U);
    json description = json::parse(text_of(folder_ / "kernels/running_mean/experiment.json"));
    description["work"]["bytes_moved"] = "1 + " + description["work"]["bytes_moved"].get<std::string>();
    std::ofstream(folder_ / "kernels/running_mean/experiment.json") << description.dump();
    library.reload();
    EXPECT_EQ(library.recordings().first()->status().current, 0U);
    EXPECT_NE(library.recordings().first()->status().sentence().find("a formula has changed"), std::string::npos);
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    const model::Values values = catalogue::initial_values(experiment, *library.find_gpu("h200"));
    for (const model::Variant& variant : experiment.variants)
        EXPECT_EQ(library.recorded({experiment, variant, values, *library.find_gpu("h200")}), nullptr);
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

TEST_F(ResultLibraryTest, WhatIsNamedOnTheCommandLineStaysTrustedAtEachSaveAndNothingElseIs)
{
    install("running_mean");
    for (const char* name : {"mine/a", "other/b"}) {
        fs::create_directories((folder_ / name).parent_path());
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder_ / name, fs::copy_options::recursive);
        json description = json::parse(text_of(folder_ / name / "experiment.json"));
        description["name"] = fs::path(name).filename().string();
        std::ofstream(folder_ / name / "experiment.json") << description.dump();
    }
    ResultLibrary library = load({folder_ / "mine"});
    EXPECT_TRUE(library.catalogue().find("a")->origin.trusted);
    std::ofstream(folder_ / "mine/a/kernel.cu", std::ios::app) << "// saved\n";
    library.reload();
    EXPECT_TRUE(library.catalogue().find("a")->origin.trusted);
    library.add_folder(folder_ / "other");
    EXPECT_FALSE(library.catalogue().find("b")->origin.trusted);
    EXPECT_FALSE(load().catalogue().find("a")->origin.trusted) << "and not for good";
}

TEST_F(ResultLibraryTest, AChangeReadsWhatItConcernsAndNoMore)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu", header = folder_ / "mine/size.h";
    std::ofstream(header) << "constexpr int size = 1;\n";
    std::ofstream(own) << "#include \"size.h\"\n__global__ void a(float* out) { out[0] = size; }\n";
    ResultLibrary library = load();
    ASSERT_FALSE(library.trust("a", TrustTerm::until_the_end)) << "only of a trusted file headers are read";
    const auto hash_of = [&](const char* name) { return library.catalogue().find(name)->origin.content_hash; };
    const std::string installed = hash_of("running_mean"), before = hash_of("a");
    std::ofstream(folder_ / "kernels/running_mean/kernel.cu", std::ios::app) << "// saved\n";
    std::ofstream(header) << "constexpr int size = 2;\n";
    ASSERT_TRUE(library.reload({(folder_ / "mine").string()}, OnParseError::keep));
    EXPECT_NE(hash_of("a"), before) << "the header beside it";
    EXPECT_EQ(hash_of("running_mean"), installed);
    ASSERT_TRUE(library.reload({(folder_ / "kernels/running_mean/").string()}, OnParseError::keep));
    EXPECT_NE(hash_of("running_mean"), installed);
    fs::create_directories(folder_ / "mine/b");
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder_ / "mine/b", fs::copy_options::recursive);
    ASSERT_TRUE(library.reload({(folder_ / "mine").string()}, OnParseError::keep));
    EXPECT_NE(library.catalogue().find("stencil"), nullptr) << "a folder that was dropped in";
}

TEST_F(ResultLibraryTest, OfTheShippedExperimentsOnlyTheNamedAreRead)
{
    install("running_mean");
    install("call_stack");
    install("stencil");
    auto library = ResultLibrary::load(
        {folder_ / "kernels", {}, {}, {}, {"call_stack"}, fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
    ASSERT_TRUE(library);
    ASSERT_EQ(library->catalogue().experiments.size(), 1U);
    EXPECT_EQ(library->catalogue().experiments[0].name, "call_stack");
    EXPECT_TRUE(library->catalogue().experiments[0].origin.trusted);
    EXPECT_TRUE(library->catalogue().problems.empty())
        << "its prerequisites are not read: " << library->catalogue().problems.front().line();
}

TEST_F(ResultLibraryTest, WhatIsHalfWrittenIsLeftUntilItIsTaken)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu";
    const std::string whole = "__global__ void a(float* out) { out[0] = 1; }\n";
    std::ofstream(own) << whole;
    ResultLibrary library = load();
    (void)library.take_log();
    const std::vector<std::string> changed{(folder_ / "mine").string()};
    std::ofstream(own) << whole.substr(0, 12);
    EXPECT_FALSE(library.reload(changed, OnParseError::keep));
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
    fs::remove(own);
    EXPECT_FALSE(library.reload(changed, OnParseError::keep)) << "an editor that renames is between two names";
    EXPECT_TRUE(library.take_log().empty());
    std::ofstream(own) << whole.substr(0, 12);
    EXPECT_TRUE(library.reload(changed, OnParseError::accept));
    EXPECT_EQ(library.catalogue().find("a")->source, whole.substr(0, 12));
    EXPECT_FALSE(library.take_log().empty());
    std::ofstream(own) << whole;
    EXPECT_TRUE(library.reload(changed, OnParseError::keep));
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
}

TEST_F(ResultLibraryTest, WhatIsLookedAtStaysWhateverBecomesOfItsFile)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu";
    const std::string whole = "__global__ void a(float* out) { out[0] = 1; }\n";
    std::ofstream(own) << whole;
    ResultLibrary library = load();
    const std::vector<std::string> changed{(folder_ / "mine").string()};
    const auto state_after = [&](auto change) {
        fs::remove(own);
        change();
        EXPECT_TRUE(library.reload(changed, OnParseError::accept));
        const model::Experiment* found = library.catalogue().find("a");
        return found == nullptr ? std::optional<model::SourceState>() : found->origin.source_state;
    };
    const auto write = [&](const std::string& text) { return [&own, text] { std::ofstream(own) << text; }; };
    library.hold(library.catalogue().find("a")->source_file);
    EXPECT_EQ(state_after([] {}), model::SourceState::gone);
    EXPECT_EQ(library.catalogue().find("a")->source, whole) << "as it was read last";
    EXPECT_EQ(state_after([&] { ASSERT_EQ(mkfifo(own.c_str(), 0600), 0); }), model::SourceState::unreadable);
    EXPECT_EQ(state_after(write(std::string((1 << 20) + 1, ' '))), model::SourceState::too_large);
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
    EXPECT_EQ(state_after(write("// none\n")), model::SourceState::broken);
    EXPECT_EQ(library.catalogue().find("a")->source, "// none\n");
    (void)library.take_log();
    EXPECT_EQ(state_after(write(whole)), model::SourceState::current);
    const auto log = library.take_log();
    ASSERT_FALSE(log.empty());
    EXPECT_EQ(log.back().severity, base::Severity::info) << "what was wrong is over";
    EXPECT_EQ(log.back().error.where, own.string());
    library.hold("another");
    EXPECT_EQ(state_after([] {}), std::nullopt) << "what is not looked at goes with its file";
}

}  // namespace
}  // namespace spillway::results
