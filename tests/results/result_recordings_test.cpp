// GPUs and recordings of the library of results: their names, and the number that counts where both have one.

#include "app/results/result_library.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalogue/formula/parameter_values.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"
#include "tests/protocol/made_recording.h"
#include "tests/results/result_library_fixture.h"

namespace spillway::results {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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
    EXPECT_TRUE(library.recordings().first()->may_have("running_mean"));
    EXPECT_TRUE(library.recordings().first()->may_have("stencil"));
    EXPECT_FALSE(library.recordings().first()->may_have("matmul"));
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

TEST_F(ResultLibraryTest, AFolderLaidOverARecordingIsReadWhereItIsLookedAt)
{
    install("running_mean");
    install("stencil");
    ResultLibrary library = load();
    const auto recording = protocol::read_recording(recorded(library, folder_ / "a.spillway"));
    ASSERT_TRUE(recording);
    const fs::path folder = folder_ / "mine.spillway", below = folder_ / "h200.spillway";
    ASSERT_FALSE(protocol::write_recording_folder(folder, *recording));
    std::ofstream(folder / "stencil.spillway") << "garbage";
    auto empty = protocol::RecordingWriter::open(below, protocol::made_header());
    ASSERT_TRUE(empty && !empty->close());
    ASSERT_FALSE(library.open_recording(below));
    ASSERT_TRUE(library.lay_recording(folder));
    const model::Gpu gpu = *library.find_gpu("h200");
    const auto first_of = [&](const char* name) {
        const model::Experiment& experiment = *library.catalogue().find(name);
        return library.recorded(
            {experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu});
    };
    (void)library.take_log();
    EXPECT_NE(first_of("running_mean"), nullptr);
    EXPECT_TRUE(library.take_log().empty());
    EXPECT_EQ(first_of("stencil"), nullptr);
    EXPECT_EQ(library.take_log().size(), 1U) << "the file that cannot be read is reported";
}

TEST_F(ResultLibraryTest, OldResultsOfAFolderLaidOverARecordingAreLogged)
{
    install("running_mean");
    ResultLibrary library = load();
    auto recording = protocol::read_recording(recorded(library, folder_ / "a.spillway"));
    ASSERT_TRUE(recording);
    recording->header.definitions["running_mean"] = std::string(64, '0');
    for (std::size_t i = 0; i < recording->results.size(); ++i)
        recording->results[i].job_hash = std::string(62, '0') + std::to_string(10 + i);
    const fs::path folder = folder_ / "mine.spillway", below = folder_ / "h200.spillway";
    ASSERT_FALSE(protocol::write_recording_folder(folder, *recording));
    auto empty = protocol::RecordingWriter::open(below, protocol::made_header());
    ASSERT_TRUE(empty && !empty->close());
    ASSERT_FALSE(library.open_recording(below));
    ASSERT_TRUE(library.lay_recording(folder));
    EXPECT_TRUE(library.recordings().first()->may_have("running_mean"));
    (void)library.take_log();
    const model::Gpu gpu = *library.find_gpu("h200");
    const model::Experiment& experiment = *library.catalogue().find("running_mean");
    (void)library.recorded({experiment, experiment.variants.front(), catalogue::initial_values(experiment, gpu), gpu});
    const auto log = library.take_log();
    ASSERT_EQ(log.size(), 1U);
    EXPECT_EQ(log.front().severity, base::Severity::warning) << log.front().error.line();
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

}  // namespace
}  // namespace spillway::results
