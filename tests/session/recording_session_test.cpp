// A session with a recording: with a compiler, without one, without a worker, and after a kernel changed.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/catalogue/formula/parameter_values.h"
#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_writer.h"
#include "app/results/recorded_results.h"
#include "app/session/session.h"
#include "tests/protocol/made_recording.h"
#include "tests/protocol/packed.h"
#include "tests/session/update_until.h"
#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* recorded_variant = "local_array";

class RecordingSession : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("recorded");
        fs::create_directories(folder_ / "kernels");
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/running_mean", folder_ / "kernels/running_mean",
                 fs::copy_options::recursive);
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Windows 1, 3, ... 63 of one variant at the initial settings, as if measured on `gpu`.
    fs::path record(const std::string& gpu = "h200", const std::string& file = "a.spillway")
    {
        const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
        EXPECT_TRUE(experiment);
        protocol::RecordingHeader header = protocol::made_header();
        header.gpu = protocol::made_gpu(gpu);
        header.kernels = {{"running_mean", experiment->origin.source_hash}};
        header.definitions = {{"running_mean", experiment->origin.definition_hash}};
        auto writer = protocol::RecordingWriter::open(folder_ / file, header);
        EXPECT_TRUE(writer);
        for (std::int64_t window = 1; window < 64; window += 2) {
            model::RunResult result = protocol::made_result(window, recorded_variant);
            result.parameters = catalogue::initial_values(*experiment, header.gpu);
            result.parameters["window_size"] = window;
            result.gpu_name = gpu;
            result.job_hash = hash_of(*experiment, result, header.gpu);
            if (window == 63) {
                result.status = model::Status::wrong_result;
                result.message = "element 5 differs";
            }
            EXPECT_FALSE(writer->add(result));
        }
        EXPECT_FALSE(writer->close());
        return folder_ / file;
    }

    std::unique_ptr<Session> open(Options options)
    {
        options.installed_experiments = folder_ / "kernels";
        if (options.gpus_file.empty()) options.gpus_file = SPILLWAY_GPUS_ALONE;
        if (options.worker_command.empty()) options.worker_command = STAND_IN_WORKER;
        auto session = Session::open(std::move(options));
        EXPECT_TRUE(session) << session.error().line();
        return std::move(*session);
    }
    std::unique_ptr<Session> open(const fs::path& recording, const std::string& worker = {})
    {
        Options options;
        options.recording = recording;
        options.worker_command = worker;
        return open(std::move(options));
    }

    /// Windows 1 and 3, as record() writes them, then the lines of `more`.
    fs::path record_lines(const std::vector<std::string>& more)
    {
        const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
        EXPECT_TRUE(experiment);
        protocol::RecordingHeader header = protocol::made_header();
        header.definitions = {{"running_mean", experiment->origin.definition_hash}};
        std::string text = protocol::encode_header(header) + '\n';
        for (const std::int64_t window : {1, 3})
            text += protocol::encode_recorded(result_of(*experiment, window)) + '\n';
        for (const std::string& line : more) text += line + '\n';
        std::ofstream(folder_ / "lines.spillway", std::ios::binary) << protocol::packed(text);
        return folder_ / "lines.spillway";
    }

    static model::RunResult result_of(const model::Experiment& experiment, std::int64_t window)
    {
        const model::Gpu gpu = protocol::made_gpu();
        model::RunResult result = protocol::made_result(window, recorded_variant);
        result.parameters = catalogue::initial_values(experiment, gpu);
        result.parameters["window_size"] = window;
        result.job_hash = hash_of(experiment, result, gpu);
        return result;
    }

    static std::string hash_of(const model::Experiment& experiment, const model::RunResult& result,
                               const model::Gpu& gpu)
    {
        const auto question =
            results::hashed_job_of({experiment, *experiment.find_variant(result.variant), result.parameters, gpu});
        EXPECT_TRUE(question) << question.error().line();
        return question->job_hash;
    }

    static bool reaches(Session& session, std::int64_t window)
    {
        EXPECT_FALSE(session.set_values({{"window_size", window}}));
        return update_until(
            session, [&] { return session.view().current(recorded_variant).state >= results::PointState::ready; });
    }

    fs::path folder_;
};

