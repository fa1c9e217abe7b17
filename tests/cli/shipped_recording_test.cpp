// The recording that comes with the program fits the experiments that come with it, and has the shape of every curve.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "app/base/paths.h"
#include "app/cli/grid.h"
#include "app/results/knowledge.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

const fs::path source = SPILLWAY_SOURCE_DIR;

TEST(ShippedRecording, FitsTheShippedExperiments)
{
    const fs::path file = base::default_recording(source / "assets");
    if (file.empty()) GTEST_SKIP() << "no recording ships: spillway record makes one on a GPU";
    auto knowledge = results::Knowledge::load({{source / "kernels"}, {}, source / "assets/gpus.json"});
    ASSERT_TRUE(knowledge) << knowledge.error().line();
    if (const auto error = knowledge->open_recording(file)) FAIL() << error->line();
    const results::RecordingStatus& status = knowledge->recording()->status();
    EXPECT_FALSE(status.trouble) << status.trouble->line();
    EXPECT_EQ(status.of_changed, 0U);
    EXPECT_EQ(status.of_unknown, 0U);
    EXPECT_EQ(status.current, status.results);

    // Where a learner begins and moves first the coarse points of every curve are there, those of short axes all of
    // them, hardware counters or why there are none included.
    constexpr std::size_t coarse_points = 7;
    std::size_t counted = 0;
    for (const model::Experiment& experiment : knowledge->catalogue().experiments) {
        std::map<std::string, std::size_t> declared, recorded;
        for (const BatchItem& item : recording_items(experiment, status.header.gpu)) {
            if (!item.count) continue;
            ++declared[item.variant->name];
            const auto result = knowledge->recorded({*item.experiment, *item.variant, item.values, status.header.gpu});
            if (!result) continue;
            ++recorded[item.variant->name];
            const model::Measurement& measurement = result->measurement;
            const bool is_measured = measurement.source != model::MeasurementSource::none;
            EXPECT_TRUE(!is_measured || measurement.counters || measurement.counters_reason)
                << experiment.name << "/" << item.variant->name;
            counted += measurement.counters.has_value();
        }
        for (const auto& [variant, points] : declared)
            EXPECT_GE(recorded[variant], std::min(points, coarse_points)) << experiment.name << "/" << variant;
    }
    EXPECT_GT(counted, 0U);
}

TEST(ShippedRecording, WhatIsCalledBestIsTheFastestWhereALearnerBegins)
{
    const fs::path file = base::default_recording(source / "assets");
    if (file.empty()) GTEST_SKIP() << "no recording ships: spillway record makes one on a GPU";
    auto knowledge = results::Knowledge::load({{source / "kernels"}, {}, source / "assets/gpus.json"});
    ASSERT_TRUE(knowledge) << knowledge.error().line();
    if (const auto error = knowledge->open_recording(file)) FAIL() << error->line();
    const model::Gpu& gpu = knowledge->recording()->status().header.gpu;

    constexpr double tie = 1.015;  // two that are as fast as each other take turns in being the first
    for (const model::Experiment& experiment : knowledge->catalogue().experiments) {
        if (experiment.exercise) continue;
        std::map<std::string, double> seconds;  // of what matched
        for (const model::Variant& variant : experiment.variants) {
            const auto result =
                knowledge->recorded({experiment, variant, catalogue::initial_values(experiment, gpu), gpu});
            const bool matched = result && result->verification.status == model::VerificationStatus::matched;
            if (matched && result->measurement.seconds) seconds[variant.name] = result->measurement.seconds->median;
        }
        ASSERT_GE(seconds.size(), 2U) << experiment.name;
        const auto fastest = std::min_element(seconds.begin(), seconds.end(),
                                              [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const model::Variant& variant : experiment.variants) {
            if (!variant.is_best) continue;
            ASSERT_TRUE(seconds.contains(variant.name)) << experiment.name << "/" << variant.name << ": not recorded";
            EXPECT_LE(seconds[variant.name], tie * fastest->second)
                << experiment.name << "/" << variant.name << ": " << fastest->first << " is faster";
        }
    }
}

}  // namespace
}  // namespace spillway::cli
