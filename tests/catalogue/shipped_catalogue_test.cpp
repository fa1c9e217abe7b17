// The shipped catalogue loads without an error, and its figures are consistent.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/charts_reader.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/lesson.h"
#include "app/model/claim_link.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::catalogue {
namespace {

std::vector<model::Gpu> shipped_gpus()
{
    auto gpus = load_gpus(source_folder / "assets" / "gpus.json");
    EXPECT_TRUE(gpus) << gpus.error().line();
    return gpus ? *gpus : std::vector<model::Gpu>{};
}

const model::Gpu& gpu_named(const std::vector<model::Gpu>& gpus, const std::string& name)
{
    for (const model::Gpu& gpu : gpus)
        if (gpu.name == name) return gpu;
    ADD_FAILURE() << "no GPU named " << name;
    return gpus.front();
}

/// The three opening charts: speed, occupancy, local memory. An experiment that leaves one out gives a reason, which
/// tests/commands/charts_left_out_test.cpp checks.
TEST(ShippedCatalogue, experiments_open_with_the_three_charts_or_say_why_not)
{
    for (const model::Experiment& experiment : shipped_catalogue().experiments) {
        std::map<ChartRole, int> shown, left_out;
        for (const std::string& metric : experiment.charts) ++shown[chart_role(metric)];
        for (const model::ChartLeftOut& chart : experiment.charts_left_out) ++left_out[chart_role(chart.metric)];
        EXPECT_EQ(left_out[ChartRole::speed], 0) << experiment.name << ": every experiment shows how fast it is";
        EXPECT_EQ(left_out[ChartRole::other], 0) << experiment.name << ": only the three charts need reasons";
        for (const ChartRole role : {ChartRole::speed, ChartRole::occupancy, ChartRole::local_memory})
            EXPECT_TRUE((shown[role] > 0) != (left_out[role] > 0))
                << experiment.name << ": role " << static_cast<int>(role) << " is shown or has a reason, not both";
        for (const model::ChartLeftOut& chart : experiment.charts_left_out)
            EXPECT_EQ(chart.reason.back(), '.') << experiment.name << ": " << chart.reason;
    }
}

TEST(ShippedCatalogue, loads_without_problems)
{
    const auto& catalogue = shipped_catalogue();
    for (const model::Error& problem : catalogue.problems) ADD_FAILURE() << problem.line();
    for (const char* name :
         {"running_mean",      "dynamic_index",   "global_copy",   "address_taken",    "large_struct",
          "trig_slow_path",    "spill_to_shared", "launch_bounds", "call_stack",       "mma_fragment",
          "local_pool",        "cache_policy",    "stencil",       "bank_conflicts",   "latency_ladder",
          "coalescing",        "working_set",     "host_transfer", "texture_locality", "constant_broadcast",
          "register_occupancy"})
        EXPECT_NE(catalogue.find(name), nullptr) << name;
}

TEST(ShippedCatalogue, labels_are_no_identifiers)
{
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const auto* group : {&experiment.parameters, &experiment.knobs})
            for (const model::Parameter& parameter : *group) {
                EXPECT_EQ(parameter.label.find('_'), std::string::npos) << experiment.name << ": " << parameter.label;
                for (const model::Choice& choice : parameter.choices)
                    EXPECT_EQ(choice.words().find('_'), std::string::npos) << experiment.name << ": " << choice.words();
            }
}

TEST(ShippedCatalogue, every_variant_makes_a_job_on_every_gpu)
{
    const std::vector<model::Gpu> gpus = shipped_gpus();
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const model::Variant& variant : experiment.variants)
            for (const model::Gpu& gpu : gpus) {
                const auto job = make_job(experiment, variant, {}, gpu);
                if (gpu.compute_major * 10 + gpu.compute_minor < variant.minimum_compute) {
                    ASSERT_FALSE(job) << experiment.name << " " << variant.name << " on " << gpu.name;
                    EXPECT_NE(job.error().what.find("needs compute capability"), std::string::npos);
                    continue;
                }
                ASSERT_TRUE(job) << experiment.name << " " << variant.name << ": " << job.error().line();
                EXPECT_EQ(job->compile.entry.find('{'), std::string::npos) << job->compile.entry;
                EXPECT_GE(job->threads_per_block(), 32);
            }
}