TEST_F(RecordingSession, WithoutARecordingNothingIsSaid)
{
    auto session = open(fs::path());
    EXPECT_EQ(session->view().recording(session->view().gpu().name), nullptr);
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::none);
}

TEST_F(RecordingSession, WithACompilerTheReportIsLiveAndTheTimeRecorded)
{
    auto session = open(record());
    EXPECT_EQ(session->view().selection().gpu, "h200");
    ASSERT_TRUE(reaches(*session, 31));
    const model::RunResult& result = *session->view().current(recorded_variant).result;
    EXPECT_EQ(result.compile->registers, 32) << "the stand-in's, not the recorded 31";
    EXPECT_EQ(result.measurement.source, model::MeasurementSource::recorded);
    EXPECT_EQ(result.measurement.bytes_per_second, protocol::made_result(31).measurement.bytes_per_second);
    EXPECT_EQ(result.measurement.local_bytes_per_thread, 4 * 31);
    EXPECT_EQ(result.measurement.provenance->driver, "580.95.05");
    EXPECT_EQ(result.verification.status, model::VerificationStatus::matched);

    ASSERT_TRUE(reaches(*session, 32));
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::none)
        << "not recorded, so there is no time, and none is made up from its neighbours";
    ASSERT_TRUE(reaches(*session, 63));
    const model::RunResult& wrong = *session->view().current(recorded_variant).result;
    EXPECT_EQ(wrong.measurement.source, model::MeasurementSource::none);
    EXPECT_NE(wrong.measurement.reason.find("wrong_result: element 5 differs"), std::string::npos);
}

TEST_F(RecordingSession, AFailureOnTheRecordedGpuIsTheResultAndNamesThatGpu)
{
    auto session = open(record());
    ASSERT_TRUE(reaches(*session, 63));
    const model::RunResult& wrong = *session->view().current(recorded_variant).result;
    EXPECT_EQ(wrong.status, model::Status::wrong_result) << "it compiled here, and was wrong there";
    EXPECT_EQ(wrong.message, "On the recorded GPU, h200: element 5 differs");
    EXPECT_EQ(wrong.compile->registers, 32) << "the compile report is this machine's";
    session->set_gpu("t4");
    ASSERT_TRUE(reaches(*session, 63));
    EXPECT_EQ(session->view().current(recorded_variant).result->status, model::Status::ok)
        << "nobody tried it on another GPU";
}

TEST_F(RecordingSession, OnlyWhatAGpuAloneCanSayIsTakenOver)
{
    model::RunResult here = protocol::made_result(31, recorded_variant), there = here;
    here.measurement = {};
    there.measurement = {};
    there.status = model::Status::worker_died;
    EXPECT_EQ(results::with_recorded_measurement(here, there).status, model::Status::ok);
    there.status = model::Status::launch_error;
    EXPECT_EQ(results::with_recorded_measurement(here, there).status, model::Status::launch_error);
    here.status = model::Status::compile_error;
    EXPECT_EQ(results::with_recorded_measurement(here, there).status, model::Status::compile_error);
}

TEST_F(RecordingSession, TheCurveGoesThroughRecordedPoints)
{
    auto session = open(record());
    ASSERT_TRUE(update_until(*session, [&] {
        return session->view().progress().total > 0 &&
               session->view().progress().done == session->view().progress().total;
    }));
    int measured = 0;
    for (const results::Curve& curve : session->view().curves())
        for (const results::CurvePoint& point : curve.points)
            if (curve.variant == recorded_variant && point.result->measurement.seconds) ++measured;
    EXPECT_GE(measured, 20);
    EXPECT_GE(session->view().curves().front().points.back().position, 127)
        << "the rest of the axis is compiled all the same";
}

