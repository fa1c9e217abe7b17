// Each variant of each experiment, at a small size: in the interpreter its output equals that of the reference.
#include <cctype>
#include <map>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/emulate/output_check.h"
#include "app/ptx/reader.h"
#include "tests/ptx/compiled.h"
#include "tests/support/h200.h"
#include "tests/support/sample.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway {
namespace {

/// A GPU with few SMs, because many grids are a multiple of their number.
model::Gpu small_gpu()
{
    model::Gpu gpu = tests::h200();
    gpu.sm_count = 4;
    gpu.l2_bytes = 1 << 20;
    return gpu;
}

/// Sizes at which a variant has little work, but still more than one block.
model::Values small_values(const model::Experiment& experiment, const model::Gpu& gpu)
{
    static const std::map<std::string, model::Values> of_experiment{
        {"async_copy",
         {{"elements", std::int64_t{131072}}, {"tile_kib", std::int64_t{8}}, {"rounds", std::int64_t{2}}}},
        {"atomics", {{"elements", std::int64_t{12000}}}},
        {"cluster_dsmem",
         {{"elements", std::int64_t{32}}, {"table_kib", std::int64_t{32}}, {"cluster", std::int64_t{4}}}},
        {"cluster_latency", {{"elements", std::int64_t{16}}, {"cluster", std::int64_t{4}}}},
        {"l2_persistence", {{"elements", std::int64_t{2}}, {"hot_mib", std::int64_t{1}}}},
        {"latency_ladder", {{"elements", std::int64_t{64}}}},
        {"matmul", {{"elements", std::int64_t{150}}}},
        {"mma_fragment", {{"elements", std::int64_t{64}}, {"steps", std::int64_t{8}}}},
        {"register_budget", {{"elements", std::int64_t{3}}, {"sums", std::int64_t{40}}}},
        {"texture_locality", {{"elements", std::int64_t{131072}}}},
        {"transpose", {{"elements", std::int64_t{150}}}},
        {"unrolling", {{"elements", std::int64_t{512}}}},
        {"working_set", {{"elements", std::int64_t{2048}}, {"working_set_kib", std::int64_t{64}}}},
        {"write_through", {{"elements", std::int64_t{4}}}}};
    model::Values values = catalogue::processor_values(experiment, gpu);
    const auto smaller = of_experiment.find(experiment.name);
    if (smaller != of_experiment.end())
        for (const auto& [name, value] : smaller->second) values[name] = value;
    else if (const auto elements = values.find("elements"); elements != values.end() && !values.contains("block_size"))
        elements->second = std::min(std::get<std::int64_t>(elements->second), std::int64_t{4096});
    return values;
}

struct Row {
    std::string experiment, variant;
};
void PrintTo(const Row& row, std::ostream* out)
{
    *out << row.experiment << "/" << row.variant;
}

std::vector<Row> rows()
{
    std::vector<Row> all;
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const model::Variant& variant : experiment.variants)
            if (variant.is_kernel()) all.push_back({experiment.name, variant.name});
    return all;
}

class EachVariant : public testing::TestWithParam<Row> {};

TEST_P(EachVariant, MatchesItsReference)
{
    if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    const model::Gpu gpu = small_gpu();
    const model::Experiment* experiment = nullptr;
    for (const model::Experiment& each : shipped_catalogue().experiments)
        if (each.name == GetParam().experiment) experiment = &each;
    ASSERT_NE(experiment, nullptr);
    const model::Variant& variant = *experiment->find_variant(GetParam().variant);
    const auto job = catalogue::make_job(*experiment, variant, small_values(*experiment, gpu), gpu);
    ASSERT_TRUE(job) << job.error().line();
    const auto code = tests::compile_ptx(job->compile, experiment->source);
    ASSERT_TRUE(code) << code.error().line();
    std::int64_t bytes = 0;
    for (const model::PlannedBuffer& buffer : job->plan->buffers) bytes += buffer.bytes();
    if (!job->plan->reference || bytes > std::int64_t{64} << 20) {
        const auto module = ptx::read_module(code->text);
        ASSERT_TRUE(module) << module.error().line();
        emulate::RunOptions options;
        options.max_blocks = 2;
        const auto done = emulate::run_kernel(*job, emulate::Which::variant, *module, code->entry,
                                              emulate::initial_buffers(*job->plan), options);
        ASSERT_TRUE(done) << done.error().line();
        EXPECT_FALSE(done->result.fault) << ptx::sentence(*done->result.fault);
        return;
    }
    const auto reference = tests::compile_ptx(tests::reference_request(*job), experiment->source);
    ASSERT_TRUE(reference) << reference.error().line();
    emulate::RunOptions options;
    const auto check =
        emulate::check_output(*job, {code->text, code->entry}, {reference->text, reference->entry}, {}, options);
    EXPECT_EQ(check.outcome, emulate::Outcome::matched) << check.detail;
}
SPILLWAY_SAMPLED_SUITE(EachVariant, rows(), 8, [](const auto& each) {
    std::string name = each.param.experiment + "_" + each.param.variant;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
});

}  // namespace
}  // namespace spillway