TEST(ShippedCatalogue, every_experiment_has_a_best_variant_a_lesson_and_a_recording_grid)
{
    for (const model::Experiment& experiment : shipped_catalogue().experiments) {
        int best = 0;
        for (const model::Variant& variant : experiment.variants) best += variant.is_best ? 1 : 0;
        EXPECT_GE(best, 1) << experiment.name;
        EXPECT_GT(experiment.lesson.size(), 800u) << experiment.name;
        EXPECT_FALSE(experiment.recording.empty()) << experiment.name;
        EXPECT_FALSE(experiment.claims.empty()) << experiment.name;
        EXPECT_FALSE(experiment.reference.entry.empty()) << experiment.name;
    }
}

TEST(ShippedCatalogue, every_claim_names_a_known_gpu_and_is_linked_in_the_lesson)
{
    const std::vector<model::Gpu> gpus = shipped_gpus();
    for (const model::Experiment& experiment : shipped_catalogue().experiments) {
        std::set<std::string> linked;
        for (const LessonLink& link : lesson_links(experiment.lesson))
            if (link.target.starts_with("claim:"))
                for (const std::string& id : model::claims_of_link(std::string_view(link.target).substr(6)))
                    linked.insert(id);
        for (const model::Claim& claim : experiment.claims) {
            EXPECT_FALSE(claim_gpus(claim, gpus).empty()) << claim.id;
            EXPECT_EQ(unknown_gpus(claim, gpus), std::vector<std::string>{}) << claim.id;
            EXPECT_FALSE(claim_variants(experiment, claim).empty()) << claim.id;
            EXPECT_TRUE(linked.contains(claim.id)) << experiment.name << ": " << claim.id;
        }
    }
}

/// The text between ```language and ``` in a page.
std::string code_block(const std::string& page, const std::string& language)
{
    const std::size_t begin = page.find("```" + language + "\n") + language.size() + 4;
    return page.substr(begin, page.find("```", begin) - begin);
}

TEST(Documentation, the_worked_example_loads)
{
    std::ifstream file(source_folder / "docs" / "adding-an-experiment.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::string json = code_block(page, "json");
    const auto parsed = parse_experiment(json, "example", code_block(page, "cuda"));
    ASSERT_TRUE(parsed) << parsed.error().line();
    EXPECT_EQ(parsed->name, "strided_read");
    // The page quotes the error of this mistake.
    std::string misspelt = json;
    misspelt.replace(misspelt.find("elements * reads"), 16, "elments * reads");
    const model::Error error = parse_experiment(misspelt, "kernels/strided_read/experiment.json").error();
    EXPECT_NE(page.find(error.line()), std::string::npos) << error.line();
}

TEST(ShippedGpus, have_what_the_calculator_needs_and_a_source)
{
    const std::vector<model::Gpu> gpus = shipped_gpus();
    ASSERT_GE(gpus.size(), 11u);
    for (const model::Gpu& gpu : gpus) {
        EXPECT_FALSE(gpu.source.empty()) << gpu.name;
        EXPECT_EQ(gpu.max_threads_per_sm % gpu.warp_size, 0) << gpu.name;
        EXPECT_LE(gpu.shared_bytes_per_block, gpu.shared_bytes_per_block_optin) << gpu.name;
        EXPECT_EQ(gpu.shared_bytes_per_block_optin + gpu.reserved_shared_bytes_per_block, gpu.shared_bytes_per_sm)
            << gpu.name;
        EXPECT_EQ(gpu.compilable, gpu.compute_major * 10 + gpu.compute_minor >= 75) << gpu.name;
    }
    EXPECT_EQ(gpu_named(gpus, "h200").shared_bytes_per_block_optin, 232448);
    EXPECT_EQ(gpu_named(gpus, "t4").shared_bytes_per_block_optin, 65536);
    EXPECT_EQ(gpu_named(gpus, "rtx5090").arch(), "sm_120");
}

}  // namespace
}  // namespace spillway::catalogue
