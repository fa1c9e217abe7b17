// Texts of a warp's step: lanes, barriers, faults, and rows of values.
#include "app/teaching/warp_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/ptx/reader.h"

namespace spillway::teaching {
namespace {

class WarpSceneTest : public testing::Test {
protected:
    /// Runs a warp of one block. `body`: a line of PTX each, after the declarations of %p1-%p9, %r1-%r9 and %f1-%f9.
    void run(const std::string& body, std::int64_t threads, int warp)
    {
        text_ =
            ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry kernel()\n{\n"
            ".reg .pred %p<10>;\n.reg .b32 %r<10>;\n.reg .f32 %f<10>;\n" +
            body + "ret;\n}\n";
        auto module = ptx::read_module(text_);
        ASSERT_TRUE(module) << module.error().line();
        model::Job job;
        job.block[0] = threads;
        job.plan.emplace();
        ptx::StepperOptions options;
        options.warp = warp;
        auto run =
            emulate::WarpRun::start(job, std::make_shared<const ptx::Module>(std::move(*module)), "kernel", options);
        ASSERT_TRUE(run) << run.error().line();
        run_ = std::move(*run);
        while (run_->advance(100'000)) {
        }
    }
    /// The scene at the first step whose line of PTX has these words.
    WarpScene at(const std::string& words)
    {
        const auto line = 1 + std::count(text_.begin(), text_.begin() + std::ptrdiff_t(text_.find(words)), '\n');
        for (std::size_t step = 0; step < run_->trace().size(); ++step)
            if (run_->trace().step(step).instruction->line == line) return warp_scene(*run_, step, {});
        ADD_FAILURE() << "no step at " << words;
        return {};
    }
    static std::string summary(const WarpScene& scene, const std::string& name)
    {
        for (const WarpRow& row : scene.rows)
            if (row.name == name) return row.summary;
        return "no row " + name;
    }

    std::string text_;
    std::unique_ptr<emulate::WarpRun> run_;
};

TEST_F(WarpSceneTest, ALaneWithoutAThreadHasNotEnded)
{
    run("mov.u32 %r1, %tid.x;\n", 48, 1);
    EXPECT_EQ(at("mov.u32 %r1").sentence, "16 lanes execute this instruction: the others have no thread.");
    EXPECT_EQ(at("mov.u32 %r1").threads, 0xffffU);
    run("mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 36;\n@%p1 exit;\nmov.u32 %r2, 1;\n", 48, 1);
    EXPECT_EQ(at("mov.u32 %r2").sentence,
              "12 lanes execute this instruction: the others have ended or have no thread.");
    run("mov.u32 %r1, %tid.x;\n", 48, 0);
    EXPECT_EQ(at("mov.u32 %r1").sentence, "All 32 lanes execute this instruction.");
}

TEST_F(WarpSceneTest, LanesThatDoNotExecuteHaveAReason)
{
    run("mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 4;\nsetp.gt.u32 %p2, %r1, 99;\n@%p1 mov.u32 %r2, 1;\n"
        "@%p2 mov.u32 %r3, 1;\n@%p1 exit;\nmov.u32 %r4, 1;\n",
        32, 0);
    EXPECT_EQ(at("mov.u32 %r2").sentence, "4 lanes execute this instruction: those whose predicate is true.");
    EXPECT_EQ(at("mov.u32 %r3").sentence, "No lane executes this instruction: its predicate is false in every lane.");
    EXPECT_EQ(at("mov.u32 %r4").sentence, "28 lanes execute this instruction: the others have ended.");
}

TEST_F(WarpSceneTest, ABarrierIsWaitedForAsItsOperandsSay)
{
    run("mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 99;\n@%p1 bar.sync 1;\nbar.sync 2;\nbar.arrive 3, 64;\n"
        "bar.sync 3, 32;\n",
        32, 0);
    EXPECT_EQ(at("bar.sync 1").sentence, "No lane executes this instruction: its predicate is false in every lane.");
    EXPECT_EQ(at("bar.sync 2").sentence, "The warp waits until all warps of the block have arrived at the barrier.");
    EXPECT_EQ(at("bar.arrive").sentence, "The warp arrives at the barrier and continues.");
    EXPECT_EQ(at("bar.sync 3").sentence,
              "The warp waits until the given number of threads has arrived at the barrier.");
}

/// The warp's own deadlock was said to be another warp's.
TEST_F(WarpSceneTest, ADeadlockIsThatOfTheWarpThatWaits)
{
    const std::string two_barriers =
        "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bra $first;\nbar.sync 2, 64;\nbra $end;\n"
        "$first:\nbar.sync 1, 64;\n$end:\n";
    run(two_barriers, 64, 0);
    const WarpScene own = at("bar.sync 1");
    EXPECT_TRUE(own.is_fault);
    EXPECT_EQ(own.sentence.find("Thread (0,0,0) of block (0,0,0) waits at a barrier"), 0U) << own.sentence;
    EXPECT_EQ(own.faulting, 1U);
    run(two_barriers, 64, 1);
    const WarpScene other = at("bar.sync 2");
    EXPECT_EQ(other.sentence.find("In another warp: thread (0,0,0)"), 0U) << other.sentence;
    EXPECT_EQ(other.faulting, 0U);
}

TEST_F(WarpSceneTest, ASummaryIsTrueOfTheValuesAndNotOfTheirTexts)
{
    run("mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 7;\nadd.s32 %r3, %r1, 12341;\ncvt.rn.f32.s32 %f1, %r3;\n"
        "sub.s32 %r9, %r1, 2;\nmin.u32 %r7, %r9, -1;\ncvt.rn.f32.s32 %f2, %r1;\nmul.f32 %f2, %f2, 0f2B8CBCCC;\n"
        "mul.f32 %f3, %f2, %f2;\n"
        "or.b32 %r4, %r1, -2147483648;\nmul.lo.s32 %r5, %r1, %r1;\nsub.s32 %r6, %r1, %r1;\n",
        32, 0);
    EXPECT_EQ(summary(at("add.s32 %r2"), "%r2"), "7, 8 … 38");
    EXPECT_EQ(summary(at("cvt.rn"), "%f1"), "") << "four digits are alike, the values are not";
    EXPECT_EQ(summary(at("or.b32"), "%r4"), "80000000, 80000001 … 8000001f");
    EXPECT_EQ(summary(at("min.u32"), "%r7"), "") << "unsigned, as its texts are";
    EXPECT_EQ(summary(at("mul.f32 %f3"), "%f3"), "") << "small, but not evenly spaced";
    EXPECT_EQ(summary(at("mul.lo"), "%r5"), "");
    EXPECT_EQ(summary(at("sub.s32 %r6"), "%r6"), "0 in every lane");
}

}  // namespace
}  // namespace spillway::teaching