TEST_F(RecordingSession, TheMeasuredCurveIsDrawnBehindASettingThatIsNotRecorded)
{
    auto session = open(record());
    const auto is_measured = [](const std::vector<results::CurvePoint>& points) {
        return std::ranges::any_of(points, [](const results::CurvePoint& point) {
            return point.result && point.result->measurement.source == model::MeasurementSource::recorded;
        });
    };
    const auto curve = [&]() -> const results::Curve& {
        return *std::ranges::find(session->view().curves(), recorded_variant, &results::Curve::variant);
    };
    const auto is_whole = [&] {
        return std::ranges::all_of(curve().points,
                                   [](const auto& point) { return point.state >= results::PointState::ready; });
    };
    EXPECT_EQ(session->view().recorded_values("window_size").size(), 32u);
    EXPECT_EQ(session->view().recorded_values("block_size").size(), 0u) << "none at window size 32";
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().recorded_values("block_size").size(), 1u);
    ASSERT_TRUE(update_until(*session, is_whole));
    ASSERT_TRUE(is_measured(curve().points));
    for (const std::int64_t block : {96, 160}) {
        ASSERT_FALSE(session->set_values({{"block_size", block}}));
        EXPECT_EQ(session->view().recorded_values("window_size").size(), 0u);
        ASSERT_TRUE(update_until(*session, is_whole));
        EXPECT_FALSE(is_measured(curve().points));
        EXPECT_TRUE(is_measured(curve().ghost)) << block;
    }
    ASSERT_FALSE(session->set_values({{"block_size", std::int64_t{256}}}));
    ASSERT_TRUE(update_until(*session, is_whole));
    EXPECT_TRUE(is_measured(curve().points));
    EXPECT_TRUE(curve().ghost.empty()) << "no ghost once all points have results";
}

TEST_F(RecordingSession, ARecordingThatComesInPartsSaysWhatIsStillToCome)
{
    const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
    ASSERT_TRUE(experiment);
    protocol::RecordingHeader header = protocol::made_header();
    header.definitions = {{"running_mean", experiment->origin.definition_hash}};
    const auto write = [&](const char* file, const std::string& lines) {
        std::ofstream(folder_ / file, std::ios::binary)
            << protocol::packed(protocol::encode_header(header) + '\n' + lines);
        return folder_ / file;
    };
    const std::string line = protocol::encode_recorded(result_of(*experiment, 31)) + '\n';
    // As scripts/pack_web.py shortens them: 16 digits of a job's hash, then zeros.
    const auto begun = [&](int window_size, std::size_t digits) {
        model::RunResult result = result_of(*experiment, window_size);
        result.job_hash->replace(digits, std::string::npos, result.job_hash->size() - digits, '0');
        return protocol::encode_recorded(result) + '\n';
    };
    Options options;
    options.recording = write("begin.spillway", begun(33, 16));
    options.recordings_come_in_parts = true;
    auto session = open(options);
    const auto measured = [&]() -> const model::Measurement& {
        return session->view().current(recorded_variant).result->measurement;
    };
    ASSERT_TRUE(reaches(*session, 33));
    EXPECT_EQ(measured().source, model::MeasurementSource::recorded) << "the beginning has it";
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(measured().source, model::MeasurementSource::none);
    EXPECT_EQ(measured().reason, "this experiment's part of the recording of NVIDIA h200 is still being fetched");
    header.definitions["running_mean"] = "another";
    EXPECT_TRUE(session->add_to_recording(write("other.spillway", line))) << "of another version of the experiment";
    EXPECT_EQ(measured().source, model::MeasurementSource::none);
    header.definitions["running_mean"] = experiment->origin.definition_hash;
    const fs::path part = write("part.spillway", line);
    for (int times = 0; times < 2; ++times) {
        ASSERT_FALSE(session->add_to_recording(part));
        session->update();
        EXPECT_EQ(measured().source, model::MeasurementSource::recorded);
        EXPECT_EQ(session->view().recording("h200")->results, 1U) << "once, however often it comes";
        EXPECT_TRUE(std::ranges::any_of(session->view().curves(), [](const results::Curve& curve) {
            return std::ranges::any_of(curve.points, [](const results::CurvePoint& point) {
                return point.result && point.result->measurement.source == model::MeasurementSource::recorded;
            });
        })) << "on its curve too, though nothing else has moved";
    }
    ASSERT_TRUE(reaches(*session, 32));
    EXPECT_EQ(measured().reason.find("still being fetched"), std::string::npos) << "it has come, without this value";
    session->forget_recorded_parts("running_mean");
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_NE(measured().reason.find("still being fetched"), std::string::npos) << "until it comes again";
    EXPECT_EQ(session->view().recording("h200")->results, 0U);
    ASSERT_FALSE(session->add_to_recording(part));
    session->update();
    EXPECT_EQ(measured().source, model::MeasurementSource::recorded);
    options.recording = write("few_digits.spillway", begun(33, 12));
    session = open(options);
    ASSERT_TRUE(reaches(*session, 33));
    EXPECT_EQ(measured().source, model::MeasurementSource::none) << "too few digits name no job";
}

