// Every line that is painted joins points of one setting. A stand-in worker makes that visible: a configuration's
// registers depend on everything but the x axis, so within one setting every line of that chart is level.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "app/charts/layout.h"
#include "app/charts/metric_chart.h"
#include "app/session/session.h"
#include "tests/session/update_until.h"
#include "tests/support/scratch_folder.h"

namespace spillway::charts {
namespace {

namespace fs = std::filesystem;
using session::Session;
using session::SessionView;

class OneSetting : public testing::Test {
protected:
    void SetUp() override { setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1); }
    void TearDown() override { fs::remove_all(folder_); }

    static std::unique_ptr<Session> open()
    {
        session::Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = STAND_IN_WORKER " registers_tell_the_setting";
        auto session = Session::open(std::move(options));
        EXPECT_TRUE(session) << session.error().line();
        return std::move(*session);
    }

    /// Looks at every line of the chart of registers; gives how many there were.
    static int expect_level_lines(const SessionView& session)
    {
        const ChartInput input{session.experiment(),
                               session.curves(),
                               session.selection().x_axis,
                               session.selection().values,
                               session.selection().focus,
                               {},
                               &session.gpu(),
                               {}};
        const Drawing drawing =
            layout(metric_chart(input, "registers"), {480, 320}, ChartStyle::document(), EstimatedTextMeasure());
        int lines = 0;
        for (const Primitive& primitive : drawing.primitives) {
            const auto* line = std::get_if<Polyline>(&primitive);
            if (line == nullptr || line->colour.role != ColourRole::series || line->points.size() < 2) continue;
            ++lines;
            for (std::size_t i = 1; i < line->points.size(); ++i)
                EXPECT_NEAR(line->points[i].y, line->points[i - 1].y, 1e-6)
                    << "a segment joins two settings at x " << line->points[i].x;
        }
        return lines;
    }

    /// Looks at every state on the way until so many points of the setting are known.
    static void fill(Session& session, int points)
    {
        ASSERT_TRUE(session::update_until(session, [&] {
            expect_level_lines(session.view());
            return session.view().progress().done >= std::min(points, session.view().progress().total);
        }));
    }

    fs::path folder_ = scratch_folder("one-setting");
};

TEST_F(OneSetting, NoPaintedSegmentJoinsTwoSettings)
{
    auto session = open();
    fill(*session, 1000);
    EXPECT_GT(expect_level_lines(session->view()), 0);

    // "Cap the registers at 32", seen at every step while the new curve fills.
    ASSERT_FALSE(session->set_values({{"register_cap", std::int64_t{32}}}));
    bool has_ghost = false;
    for (const results::Curve& curve : session->view().curves()) has_ghost = has_ghost || !curve.ghost.empty();
    EXPECT_TRUE(has_ghost) << "the old curve stands behind the new one";
    EXPECT_GT(expect_level_lines(session->view()), 0) << "and is painted";
    fill(*session, 40);

    // A drag passes settings that hardly begin.
    for (std::int64_t block = 64; block <= 512; block += 32) {
        ASSERT_FALSE(session->set_values({{"block_size", block}}, session::Edit::dragging));
        fill(*session, 2);
    }
    fill(*session, 1000);
    for (const results::Curve& curve : session->view().curves())
        EXPECT_TRUE(curve.ghost.empty()) << "the new one is whole";
}

TEST_F(OneSetting, WhatBelongsToAnotherGpuGoesAtOnce)
{
    auto session = open();
    fill(*session, 1000);
    session->set_gpu("t4");
    for (const results::Curve& curve : session->view().curves()) {
        EXPECT_TRUE(curve.ghost.empty());
        for (const results::CurvePoint& point : curve.points)
            EXPECT_TRUE(point.result == nullptr || point.result->gpu_name == "t4");
        const auto& now = session->view().current(curve.variant);
        EXPECT_TRUE(now.result == nullptr || now.result->gpu_name == "t4");
    }
    EXPECT_EQ(session->view().listing(), nullptr);
    fill(*session, 1000);
}

}  // namespace
}  // namespace spillway::charts
