// A page's first charts: a recording draws them before any shipped report is read.

#include <filesystem>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/session/counting_link.h"
#include "tests/session/update_until.h"

namespace spillway::session {
namespace {

/// running_mean without a worker, as a page opens it.
std::unique_ptr<Session> open_first_charts(Requests& requests)
{
    auto session = open_without_worker(requests);
    if (session == nullptr) return nullptr;
    session->request_only_charts(true);
    session->select_experiment("running_mean");
    return session;
}

TEST(FirstCharts, AreRecordedOnesAndReadNoReport)
{
    Requests requests;
    const std::unique_ptr<Session> opened = open_first_charts(requests);
    ASSERT_NE(opened, nullptr);
    Session& session = *opened;
    session.set_gpu("h200");
    const auto is_whole = [&] {
        const Progress progress = session.view().progress();
        return progress.total > 0 && progress.done == progress.total && progress.in_flight == 0;
    };
    ASSERT_TRUE(update_until(session, is_whole));
    EXPECT_EQ(requests.runs, 0);
    for (const results::Curve& curve : session.view().curves())
        for (const results::CurvePoint& point : curve.points) {
            ASSERT_NE(point.result, nullptr) << curve.variant;
            EXPECT_EQ(point.result->measurement.source, model::MeasurementSource::recorded) << curve.variant;
            EXPECT_TRUE(point.result->compile) << curve.variant;
        }
    const std::size_t log_before = session.view().current("local_array").result->compile->log.size();
    session.request_only_charts(false);
    EXPECT_TRUE(update_until(session, [&] { return requests.runs > 0 && is_whole(); }))
        << "afterwards the reports are read";
    const auto after = session.view().current("local_array").result;
    EXPECT_EQ(after->measurement.source, model::MeasurementSource::recorded) << "and the times stay";
    EXPECT_GE(after->compile->log.size(), log_before);
}

/// A setting that was not recorded has no other source than its report.
TEST(FirstCharts, ReadTheReportsOfSettingsThatAreNotRecorded)
{
    Requests requests;
    const std::unique_ptr<Session> opened = open_first_charts(requests);
    ASSERT_NE(opened, nullptr);
    Session& session = *opened;
    session.set_gpu("t4");  // without a recording
    ASSERT_TRUE(update_until(session, [&] {
        const Progress progress = session.view().progress();
        return progress.total > 0 && progress.done == progress.total;
    }));
    EXPECT_GT(requests.runs, 100);
    EXPECT_TRUE(session.view().current("local_array").result->compile);
}

}  // namespace
}  // namespace spillway::session