TEST_F(RecordingSession, ARecordingOpenedLaterIsTurnedTo)
{
    auto session = open(record("h200"));
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_TRUE(session->open_recording(folder_ / "kernels/running_mean/kernel.cu"));
    EXPECT_EQ(session->view().selection().gpu, "h200") << "what cannot be read changes nothing";
    ASSERT_FALSE(session->open_recording(record("mine", "b.spillway")));
    EXPECT_EQ(session->view().selection().gpu, "mine");
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::recorded);
    session->set_gpu("h200");
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::recorded);
}

TEST_F(RecordingSession, AnotherGpuHasNoRecordedTimes)
{
    auto session = open(record());
    session->set_gpu("t4");
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::none);
}

TEST_F(RecordingSession, WithoutACompilerTheRecordedResultIsTheResult)
{
    auto session = open(record(), std::string(STAND_IN_WORKER) + " no_compiler");
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().worker().state == worker_client::WorkerState::ready; }));
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).state, results::PointState::ready);
    EXPECT_EQ(session->view().current(recorded_variant).result->compile->registers, 31);
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::recorded);
    ASSERT_TRUE(reaches(*session, 63));
    EXPECT_EQ(session->view().current(recorded_variant).state, results::PointState::failed);
    const auto& points = session->view().curves().front().points;
    EXPECT_EQ(points.size(), 32U) << "what is recorded, and nothing in between";
    EXPECT_FALSE(session->set_values({{"window_size", std::int64_t{32}}}));
    ASSERT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight == 0; }));
    EXPECT_EQ(session->view().current(recorded_variant).state, results::PointState::missing)
        << "not recorded; without a compiler this configuration is missing, not failed";
}

TEST_F(RecordingSession, WithoutAWorkerToo)
{
    auto session = open(record(), "/no/such/worker");
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_EQ(session->view().current(recorded_variant).result->compile->registers, 31);
    EXPECT_EQ(session->view().current(recorded_variant).result->measurement.source, model::MeasurementSource::recorded);
}

