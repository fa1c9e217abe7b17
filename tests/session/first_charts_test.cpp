// A page's first charts: a recording draws them before any shipped report is read.

#include <filesystem>
#include <memory>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/worker_client/shipped_link.h"
#include "tests/session/update_until.h"

namespace spillway::session {
namespace {

/// The shipped reports, and how many of them are asked for.
class CountingLink final : public worker_client::Link {
public:
    CountingLink(std::function<void()> wake, int& runs) : reports_(std::move(wake)), runs_(runs) {}

    void use(std::vector<std::string> command) override { reports_.use(std::move(command)); }
    void start() override { reports_.start(); }
    void kill() override { reports_.kill(); }
    void send(protocol::ToWorker message) override
    {
        runs_ += std::holds_alternative<protocol::Run>(message) ? 1 : 0;
        reports_.send(std::move(message));
    }
    void wake_after(double seconds) override { reports_.wake_after(seconds); }
    void check_after(double seconds) override { reports_.check_after(seconds); }
    void watch_folders(std::vector<std::string>, std::filesystem::file_time_type) override {}
    [[nodiscard]] std::vector<Event> take() override { return reports_.take(); }
    void wait(double) override {}
    [[nodiscard]] bool is_shipped() const override { return true; }
    [[nodiscard]] bool may_hang() const override { return false; }
    [[nodiscard]] std::optional<double> seconds_to_next() const override { return reports_.seconds_to_next(); }

private:
    worker_client::ShippedLink reports_;
    int& runs_;
};

/// running_mean without a worker, as a page opens it.
std::unique_ptr<Session> open_first_charts(int& runs)
{
    const std::filesystem::path source = SPILLWAY_SOURCE_DIR;
    Options options;
    options.installed_experiments = source / "kernels";
    options.gpus_file = source / "assets/gpus.json";
    options.open_link = [&](std::function<void()> wake) {
        return std::make_unique<CountingLink>(std::move(wake), runs);
    };
    auto opened = Session::open(std::move(options));
    if (!opened) {
        ADD_FAILURE() << opened.error().line();
        return nullptr;
    }
    (*opened)->request_only_charts(true);
    (*opened)->select_experiment("running_mean");
    return std::move(*opened);
}

TEST(FirstCharts, AreRecordedOnesAndReadNoReport)
{
    int runs = 0;
    const std::unique_ptr<Session> opened = open_first_charts(runs);
    ASSERT_NE(opened, nullptr);
    Session& session = *opened;
    session.set_gpu("h200");
    const auto is_whole = [&] {
        const Progress progress = session.view().progress();
        return progress.total > 0 && progress.done == progress.total && progress.in_flight == 0;
    };
    ASSERT_TRUE(update_until(session, is_whole));
    EXPECT_EQ(runs, 0);
    for (const results::Curve& curve : session.view().curves())
        for (const results::CurvePoint& point : curve.points) {
            ASSERT_NE(point.result, nullptr) << curve.variant;
            EXPECT_EQ(point.result->measurement.source, model::MeasurementSource::recorded) << curve.variant;
            EXPECT_TRUE(point.result->compile) << curve.variant;
        }
    const std::size_t log_before = session.view().current("local_array").result->compile->log.size();
    session.request_only_charts(false);
    EXPECT_TRUE(update_until(session, [&] { return runs > 0 && is_whole(); })) << "afterwards the reports are read";
    const auto after = session.view().current("local_array").result;
    EXPECT_EQ(after->measurement.source, model::MeasurementSource::recorded) << "and the times stay";
    EXPECT_GE(after->compile->log.size(), log_before);
}

/// A setting that was not recorded has no other source than its report.
TEST(FirstCharts, ReadTheReportsOfSettingsThatAreNotRecorded)
{
    int runs = 0;
    const std::unique_ptr<Session> opened = open_first_charts(runs);
    ASSERT_NE(opened, nullptr);
    Session& session = *opened;
    session.set_gpu("t4");  // without a recording
    ASSERT_TRUE(update_until(session, [&] {
        const Progress progress = session.view().progress();
        return progress.total > 0 && progress.done == progress.total;
    }));
    EXPECT_GT(runs, 100);
    EXPECT_TRUE(session.view().current("local_array").result->compile);
}

}  // namespace
}  // namespace spillway::session
