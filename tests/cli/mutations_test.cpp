// The claims of every lesson can break: nearly every change of a recorded number that they speak of is noticed.

#include "app/cli/mutations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/results/result_library.h"

namespace spillway::cli {
namespace {

const std::filesystem::path folder = SPILLWAY_SOURCE_DIR;
constexpr double enough = 0.95, enough_without_compiler = 0.9;

/// A recording's results at the claim's settings; a claim without them stays unknown.
AskedClaim asked_of_recording(results::ResultLibrary& library, const model::Experiment& experiment,
                              const model::Claim& claim, const model::Gpu& named, const model::Gpu& gpu)
{
    AskedClaim asked{&experiment, &claim, &named, gpu, {}};
    for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim)) {
        model::Values values = catalogue::initial_values(experiment, gpu);
        for (const auto& [name, value] : run.set) values[name] = value;
        if (const auto known = library.recorded({experiment, *run.variant, values, gpu}))
            asked.results.push_back(*known);
    }
    return asked;
}

TEST(Mutations, NearlyEveryChangeOfARecordingBreaksAClaimOfItsLesson)
{
    auto library = results::ResultLibrary::load({folder / "kernels", {}, {}, {}, {}, folder / "assets/gpus.json"});
    ASSERT_TRUE(library) << library.error().line();
    (void)library->open_recording_or_default({});
    int looked_at = 0, exchanges = 0, exchanges_noticed = 0;
    for (const model::Experiment& experiment : library->catalogue().experiments) {
        if (experiment.exercise) continue;
        std::vector<AskedClaim> asked;
        for (const model::Claim& claim : experiment.claims)
            for (const model::Gpu* named : catalogue::claim_gpus(claim, library->table()))
                if (const auto gpu = library->choose_gpu(named->name); gpu && library->is_recorded(gpu->name))
                    asked.push_back(asked_of_recording(*library, experiment, claim, *named, *gpu));
        const MutationScore score = mutate_claims(experiment, asked);
        const MutationCount& numbers = score.numbers;
        if (numbers.changes == 0) continue;
        ++looked_at;
        exchanges += score.mechanisms.changes;
        exchanges_noticed += score.mechanisms.noticed;
        std::string unnoticed;
        for (const std::string& each : numbers.unnoticed) unnoticed += "\n    " + each;
        // This test has no compiler, so some claims stay unknown. `check --mutate` has one, and notices more changes.
        EXPECT_LE(numbers.changes - numbers.noticed, std::max<int>(2, static_cast<int>((1 - enough) * numbers.changes)))
            << experiment.name << ": " << numbers.noticed << " of " << numbers.changes
            << " changes noticed; not:" << unnoticed;
        EXPECT_TRUE(score.causeless.empty())
            << experiment.name << ": holds without its cause: " << score.causeless.front();
        EXPECT_TRUE(score.idle_claims.empty()) << experiment.name << ": no change breaks " << score.idle_claims.front();
    }
    // Without a compiler, the claims that tell two variants' machine code apart are not all here.
    EXPECT_GE(exchanges_noticed, enough_without_compiler * exchanges) << exchanges_noticed << " of " << exchanges;
    EXPECT_GE(looked_at, 20) << "too few lessons with recordings";
}

}  // namespace
}  // namespace spillway::cli