TEST_F(RecordingSession, AChangedKernelsResultsAreCountedAndNotShown)
{
    const fs::path file = record();
    std::ofstream(folder_ / "kernels/running_mean/kernel.cu", std::ios::app) << "// changed\n";
    auto session = open(file, "/no/such/worker");
    ASSERT_NE(session->view().recording(session->view().gpu().name), nullptr);
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->results, 32U);
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->current, 0U);
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->of_changed, 32U);
    EXPECT_FALSE(session->view().recording(session->view().gpu().name)->fits());
    EXPECT_NE(
        session->view()
            .recording(session->view().gpu().name)
            ->sentence()
            .find("32 results of running_mean are not shown: the kernel, its launch or a formula has changed since."),
        std::string::npos)
        << session->view().recording(session->view().gpu().name)->sentence();
    EXPECT_EQ(session->view().log().front().error.what,
              session->view().recording(session->view().gpu().name)->sentence());
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    EXPECT_FALSE(session->set_values({{"window_size", std::int64_t{31}}}));
    session->update();
    EXPECT_NE(session->view().current(recorded_variant).state, results::PointState::ready);
}

TEST_F(RecordingSession, AKernelChangedWhileTheSessionIsOpenLosesItsTimes)
{
    auto session = open(record());
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_TRUE(session->view().current(recorded_variant).result->measurement.seconds);
    std::ofstream(folder_ / "kernels/running_mean/kernel.cu", std::ios::app) << "// changed\n";
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().recording(session->view().gpu().name)->current == 0; }));
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().current(recorded_variant).state == results::PointState::ready; }));
    EXPECT_FALSE(session->view().current(recorded_variant).result->measurement.seconds);
}

TEST_F(RecordingSession, AWrongLineIsReportedWhenItsResultIsLookedAtAndCostsOnlyThatResult)
{
    const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
    ASSERT_TRUE(experiment);
    std::string wrong = protocol::encode_recorded(result_of(*experiment, 5));
    wrong.replace(wrong.find("\"registers\":31"), 14, "\"registers\":{}");
    auto session = open(record_lines({wrong, protocol::encode_recorded(result_of(*experiment, 7))}), "/no/such/worker");
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    ASSERT_TRUE(reaches(*session, 7)) << "the lines after it are used too";
    EXPECT_TRUE(session->view().current(recorded_variant).result->measurement.seconds);
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{5}}}));
    ASSERT_TRUE(session->view().recording(session->view().gpu().name)->trouble);
    EXPECT_NE(session->view().recording(session->view().gpu().name)->trouble->what.find("line 4"), std::string::npos);
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->results, 3U);
    const auto is_told = [&](const base::LogEntry& entry) {
        return entry.error.what == session->view().recording(session->view().gpu().name)->sentence();
    };
    session->update();
    EXPECT_EQ(std::count_if(session->view().log().begin(), session->view().log().end(), is_told), 1);
    EXPECT_NE(session->view().recording(session->view().gpu().name)->sentence().find("result.compile.registers"),
              std::string::npos);
}

TEST_F(RecordingSession, ALineOfTwoExperimentsIsWrong)
{
    const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
    ASSERT_TRUE(experiment);
    std::string two = protocol::encode_recorded(result_of(*experiment, 5));
    two.insert(two.size() - 1, ",\"experiment\":\"stencil\"");
    auto session = open(record_lines({two}), "/no/such/worker");
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    ASSERT_FALSE(session->set_values({{"window_size", std::int64_t{5}}}));
    ASSERT_TRUE(session->view().recording(session->view().gpu().name)->trouble);
    EXPECT_NE(session->view().recording(session->view().gpu().name)->sentence().find("two experiments"),
              std::string::npos)
        << session->view().recording(session->view().gpu().name)->sentence();
}

TEST_F(RecordingSession, LinesWithTheirKeysInAnotherOrderAreReadToo)
{
    const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
    ASSERT_TRUE(experiment);
    std::string line = protocol::encode_recorded(result_of(*experiment, 5));
    const std::string first = "\"experiment\":\"running_mean\",";
    line = "{" + line.substr(1 + first.size());
    line.insert(line.size() - 1, "," + first.substr(0, first.size() - 1));
    auto session = open(record_lines({line, "{}"}), "/no/such/worker");
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->results, 3U);
    ASSERT_TRUE(session->view().recording(session->view().gpu().name)->trouble);
    EXPECT_NE(session->view().recording(session->view().gpu().name)->trouble->what.find("line 5"), std::string::npos)
        << "nobody can tell what it is of";
    ASSERT_TRUE(update_until(
        *session, [&] { return session->view().worker().state == worker_client::WorkerState::unavailable; }));
    ASSERT_TRUE(reaches(*session, 5));
    EXPECT_TRUE(session->view().current(recorded_variant).result->measurement.seconds);
}

