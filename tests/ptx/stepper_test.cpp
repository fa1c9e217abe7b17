// The trace of one warp, instruction by instruction: lanes, registers, accesses, and searches in it.
#include "app/ptx/stepper.h"

#include <gtest/gtest.h>

#include <cstring>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/emulate/warp_run.h"
#include "app/ptx/reader.h"
#include "app/ptx/specials.h"
#include "tests/ptx/compiled.h"
#include "tests/support/h200.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway {
namespace {

using ptx::StopAt;

// Even threads double their number and odd ones leave it; after a barrier each writes its neighbour's.
constexpr const char* divergent = R"(.version 7.0
.target sm_75
.address_size 64
.file 1 "kernel.cu"
.visible .entry kernel(.param .u64 kernel_param_0)
{
    .reg .pred %p<3>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<5>;
    .shared .align 4 .b8 cells[256];
    .loc 1 10 5
    ld.param.u64 %rd1, [kernel_param_0];
    mov.u32 %r1, %tid.x;
    .loc 1 11 5
    and.b32 %r2, %r1, 1;
    setp.eq.s32 %p1, %r2, 1;
    mov.u32 %r3, %r1;
    @%p1 bra $L__odd;
    .loc 1 12 9
    add.s32 %r3, %r1, %r1;
$L__odd:
    .loc 1 13 5
    shl.b32 %r4, %r1, 2;
    mov.u32 %r5, cells;
    add.s32 %r6, %r5, %r4;
    st.shared.u32 [%r6], %r3;
    bar.sync 0;
    .loc 1 15 5
    xor.b32 %r4, %r4, 128;
    add.s32 %r6, %r5, %r4;
    ld.shared.u32 %r7, [%r6];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r7;
    ret;
}
)";

class Stepping : public testing::Test {
protected:
    void start(const std::string& text, std::int64_t threads, const ptx::StepperOptions& options)
    {
        auto read = ptx::read_module(text);
        ASSERT_TRUE(read) << read.error().what;
        module_ = std::move(*read);
        output_.resize(static_cast<std::size_t>(threads) * 4);
        ptx::Launch launch;
        launch.entry = "kernel";
        launch.grid = {2, 1, 1};
        launch.block = {threads, 1, 1};
        launch.buffers = {{"output", output_}};
        launch.arguments = {{ptx::LaunchArgument::Kind::buffer, {}, 0, 0}};
        auto stepper = ptx::Stepper::start(module_, std::move(launch), options);
        ASSERT_TRUE(stepper) << stepper.error().what;
        stepper_ = std::move(*stepper);
    }
    void run_to_the_end()
    {
        while (stepper_->advance(1000)) {
        }
    }
    const ptx::WarpTrace& trace() { return stepper_->trace(); }
    /// The step that ran the PTX line with these words.
    std::size_t step_of(const std::string& words, const std::string& text)
    {
        int line = 1;
        for (std::size_t i = 0; i < text.find(words); ++i) line += text[i] == '\n' ? 1 : 0;
        for (std::size_t at = 0; at < trace().size(); ++at)
            if (trace().step(at).instruction->line == line) return at;
        ADD_FAILURE() << "no step of " << words;
        return 0;
    }
    std::uint32_t value(std::size_t after, const std::string& name, int lane)
    {
        const ptx::Step& step = trace().step(after);
        const auto registers = ptx::registers_of(*step.function, *step.instruction);
        for (const auto* list : {&registers.written, &registers.read})
            for (const ptx::Register& one : *list) {
                if (one.name != name) continue;
                const auto all = one.bank == ptx::Bank::specials ? trace().specials() : trace().registers_after(after);
                std::uint32_t bits = 0;
                std::memcpy(&bits, all.data() + step.frame + one.offset + 4 * lane, 4);
                return bits;
            }
        ADD_FAILURE() << name << " is not a register of the step";
        return 0;
    }

    ptx::Module module_;
    std::vector<std::byte> output_;
    std::unique_ptr<ptx::Stepper> stepper_;
};

