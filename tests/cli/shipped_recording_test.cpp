// The recordings that come with the program fit the experiments that come with it, and have the shape of every curve.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/paths.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/grid.h"
#include "app/results/result_library.h"
#include "tests/support/recorded_on_h200_alone.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

const fs::path source = SPILLWAY_SOURCE_DIR;

/// Names of the shipped recordings.
class ShippedRecording : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override
    {
        auto loaded = results::ResultLibrary::load({source / "kernels", {}, {}, {}, {}, source / "assets/gpus.json"});
        ASSERT_TRUE(loaded) << loaded.error().line();
        library.emplace(std::move(*loaded));
        if (const auto error = library->open_recording(source / "assets/recordings" / (GetParam() + ".spillway")))
            FAIL() << error->line();
    }

    /// True for an experiment that this recording has no results of, and need not have.
    [[nodiscard]] bool is_left_out(const model::Experiment& experiment) const
    {
        return GetParam() != "h200" && tests::recorded_on_h200_alone.contains(experiment.name);
    }
    const results::RecordingStatus& status() { return library->recordings().first()->status(); }
    std::optional<results::ResultLibrary> library;
};

std::vector<std::string> shipped_names()
{
    std::vector<std::string> names;
    for (const fs::path& file : base::shipped_recordings(source / "assets")) names.push_back(file.stem().string());
    return names;
}

INSTANTIATE_TEST_SUITE_P(Of, ShippedRecording, testing::ValuesIn(shipped_names()),
                         [](const auto& one) { return one.param; });

/// Also under knobs that came after it was made: they stood at their initial values.
TEST_P(ShippedRecording, HasValuesAlongEachExperimentsAxis)
{
    const model::Gpu& gpu = status().header.gpu;
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        const model::Values values = catalogue::initial_values(experiment, gpu);
        const std::size_t points = library->recorded_along(experiment, values, experiment.x_axis, gpu).size();
        if (is_left_out(experiment))
            EXPECT_EQ(points, 0U) << experiment.name << " is recorded: take it out of recorded_on_h200_alone";
        else
            EXPECT_GT(points, 2U) << experiment.name;
    }
}

/// So a reader does not look for a setting that has one.
TEST_P(ShippedRecording, SaysThatAnExperimentIsNotInIt)
{
    const model::Gpu& gpu = status().header.gpu;
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        if (!is_left_out(experiment)) continue;
        model::RunResult compiled = model::empty_result(experiment.name, experiment.variants.front().name, {}, gpu);
        compiled.status = model::Status::ok;
        const std::string reason = library->with_recorded(compiled).measurement.reason;
        EXPECT_TRUE(reason.starts_with("the recording of " + gpu.label + " has no result of this experiment"))
            << experiment.name << ": " << reason;
    }
}

TEST_P(ShippedRecording, FitsTheShippedExperiments)
{
    const results::RecordingStatus& status = this->status();
    // At the settings where a learner begins, every curve has its coarse points (all points of short axes), with
    // hardware counters or the reason why there are none.
    constexpr std::size_t coarse_points = 7;
    // The H100's results of register_occupancy lack counters at 114 settings (of three variants), which a claim without
    // counters shares with one that needs them. `record --renew` on an H100 adds them.
    const std::size_t known_uncounted = status.header.gpu.name == "h100" ? 342 : 0;
    std::size_t counted = 0, uncounted = 0;
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        if (is_left_out(experiment)) continue;
        std::map<std::string, std::size_t> declared, recorded;
        for (const BatchItem& item : recording_items(experiment, status.header.gpu)) {
            if (!item.count) continue;
            ++declared[item.variant->name];
            const auto result = library->recorded({*item.experiment, *item.variant, item.values, status.header.gpu});
            if (!result) continue;
            ++recorded[item.variant->name];
            const model::Measurement& measurement = result->measurement;
            const bool is_measured = measurement.source != model::MeasurementSource::none;
            if (is_measured && !measurement.counters && !measurement.counters_reason) {
                EXPECT_TRUE(known_uncounted > 0 && experiment.name == "register_occupancy")
                    << experiment.name << "/" << item.variant->name;
                ++uncounted;
            }
            counted += measurement.counters.has_value();
        }
        for (const auto& [variant, points] : declared)
            EXPECT_GE(recorded[variant], std::min(points, coarse_points)) << experiment.name << "/" << variant;
    }
    EXPECT_GT(counted, 0U);
    EXPECT_EQ(uncounted, known_uncounted);

    // Each experiment's file is read by now.
    EXPECT_FALSE(status.trouble) << status.trouble->line();
    EXPECT_EQ(status.of_changed, 0U);
    EXPECT_EQ(status.of_unknown, 0U);
    EXPECT_EQ(status.current, status.results);
}

/// CUPTI once named them after other kernels, whose code had lain at the same address.
TEST_P(ShippedRecording, SamplesOfWarpsAreOfTheLaunchsOwnCode)
{
    const model::Gpu& gpu = status().header.gpu;
    std::size_t sampled = 0;
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        for (const BatchItem& item : recording_items(experiment, gpu)) {
            const auto result = library->recorded({*item.experiment, *item.variant, item.values, gpu});
            if (!result || !result->measurement.stall_samples || !result->compile) continue;
            ++sampled;
            for (const std::string& name : result->measurement.stall_samples->functions)
                EXPECT_TRUE(std::ranges::any_of(result->compile->functions,
                                                [&](const auto& function) { return function.name == name; }))
                    << experiment.name << "/" << item.variant->name << ": " << name;
        }
    }
    EXPECT_GT(sampled, 4400U);
}

TEST_P(ShippedRecording, WhatIsCalledBestIsTheFastestWhereALearnerBegins)
{
    const model::Gpu& gpu = status().header.gpu;

    constexpr double tie = 1.02;  // two that are as fast as each other take turns in being the first
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        if (experiment.exercise || is_left_out(experiment)) continue;
        std::map<std::string, double> seconds;  // of what matched
        for (const model::Variant& variant : experiment.variants) {
            if (!variant.is_kernel()) continue;  // what the machine can do, not what a kernel of the lesson does
            const auto result =
                library->recorded({experiment, variant, catalogue::initial_values(experiment, gpu), gpu});
            const bool matched = result && result->verification.status == model::VerificationStatus::matched;
            if (matched && result->measurement.seconds) seconds[variant.name] = result->measurement.seconds->median;
        }
        ASSERT_GE(seconds.size(), 2U) << experiment.name;
        const auto fastest = std::min_element(seconds.begin(), seconds.end(),
                                              [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const model::Variant& variant : experiment.variants) {
            if (!variant.is_best || !variant.is_kernel()) continue;
            ASSERT_TRUE(seconds.contains(variant.name)) << experiment.name << "/" << variant.name << ": not recorded";
            EXPECT_LE(seconds[variant.name], tie * fastest->second)
                << experiment.name << "/" << variant.name << ": " << fastest->first << " is faster";
        }
    }
}

}  // namespace
}  // namespace spillway::cli
