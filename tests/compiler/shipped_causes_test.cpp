// Causes of the local memory of every variant of every experiment at its defaults.

#include <map>

#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile.h"
#include "tests/compiler/causes.h"
#include "tests/support/sample.h"
#include "tests/support/source_folder.h"

namespace spillway::compiler {
namespace {

/// By "experiment/variant arch"; all others have nothing in local memory. See in_words().
const std::map<std::string, std::string> expected = {
    {"address_taken/escaped_pointer sm_75", "address_taken 16 pack 57"},
    {"address_taken/escaped_pointer sm_90", "address_taken 16 pack 57"},
    {"cache_policy/evict_first sm_75", "spill 312 - 33"},
    {"cache_policy/evict_first sm_90", "spill 312 - 33"},
    {"cache_policy/l2_only sm_75", "spill 312 - 33"},
    {"cache_policy/l2_only sm_90", "spill 312 - 33"},
    {"cache_policy/plain sm_75", "spill 312 - 33"},
    {"cache_policy/plain sm_90", "spill 312 - 33"},
    {"call_stack/recursion sm_75", "call_stack 24 value_from 73"},
    {"call_stack/recursion sm_90", "call_stack 24 value_from 73"},
    {"dynamic_index/run_time sm_75", "dynamic_index 16 balance 50"},
    {"dynamic_index/run_time sm_90", "dynamic_index 16 balance 50"},
    {"dynamic_index/run_time_loop sm_75", "dynamic_index 0 balance 65"},
    {"dynamic_index/run_time_loop sm_90", "dynamic_index 0 balance 65"},
    {"latency_ladder/local sm_75", "dynamic_index 256 chain 101"},
    {"latency_ladder/local sm_90", "dynamic_index 256 chain 101"},
    {"local_pool/first sm_75", "dynamic_index 16384 slots 16"},
    {"local_pool/first sm_90", "dynamic_index 16384 slots 16"},
    {"local_pool/later_keep sm_75", "dynamic_index 16384 slots 16"},
    {"local_pool/later_keep sm_90", "dynamic_index 16384 slots 16"},
    {"local_pool/later_release sm_75", "dynamic_index 16384 slots 16"},
    {"local_pool/later_release sm_90", "dynamic_index 16384 slots 16"},
    {"mma_fragment/run_time_index sm_75", "dynamic_index 32 columns 80, dynamic_index 128 sums 81"},
    {"mma_fragment/run_time_index sm_90", "dynamic_index 32 columns 80, dynamic_index 128 sums 81"},
    {"register_occupancy/whole_row sm_75", "spill 968 - 20"},
    {"register_occupancy/whole_row sm_90", "spill 936 - 20"},
    {"running_mean/local_array sm_75", "dynamic_index 128 window 34"},
    {"running_mean/local_array sm_90", "dynamic_index 128 window 34"},
    {"running_mean/zero_offset sm_75", "dynamic_index 128 window 53"},
    {"running_mean/zero_offset sm_90", "dynamic_index 128 window 53"},
    {"parameters/escapes sm_75", "parameter_copy 128 weights 37"},
    {"parameters/escapes sm_90", "parameter_copy 128 weights 37"},
    {"parameters/run_time_index sm_75", "parameter_copy 0 weights 24"},
    {"parameters/run_time_index sm_90", "parameter_copy 0 weights 24"},
    {"parameters/written sm_75", "parameter_copy 128 weights 74"},
    {"parameters/written sm_90", "parameter_copy 128 weights 74"},
    {"spill_to_shared/local sm_75", "spill 408 - 26"},
    {"spill_to_shared/local sm_90", "spill 416 - 26"},
    {"spill_to_shared/shared sm_75", "spill 360 - 26"},
    {"spill_to_shared/shared sm_90", "spill 360 - 26"},
    {"trig_slow_path/sin sm_75", "library_function 40 sin 41"},
    {"trig_slow_path/sin sm_90", "library_function 40 sin 41"},
    {"trig_slow_path/sinf sm_75", "library_function 0 sinf 26"},
    {"trig_slow_path/sinf sm_90", "library_function 0 sinf 26"},
    {"write_through/local sm_75", "dynamic_index 72 own 32"},
    {"write_through/local sm_90", "dynamic_index 72 own 32"},
    {"write_through/local_read_only sm_75", "dynamic_index 72 own 32"},
    {"write_through/local_read_only sm_90", "dynamic_index 72 own 32"},
};

class ShippedCauses : public CausesOf, public testing::WithParamInterface<std::string> {};

TEST_P(ShippedCauses, are_known_for_every_variant)
{
    const catalogue::Catalogue catalogue =
        catalogue::load_catalogue({source_folder / "kernels" / GetParam(), model::Place::installed});
    ASSERT_EQ(catalogue.experiments.size(), 1U);
    const model::Experiment& experiment = catalogue.experiments.front();
    const auto gpus = catalogue::load_gpus(source_folder / "assets" / "gpus.json");
    ASSERT_TRUE(gpus);
    for (const model::Gpu& gpu : *gpus) {
        if (gpu.name != "h200" && gpu.name != "t4") continue;
        for (const model::Variant& variant : experiment.variants) {
            if (gpu.compute_major * 10 + gpu.compute_minor < variant.minimum_compute) continue;
            const auto job = catalogue::make_job(experiment, variant, {}, gpu);
            ASSERT_TRUE(job) << job.error().line();
            if (job->compile.entry.empty()) continue;  // a copy by the driver
            const CausesAnswer answer = find_causes(service_, job->compile, catalogue::source_text(experiment));
            ASSERT_FALSE(answer.error) << answer.error->line();
            const std::string name = experiment.name + "/" + variant.name + " " + gpu.arch();
            const auto found = expected.find(name);
            EXPECT_EQ(in_words(answer.causes), found == expected.end() ? "" : expected_here(found->second)) << name;

            const Compiled compiled = *service_.get(job->compile, catalogue::source_text(experiment)).compiled;
            for (const model::FunctionReport& function : compiled.report.functions)
                EXPECT_EQ(bytes_of(answer.causes, function.name), function.stack_frame_bytes)
                    << name << " " << function.name;
        }
    }
}

std::vector<std::string> experiments()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder / "kernels"))
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());  // the sample is the same on every machine
    return names;
}

SPILLWAY_SAMPLED_SUITE(ShippedCauses, experiments(), 6, [](const auto& name) { return name.param; });

}  // namespace
}  // namespace spillway::compiler
