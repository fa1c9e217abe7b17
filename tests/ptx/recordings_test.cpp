// Counts of the interpreter beside a GPU's: requests, sectors and bank conflicts of the first blocks, scaled to the
// grid, against the recording of the same setting. Only the two experiments whose compared counters are all equal are
// here. Others differ, by 0.006 to 1.5 % mostly and sometimes by much more; their causes are not known yet.
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/emulate/kernel_run.h"
#include "app/ptx/reader.h"
#include "app/results/job_key_cache.h"
#include "app/results/recorded_results.h"
#include "tests/ptx/compiled.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway {
namespace {

using Counters = std::map<std::string, double>;

constexpr std::int64_t sampled_blocks = 4;

/// Memory of zeros that is there once it is touched.
class Zeros {
public:
    explicit Zeros(std::size_t bytes) : memory_(std::calloc(bytes > 0 ? bytes : 1, 1), &std::free), bytes_(bytes) {}
    [[nodiscard]] std::span<std::byte> bytes() const { return {static_cast<std::byte*>(memory_.get()), bytes_}; }

private:
    std::unique_ptr<void, void (*)(void*)> memory_;
    std::size_t bytes_;
};

Counters counters_of(const ptx::Counts& counts, double scale)
{
    const auto named = [&](const std::string& space, const char* way, const ptx::AccessCount& of, Counters& to) {
        const std::string pipe = "_pipe_lsu_mem_" + space + "_op_" + way + ".sum";
        to["l1tex__t_requests" + pipe] = static_cast<double>(of.requests) * scale;
        to["l1tex__t_sectors" + pipe] = static_cast<double>(of.sectors) * scale;
    };
    Counters made;
    named("global", "ld", counts.global_loads, made);
    named("global", "st", counts.global_stores, made);
    named("local", "ld", counts.local_loads, made);
    named("local", "st", counts.local_stores, made);
    made["l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"] =
        static_cast<double>(counts.shared_loads.conflicts + counts.shared_stores.conflicts) * scale;
    return made;
}

class Recorded : public testing::TestWithParam<std::string> {};

TEST_P(Recorded, CountsAreTheGpus)
{
    if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    auto recording = results::RecordedResults::load(source_folder / "assets/recordings/h200.spillway");
    ASSERT_TRUE(recording) << recording.error().line();
    recording->read_part(GetParam());
    const model::Gpu gpu = recording->gpu();
    const model::Experiment* experiment = nullptr;
    for (const model::Experiment& each : shipped_catalogue().experiments)
        if (each.name == GetParam()) experiment = &each;
    ASSERT_NE(experiment, nullptr);
    int compared = 0;
    for (const model::Variant& variant : experiment->variants) {
        if (!variant.is_kernel()) continue;
        const model::Values values = catalogue::initial_values(*experiment, gpu);
        const auto job = results::hashed_job_of({*experiment, variant, values, gpu});
        ASSERT_TRUE(job) << job.error().line();
        const auto recorded = recording->find(experiment->name, job->job_hash);
        if (!recorded || !recorded->measurement.counters) continue;
        const auto code = tests::compile_ptx(job->job.compile, experiment->source);
        ASSERT_TRUE(code) << code.error().line();
        const auto module = ptx::read_module(code->text);
        ASSERT_TRUE(module) << module.error().line();
        std::vector<Zeros> memory;
        std::vector<std::span<std::byte>> buffers;
        for (const model::PlannedBuffer& buffer : job->job.plan->buffers)
            memory.emplace_back(static_cast<std::size_t>(buffer.bytes()));
        for (const Zeros& each : memory) buffers.push_back(each.bytes());
        emulate::RunOptions options;
        options.most_blocks = sampled_blocks;
        options.finds_races = false;
        const auto done = emulate::run_on(job->job, emulate::Which::variant, *module, code->entry, buffers, options);
        ASSERT_TRUE(done) << done.error().line();
        ASSERT_FALSE(done->fault) << ptx::sentence(*done->fault);
        const double blocks = static_cast<double>(job->job.grid[0] * job->job.grid[1] * job->job.grid[2]);
        const Counters counted = counters_of(done->counts, blocks / static_cast<double>(done->counts.blocks));
        for (const auto& [name, value] : counted) {
            const auto of_gpu = recorded->measurement.counters->find(name);
            if (of_gpu == recorded->measurement.counters->end()) continue;
            ++compared;
            EXPECT_DOUBLE_EQ(value, of_gpu->second) << variant.name << ": " << name;
        }
    }
    EXPECT_GT(compared, 0);
}
INSTANTIATE_TEST_SUITE_P(All, Recorded, testing::Values("bank_conflicts", "coalescing"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace spillway