TEST_F(RecordingSession, ADifferentCompilerIsReported)
{
    auto session = open(record(), std::string(STAND_IN_WORKER) + " other_compiler");
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->compiler, results::CompilerFit::unknown);
    ASSERT_TRUE(
        update_until(*session, [&] { return session->view().worker().state == worker_client::WorkerState::ready; }));
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->compiler, results::CompilerFit::changed);
    EXPECT_NE(
        session->view().recording(session->view().gpu().name)->sentence().find("The compiler here is NVRTC 12.0.1"),
        std::string::npos);
    EXPECT_EQ(session->view().log().back().error.what,
              session->view().recording(session->view().gpu().name)->sentence());
}

TEST_F(RecordingSession, AGpuOfNoTableComesFromTheRecording)
{
    auto session = open(record("b4711"));
    EXPECT_EQ(session->view().selection().gpu, "b4711");
    EXPECT_EQ(session->view().gpu().sm_count, 132);
    ASSERT_TRUE(reaches(*session, 31));
    EXPECT_TRUE(session->view().current(recorded_variant).result->measurement.seconds);
}

TEST_F(RecordingSession, TheOneInTheAssetsIsOpenedUnasked)
{
    fs::create_directories(folder_ / "assets/recordings");
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json", folder_ / "assets/gpus.json");
    record("h200", "assets/recordings/b.spillway");
    Options options;
    options.gpus_file = folder_ / "assets/gpus.json";
    ASSERT_NE(open(options)->view().recording("h200"), nullptr);
    // One that cannot be read is a log entry: the program must start all the same, with the others.
    std::ofstream(folder_ / "assets/recordings/a.spillway") << "garbage";
    auto session = open(options);
    EXPECT_NE(session->view().recording("h200"), nullptr);
    EXPECT_NE(session->view().log().front().error.what.find("not a Spillway recording"), std::string::npos);
}

TEST_F(RecordingSession, ANamedOneThatCannotBeReadIsAnError)
{
    Options options;
    options.installed_experiments = folder_ / "kernels";
    options.gpus_file = SPILLWAY_GPUS_ALONE;
    options.recording = folder_ / "none.spillway";
    EXPECT_FALSE(Session::open(options));
}

TEST_F(RecordingSession, FiveThousandResultsAreAllCurrent)
{
    const auto experiment = catalogue::load_experiment(folder_ / "kernels/running_mean");
    protocol::RecordingHeader header = protocol::made_header();
    header.kernels = {{"running_mean", experiment->origin.source_hash}};
    auto writer = protocol::RecordingWriter::open(folder_ / "a.spillway", header);
    ASSERT_TRUE(writer);
    for (std::int64_t i = 0; i < 5000; ++i) {
        model::RunResult result = protocol::made_result(1 + i % 128, recorded_variant);
        result.parameters = catalogue::initial_values(*experiment, header.gpu);
        result.parameters["window_size"] = 1 + i % 128;
        result.parameters["extra_shared_bytes"] = i / 128 * 1024;
        result.job_hash = hash_of(*experiment, result, header.gpu);
        ASSERT_FALSE(writer->add(result));
    }
    ASSERT_FALSE(writer->close());
    const auto begin = std::chrono::steady_clock::now();
    auto session = open(folder_ / "a.spillway");
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(session->view().recording(session->view().gpu().name)->current, 5000U);
    std::printf("a session with 5,000 recorded results: open in %.3f s\n", seconds.count());
}

}  // namespace
}  // namespace spillway::session
