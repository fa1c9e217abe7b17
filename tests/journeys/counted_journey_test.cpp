// Metrics without a GPU and without a recording: counted by running some blocks here, along the slider, and labelled.

#include <filesystem>

#include <gtest/gtest.h>

#include "app/base/paths.h"
#include "app/charts/csv.h"
#include "app/charts/metric_chart.h"
#include "app/model/counted_blocks.h"
#include "app/model/metrics.h"
#include "app/session/session.h"
#include "tests/commands/run_json.h"
#include "tests/session/update_until.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;

/// A session with the real worker, as the window has it, without any recording.
class CountedJourney : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("counted");
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        session::Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = program("spillway-worker").string();
        options.guess_ahead = false;
        auto opened = session::Session::open(std::move(options));
        ASSERT_TRUE(opened) << opened.error().line();
        session_ = std::move(*opened);
        session_->set_gpu("t4");
        session_->select_experiment("coalescing");
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] const model::RunResult* result(const std::string& variant) const
    {
        return session_->view().current(variant).result.get();
    }
    [[nodiscard]] bool is_counted(const std::string& variant) const
    {
        return result(variant) != nullptr && result(variant)->counted && !session_->view().current(variant).is_stale();
    }
    bool wait_until(const std::function<bool()>& done)
    {
        for (int round = 0; round < 6; ++round)
            if (session::update_until(*session_, done)) return true;
        return false;
    }
    [[nodiscard]] double value(const char* metric, const std::string& variant) const
    {
        return model::find_metric(metric)->get(*result(variant)).value_or(-1);
    }

    fs::path folder_;
    std::unique_ptr<session::Session> session_;
};

TEST_F(CountedJourney, OnlyWhatIsShownIsCountedAndItSaysSo)
{
    SKIP_WITHOUT_COMPILER();
    ASSERT_TRUE(wait_until([&] { return result("strided") != nullptr && result("strided")->compile; }));
    ASSERT_TRUE(wait_until([&] { return session_->view().progress().in_flight == 0; }));
    EXPECT_FALSE(result("strided")->counted) << "nothing that is shown needs it";
    session_->show({.counts = true});
    ASSERT_TRUE(wait_until([&] { return is_counted("strided") && is_counted("contiguous"); }));
    EXPECT_EQ(value("sectors_per_request", "contiguous"), 4);
    EXPECT_EQ(value("sectors_per_request", "strided"), 32);
    EXPECT_FALSE(model::find_metric("bytes_per_second")->get(*result("strided"))) << "a time is never counted";
    EXPECT_EQ(result("strided")->measurement.source, model::MeasurementSource::none);
    // Along the slider.
    const model::Value before = session_->view().selection().values.at("stride");
    ASSERT_FALSE(session_->set_values({{"stride", std::int64_t{2}}}));
    ASSERT_TRUE(wait_until([&] { return is_counted("strided"); }));
    EXPECT_EQ(value("sectors_per_request", "strided"), 8);
    ASSERT_NE(before, model::Value(std::int64_t{2}));
    // Each row of this grid ends with a block that has little to do: a third of the grid ends there.
    ASSERT_FALSE(session_->set_values({{"stride", std::int64_t{15}}}));
    ASSERT_TRUE(wait_until([&] { return is_counted("strided"); }));
    EXPECT_GT(value("sectors_per_request", "strided"), 31.9);
    ASSERT_FALSE(session_->set_values({{"stride", std::int64_t{2}}}));
    ASSERT_TRUE(wait_until([&] { return is_counted("strided"); }));
    const std::string csv = charts::to_csv({*result("strided")}, {"stride"}, {});
    EXPECT_NE(csv.find("counted_blocks,counted_metrics"), std::string::npos) << csv;
    EXPECT_NE(csv.find("4 of "), std::string::npos) << csv;
    EXPECT_NE(csv.find(" sectors_per_request "), std::string::npos) << csv;
    EXPECT_EQ(model::counted_words(*result("strided")->counted).find("counted by running 4 of "), 0U);
}

TEST(Counted, TheCommandLineCountsLabelsAndChecks)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = run_json({"run", "coalescing", "--gpu", "t4", "--counters"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    const auto strided = run.of("strided");
    ASSERT_EQ(at(strided, "/counted/blocks").size(), 4U) << strided.dump(2).substr(0, 2000);
    EXPECT_GT(at(strided, "/counted/grid_blocks"), 4);
    EXPECT_EQ(at(strided, "/measurement/source"), "none");
    const Finished table = spillway({"run", "coalescing", "--gpu", "t4", "--counters"});
    EXPECT_NE(table.output.find("strided: counted by running 4 of "), std::string::npos) << table.output;
    const Finished plain = spillway({"run", "coalescing", "--gpu", "t4"});
    EXPECT_EQ(plain.output.find("counted by running"), std::string::npos) << "not asked for";
    const Finished sweep = spillway({"sweep", "coalescing", "--gpu", "t4", "--counters", "--variant", "strided",
                                     "--axis", "stride=[1,2,4]", "--csv", "-"});
    EXPECT_EQ(sweep.status, 0) << sweep.errors;
    EXPECT_NE(sweep.output.find("4 of "), std::string::npos) << sweep.output;
}

}  // namespace
}  // namespace spillway::commands
