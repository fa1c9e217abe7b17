// "Run it here": a learner's own kernel on this machine's processor, from the file to the line of its fault.

#include <fstream>

#include <gtest/gtest.h>

#include "app/window/kit/actions.h"
#include "app/window/kit/panel.h"
#include "driver.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* own_kernel = R"(__global__ void scale(const float* in, float* out, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n) out[i] = 2 * tile[255 - threadIdx.x];
}
int main()
{
    const int n = 1000, threads = 256;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    scale<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
}
)";

/// Two faults of one warp: a write that races with the reads of others, and a read that races with the writes.
constexpr const char* two_races = R"(__global__ void scale(const float* in, float* out, int n)
{
    __shared__ float tile[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) tile[threadIdx.x] = in[i];
    if (i < n) out[i] = 2 * tile[255 - threadIdx.x];
}
int main() { scale<<<4, 256>>>(nullptr, nullptr, 1024); }
)";

/// The second kernel's argument has no value: it cannot be launched.
constexpr const char* one_without_launch = R"(struct Pair { float a; int b; };
__global__ void scale(float* out) { out[blockIdx.x * 32 + threadIdx.x] *= 2; }
__global__ void pairs(Pair pair, float* out) { out[threadIdx.x] += pair.a * pair.b; }
int main() { scale<<<4, 32>>>(nullptr); }
)";

class RunHereTest : public testing::Test {
protected:
    void SetUp() override { open(own_kernel); }
    void open(const char* text)
    {
        driver.reset();
        folder = test_home() / "run_here_test";
        fs::create_directories(folder);
        std::ofstream(folder / "scale.cu") << text;
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return driver->session().view().worker().hello.has_value(); });
        if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler here";
        driver->surface().drop(folder / "scale.cu");
        driver->frames(6);
        driver->click("banner");
        driver->until([&] { return is_there("file:here"); });
        driver->until([&] { return driver->session().view().selection().focus == "scale"; });
    }
    /// The line of the step that the fault's link opens in Warp.
    int line_in_warp(std::size_t fault)
    {
        const auto warp_run = [&] { return driver->app().view().warp_desk->run(); };
        driver->app().view().tab = "run_here";
        driver->frames(4);
        driver->click("here:warp" + std::to_string(fault));
        driver->until([&] { return warp_run() != nullptr && warp_run()->trace().end() != ptx::TraceEnd::goes_on; });
        driver->frames(4);
        const WarpDesk& desk = *driver->app().view().warp_desk;
        return warp_run()->trace().step(desk.step(driver->app().view().warp)).instruction->source_line;
    }
    void TearDown() override { driver.reset(); }

    [[nodiscard]] bool is_there(const char* item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] const session::OwnRun* run() const { return driver->session().view().own_run(); }
    void wait_for_run()
    {
        driver->until([&] { return run() != nullptr && !run()->is_running(); });
        driver->frames(4);
    }
    void type_into(const std::string& row, const std::string& text)
    {
        driver->click(row);
        driver->frames(2);
        driver->type(text);
        driver->press(Key::enter);
        driver->frames(2);
        wait_for_run();
    }

    fs::path folder;
    std::unique_ptr<Driver> driver;
};

TEST_F(RunHereTest, AFaultLeadsToItsLineAndSizesMendTheLaunch)
{
    driver->click("file:here");
    wait_for_run();
    EXPECT_EQ(driver->app().view().tab, "run_here");
    ASSERT_TRUE(run()->run) << (run()->error ? run()->error->line() : "");
    ASSERT_EQ(run()->run->faults.size(), 1U);
    EXPECT_EQ(run()->run->faults[0].line, 5);
    EXPECT_EQ(run()->run->faults[0].memory, "in");
    driver->keep_picture("run_here_fault");
    driver->click("here:fault0");
    driver->frames(3);
    EXPECT_EQ(driver->app().view().tab, "code");
    EXPECT_EQ(driver->app().view().source_jump.line, 5);

    driver->click("file:here");
    wait_for_run();
    type_into("here:argument:in", "nonsense");
    EXPECT_FALSE(driver->app().view().entry.error.empty()) << "it is not a size";
    EXPECT_TRUE(run()->settings.arguments.empty());
    driver->press(Key::escape);
    driver->frames(2);
    type_into("here:argument:in", "1024:ramp");
    ASSERT_TRUE(run()->run);
    EXPECT_TRUE(run()->run->faults.empty()) << run()->run->faults.front().sentence;
    EXPECT_EQ(run()->run->buffers.at(1).first_values.at(0), "510");
    EXPECT_EQ(run()->run->counts.global_loads.sectors, 128);
    driver->keep_picture("run_here_clean");
}