TEST_F(Stepping, RecordsTheLanesOfEachPath)
{
    start(divergent, 64, {});
    run_to_the_end();
    ASSERT_EQ(trace().end(), ptx::TraceEnd::warp_ended);
    const std::size_t branch = step_of("@%p1 bra", divergent);
    EXPECT_TRUE(trace().step(branch).splits);
    EXPECT_EQ(trace().step(branch).active, 0xffffffffU);
    EXPECT_EQ(trace().step(branch).lanes, 0xaaaaaaaaU);
    const std::size_t doubled = step_of("add.s32 %r3", divergent);
    EXPECT_EQ(trace().step(doubled).active, 0x55555555U);
    EXPECT_EQ(trace().step(step_of("shl.b32", divergent)).active, 0xffffffffU);
    EXPECT_EQ(value(doubled, "%r3", 6), 12U);
    EXPECT_EQ(value(doubled, "%r3", 7), 7U) << "it does not take part";
}

TEST_F(Stepping, SearchesForwardAndBackward)
{
    start(divergent, 64, {});
    run_to_the_end();
    const std::size_t branch = step_of("@%p1 bra", divergent), store = step_of("st.shared", divergent),
                      barrier = step_of("bar.sync", divergent), load = step_of("ld.shared", divergent);
    EXPECT_EQ(trace().find(0, StopAt::divergence, true), branch);
    EXPECT_EQ(trace().find(branch, StopAt::divergence, true), std::nullopt);
    EXPECT_EQ(trace().find(0, StopAt::access, true), store) << "a load of a parameter is not an access";
    EXPECT_EQ(trace().find(store, StopAt::access, true), load);
    EXPECT_EQ(trace().find(load, StopAt::access, false), store);
    EXPECT_EQ(trace().find(0, StopAt::barrier, true), barrier);
    EXPECT_EQ(trace().find(3, StopAt::instruction, false), 2U);
    const std::size_t line_11 = *trace().find(0, StopAt::source_line, true);
    EXPECT_EQ(trace().step(line_11).instruction->source_line, 11);
    const std::size_t line_12 = *trace().find(line_11, StopAt::source_line, true);
    EXPECT_EQ(trace().step(line_12).instruction->source_line, 12);
    EXPECT_EQ(trace().find(line_12, StopAt::source_line, false), line_11);
    EXPECT_EQ(trace().find(trace().size() - 1, StopAt::instruction, true), std::nullopt);
    // Values belong to their step, whatever was read before.
    const std::size_t shift = step_of("shl.b32", divergent);
    EXPECT_EQ(value(load, "%r7", 3), 35U) << "thread 35 is odd";
    EXPECT_EQ(value(shift, "%r4", 3), 12U);
    EXPECT_EQ(value(load, "%r6", 3), 140U);
    EXPECT_EQ(trace().writer(load, trace().step(shift).instruction->arguments[0].offset),
              step_of("xor.b32", divergent));
}

TEST_F(Stepping, RecordsEachLanesAddress)
{
    start(divergent, 64, {1, 1});
    run_to_the_end();
    const auto store = trace().accesses(step_of("st.global", divergent));
    ASSERT_EQ(store.size(), 1U);
    EXPECT_EQ(store[0].memory, ptx::SteppedAccess::Memory::global);
    EXPECT_EQ(store[0].buffer, 0);
    EXPECT_EQ(store[0].bytes, 4);
    EXPECT_TRUE(store[0].is_write);
    EXPECT_EQ(store[0].addresses[31], 4 * 63);
    const auto load = trace().accesses(step_of("ld.shared", divergent));
    ASSERT_EQ(load.size(), 1U);
    EXPECT_EQ(load[0].memory, ptx::SteppedAccess::Memory::shared);
    EXPECT_EQ(load[0].addresses[0], 0) << "warp 1 reads what warp 0 wrote";
    std::uint32_t written = 0;
    std::memcpy(&written, output_.data() + 4 * 62, 4);
    EXPECT_EQ(written, 60U);
}

TEST_F(Stepping, ResumesWhereItStopped)
{
    start(divergent, 64, {0, 1});
    std::size_t known = 0;
    while (stepper_->advance(1)) {
        EXPECT_LE(trace().size() - known, 1U);
        known = trace().size();
    }
    const std::size_t size = trace().size();
    start(divergent, 64, {0, 1});
    run_to_the_end();
    EXPECT_EQ(trace().size(), size);
}

