// The recording that comes with the program fits the experiments that come with it, and shows three full charts at once.

#include <gtest/gtest.h>

#include <filesystem>

#include "app/cli/grid.h"
#include "app/session/knowledge.h"
#include "app/session/paths.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

const fs::path source = SPILLWAY_SOURCE_DIR;

TEST(ShippedRecording, FitsTheShippedExperiments)
{
    const fs::path file = session::default_recording(source / "assets");
    if (file.empty()) GTEST_SKIP() << "no recording ships: spillway record makes one on a GPU";
    auto knowledge = session::Knowledge::load({{source / "kernels"}, {}, source / "assets/gpus.json"});
    ASSERT_TRUE(knowledge) << knowledge.error().line();
    if (const auto error = knowledge->open_recording(file)) FAIL() << error->line();
    const session::RecordingStatus& status = knowledge->recording()->status();
    EXPECT_FALSE(status.trouble) << status.trouble->line();
    EXPECT_EQ(status.of_changed, 0U);
    EXPECT_EQ(status.of_unknown, 0U);
    EXPECT_EQ(status.current, status.results);

    // Where a learner begins and moves first everything is there, hardware counters or why there are none included.
    std::size_t counted = 0;
    for (const model::Experiment& experiment : knowledge->catalogue().experiments) {
        for (const BatchItem& item : recording_items(experiment, status.header.gpu)) {
            if (!item.count) continue;
            const auto result = knowledge->recorded({*item.experiment, *item.variant, item.values, status.header.gpu});
            ASSERT_TRUE(result) << experiment.name << "/" << item.variant->name << " is not recorded";
            const model::Measurement& measurement = result->measurement;
            const bool is_measured = measurement.source != model::MeasurementSource::none;
            EXPECT_TRUE(!is_measured || measurement.counters || measurement.counters_reason)
                << experiment.name << "/" << item.variant->name;
            counted += measurement.counters.has_value();
        }
    }
    EXPECT_GT(counted, 0U);
}

}  // namespace
}  // namespace spillway::cli