TEST_F(RunHereTest, EachOfTwoFaultsLeadsToItsOwnStep)
{
    open(two_races);
    if (IsSkipped()) return;
    driver->click("file:here");
    wait_for_run();
    ASSERT_TRUE(run()->run);
    const std::vector<model::InterpretedFault> faults = run()->run->faults;
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(faults[0].line, 5);
    EXPECT_EQ(faults[1].line, 6);
    for (std::size_t i = 0; i < faults.size(); ++i) EXPECT_EQ(line_in_warp(i), faults[i].line) << faults[i].sentence;
    EXPECT_EQ(line_in_warp(0), faults[0].line) << "back again";
    driver->keep_picture("run_here_two_faults");
}

TEST_F(RunHereTest, AFaultLeadsToItsWarpAndTheResultStays)
{
    driver->click("file:here");
    wait_for_run();
    ASSERT_TRUE(run()->run);
    const model::InterpretedFault fault = run()->run->faults.at(0);
    const auto warp_run = [&] { return driver->app().view().warp_desk->run(); };
    driver->click("here:warp0");
    driver->until([&] { return warp_run() != nullptr && warp_run()->trace().end() != ptx::TraceEnd::goes_on; });
    driver->frames(4);
    EXPECT_EQ(driver->app().view().tab, "warp");
    const WarpDesk& desk = *driver->app().view().warp_desk;
    EXPECT_EQ(desk.blocks(), 4) << "1,000 elements, as the file launches it";
    EXPECT_EQ(desk.block(), fault.block[0]);
    EXPECT_EQ(desk.warp(), fault.thread[0] / 32);
    const auto step = desk.step(driver->app().view().warp);
    EXPECT_EQ(warp_run()->trace().step(step).instruction->source_line, fault.line);
    EXPECT_FALSE(warp_run()->trace().faults().empty());
    driver->keep_picture("run_here_warp");

    driver->click("tab:run_here");  // beside the others: it is there as long as the file is
    driver->frames(4);
    EXPECT_TRUE(is_there("here:fault0")) << "the result is still there";
    type_into("here:argument:in", "1024:ramp");
    ASSERT_TRUE(run()->run);
    ASSERT_TRUE(run()->run->faults.empty());
    driver->app().view().tab = "warp";  // behind More at this width
    driver->until([&] { return warp_run() != nullptr && warp_run()->trace().end() != ptx::TraceEnd::goes_on; });
    EXPECT_TRUE(warp_run()->trace().faults().empty()) << "the warp runs with the launch that was typed";
}

/// The tab said for ever that the warp begins to run.
TEST_F(RunHereTest, TheReasonOfARefusedLaunchStaysAtAnotherPlace)
{
    open(one_without_launch);
    if (IsSkipped()) return;
    ViewState& view = driver->app().view();
    view.tab = "warp";
    const auto show = [&](const char* kernel) {
        driver->session().set_focus(kernel);
        driver->until([&] { return view.warp_desk->run() != nullptr || view.warp_desk->why_none(); });
    };
    show("scale");
    ASSERT_NE(view.warp_desk->run(), nullptr);
    show("pairs");
    driver->until([&] { return view.warp_desk->why_none().has_value(); });
    ASSERT_TRUE(view.warp_desk->why_none());
    show("scale");
    driver->until([&] { return view.warp_desk->run() != nullptr; });
    show_warp_place(driver->session(), view, {1, 0});
    driver->until([&] { return view.warp_desk->run() != nullptr && view.warp_desk->block() == 1; });
    driver->session().set_focus("pairs");
    driver->frames(6);
    driver->settle();
    EXPECT_EQ(view.warp_desk->run(), nullptr);
    EXPECT_TRUE(view.warp_desk->why_none()) << "all is known: the kernel changes together with the place";
}

TEST_F(RunHereTest, WhatRunsIsStoppedByItsButton)
{
    std::ofstream(folder / "scale.cu") << "__global__ void scale(volatile int* a) { while (a[0] == 0) a[1] = 1; }\n";
    driver->until([&] {
        const model::Experiment& file = driver->session().view().experiment();
        return file.source.find("while") != std::string::npos && file.find_variant("scale") != nullptr &&
               driver->session().view().current("scale").state == results::PointState::ready;
    });
    driver->click("file:here");
    driver->until([&] { return run() != nullptr && run()->is_running(); });
    driver->frames(2);
    driver->click("here:run");
    wait_for_run();
    EXPECT_FALSE(run()->run);
    EXPECT_TRUE(run()->error);
}

}  // namespace
}  // namespace spillway::window