TEST_F(Stepping, EndsAtItsLimits)
{
    ptx::StepperOptions few;
    few.max_steps = 5;
    start(divergent, 64, few);
    run_to_the_end();
    EXPECT_EQ(trace().size(), 5U);
    EXPECT_EQ(trace().end(), ptx::TraceEnd::too_long);
    ptx::Launch none;
    none.entry = "kernel";
    none.block = {64, 1, 1};
    none.buffers = {{"output", output_}};
    none.arguments = {{ptx::LaunchArgument::Kind::buffer, {}, 0, 0}};
    EXPECT_FALSE(ptx::Stepper::start(module_, none, {1, 0})) << "there is one block";
    EXPECT_FALSE(ptx::Stepper::start(module_, none, {0, 2})) << "there are two warps";
    EXPECT_FALSE(ptx::Stepper::start(module_, none, {-1, 0}));
}

TEST_F(Stepping, StopsAtAFault)
{
    std::string beyond = divergent;
    beyond.replace(beyond.find("add.s64 %rd3, %rd1, %rd2"), 24, "add.s64 %rd3, %rd1, 4096");
    start(beyond, 64, {0, 1});  // the warp that reaches the barrier last continues first
    run_to_the_end();
    EXPECT_EQ(trace().end(), ptx::TraceEnd::fault);
    ASSERT_EQ(trace().faults().size(), 1U);
    EXPECT_EQ(trace().faults()[0].fault.kind, ptx::FaultKind::out_of_bounds);
    EXPECT_FALSE(trace().faults()[0].is_others);
    const auto at = trace().find(0, StopAt::fault, true);
    ASSERT_EQ(at, step_of("st.global", beyond));
    ASSERT_EQ(trace().accesses(*at).size(), 1U) << "the access at fault is drawn too";
    EXPECT_EQ(trace().accesses(*at)[0].buffer, 0);
}

TEST_F(Stepping, RecordsAnotherWarpsFault)
{
    std::string beyond = divergent;
    beyond.replace(beyond.find("mul.wide.u32 %rd2, %r1, 4"), 25, "mul.wide.u32 %rd2, %r1, 64");
    start(beyond, 64, {0, 0});
    run_to_the_end();
    ASSERT_EQ(trace().end(), ptx::TraceEnd::fault);
    ASSERT_EQ(trace().faults().size(), 1U);
    EXPECT_TRUE(trace().faults()[0].is_others);
}

/// Every experiment at its initial values: the last warp of a block in the middle.
TEST(SteppedExperiments, EachStartsAndEnds)
{
    if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    const model::Gpu gpu = tests::h200();
    std::size_t accesses = 0;
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const model::Variant& variant : experiment.variants) {
            if (!variant.is_kernel()) continue;
            SCOPED_TRACE(experiment.name + "/" + variant.name);
            const auto job = catalogue::make_job(experiment, variant, catalogue::initial_values(experiment, gpu), gpu);
            ASSERT_TRUE(job);
            if (!job->plan) continue;
            const auto code = tests::compile_ptx(job->compile, experiment.source);
            ASSERT_TRUE(code) << code.error().what;
            auto module = ptx::read_module(code->text);
            ASSERT_TRUE(module) << module.error().what;
            ptx::StepperOptions options{emulate::block_count(*job) / 2, emulate::warp_count(*job) - 1};
            const auto begin = std::chrono::steady_clock::now();
            auto run = emulate::WarpRun::start(*job, std::make_shared<const ptx::Module>(std::move(*module)),
                                               code->entry, options);
            ASSERT_TRUE(run) << run.error().what;
            const auto started = std::chrono::steady_clock::now();
            while ((*run)->advance(1 << 20)) {
            }
            const auto ended = std::chrono::steady_clock::now();
            const ptx::WarpTrace& trace = (*run)->trace();
            using ms = std::chrono::duration<double, std::milli>;
            if (std::getenv("SPILLWAY_PRINT_STEPS") != nullptr)
                std::printf("%s/%s: %zu steps, end %d, start %.1f ms, run %.1f ms\n", experiment.name.c_str(),
                            variant.name.c_str(), trace.size(), static_cast<int>(trace.end()),
                            ms(started - begin).count(), ms(ended - started).count());
            EXPECT_GT(trace.size(), 0U);
            EXPECT_TRUE(trace.end() == ptx::TraceEnd::warp_ended || trace.end() == ptx::TraceEnd::too_long);
            if (const auto first = trace.find(0, StopAt::access, true)) accesses += trace.accesses(*first).size();
        }
    EXPECT_GT(accesses, 100U);
}

}  // namespace
}  // namespace spillway
