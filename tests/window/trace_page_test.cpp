// A trace in the window: dropped on it, sorted, closed; what is none is refused with a sentence.

#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/trace/trace_file.h"
#include "app/trace/trace_json.h"
#include "app/window/kit/open_trace.h"
#include "driver.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

trace::TracedKernel kernel(const std::string& name, std::int64_t launches, double median, std::int64_t registers)
{
    trace::TracedKernel made;
    made.name = made.mangled = name;
    for (int i = 0; i < 3; ++i) made.grid[i] = made.block[i] = 1;
    made.grid[0] = 1056;
    made.block[0] = 256;
    made.launches = launches;
    made.streams = 1;
    made.registers = registers;
    made.dynamic_shared_bytes = 8192;
    made.seconds = {median / 2, median, 2 * median, static_cast<double>(launches) * median};
    return made;
}

model::Listing made_listing()
{
    model::Listing listing;
    auto& sass = listing.sass.emplace();
    const auto add = [&](const char* text, int line, bool is_local, int live) {
        model::ListingLine& made = sass.emplace_back(model::ListingLine{text, line, is_local});
        made.live_registers = live;
        made.control = 0x7e2;
        made.offset = 16 * static_cast<std::int64_t>(sass.size() - 1);
    };
    add("    S2R R0, SR_TID.X", 5, false, 2);
    add("    LDG.E R4, [R2]", 5, false, 6);
    add("    LDL R5, [R4]", 5, true, 8);
    add("    STG.E [R2], R5", 5, false, 4);
    add("    EXIT", 6, false, 0);
    listing.local_source_lines = {5};
    model::SourceLineNeeds needs;
    needs.line = 5;
    needs.live_registers = 8;
    listing.source_lines = {needs};
    return listing;
}

trace::Trace made_trace()
{
    trace::Trace trace;
    trace.command = {"./solver", "--steps", "100"};
    trace.date = "2026-11-23T12:00:00Z";
    trace.seconds = 1.25;
    trace.kernels = {kernel("update<float>", 1000, 42.5e-6, 40), kernel("reduce", 100, 8e-6, 24),
                     kernel("fill", 2, 900e-6, 16)};
    trace.kernels[0].occupancy.emplace().theoretical = 0.75;
    trace.kernels[0].code = trace::KernelCode{38, 128, 4096, true};
    trace.kernels[0].code->listing = made_listing();
    trace.kernels[0].code->source = 0;
    trace.sources.emplace().push_back({"/home/ann/solver.cu",
                                       "template <typename T>\n__global__ void update(T* data)\n{\n    T kept[32];\n"
                                       "    data[threadIdx.x] = kept[data[0]];\n}\n"});
    trace.kernels[0].counters = {{"dram__bytes_read.sum", 4.2e6},
                                 {"lts__t_sectors_srcunit_tex_op_read.sum", 131072},
                                 {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 1e6},
                                 {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 131072}};
    for (int i = 0; i < 1102; ++i)
        trace.launches.push_back({i < 1000 ? 0 : i < 1100 ? 1 : 2, i * 50e-6, (i < 1000 ? 40e-6 : 8e-6) + i * 1e-9, 7});
    trace.refused.emplace_back();
    trace.refused[0].name = "too_large";
    trace.refused[0].launches = 1;
    trace.refused[0].reason = "CUDA_ERROR_INVALID_VALUE";
    return trace;
}

class TracePage : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "trace_page_test";
        fs::create_directories(folder);
        Start start;
        start.height = 900;
        start.worker_command = "none";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    }
    void drop(const char* name, const std::string& text)
    {
        std::ofstream(folder / name) << text;
        driver->surface().drop(folder / name);
        driver->frames(4);
    }
    /// The first row of this kernel.
    [[nodiscard]] std::string row_of(const std::string& name)
    {
        const auto& kernels = driver->app().view().trace->trace.kernels;
        const auto found = std::ranges::find(kernels, name, &trace::TracedKernel::name);
        return "trace:kernel:" + std::to_string(found - kernels.begin());
    }
    [[nodiscard]] float top_of(const std::string& name)
    {
        const auto place = driver->app().items().find(row_of(name));
        EXPECT_TRUE(place) << name;
        return place ? place->min.y : 0;
    }
    fs::path folder;
    std::unique_ptr<Driver> driver;
};

TEST_F(TracePage, TwoLaunchShapesOfOneKernelAreTwoRows)
{
    trace::Trace trace = made_trace();
    trace.kernels[2] = trace.kernels[1];
    trace.kernels[2].grid[0] = 64;
    drop("solver.spillway-trace", trace::to_json(trace).dump());
    driver->click("trace:kernel:2");
    driver->frames(2);
    const auto walked = [&] {
        std::set<std::string> keys;
        for (int i = 0; i < 200; ++i) {
            driver->press(Key::tab);
            keys.insert(driver->app().items().focused());
        }
        return keys;
    };
    const auto keys = walked();
    for (const char* key : {"trace:kernel:0", "trace:kernel:1", "trace:kernel:2", "trace:part:Code"})
        EXPECT_TRUE(keys.contains(key)) << key;
}

TEST_F(TracePage, ShowsItsKernelsSortedAndRefusesWhatIsNone)
{
    drop("broken.spillway-trace", "{\"spillway_trace\": 1}");
    EXPECT_NE(driver->app().view().status_notice.find("is not a Spillway trace"), std::string::npos)
        << driver->app().view().status_notice;
    EXPECT_EQ(driver->app().view().trace, nullptr);
    EXPECT_FALSE(driver->app().items().find("tab:trace"));

    drop("solver.spillway-trace", trace::to_json(made_trace()).dump());
    EXPECT_EQ(driver->app().view().tab, "trace");
    EXPECT_LT(top_of("update<float>"), top_of("fill")) << "most time first";
    EXPECT_LT(top_of("fill"), top_of("reduce"));
    driver->keep_picture("trace_page");
    driver->click("trace:sort:median");
    EXPECT_LT(top_of("fill"), top_of("update<float>"));
    driver->click("trace:sort:median");
    EXPECT_LT(top_of("reduce"), top_of("update<float>"));
    driver->click("trace:sort:name");
    EXPECT_LT(top_of("fill"), top_of("reduce"));

    driver->app().items().focus("trace:sort:share", true);
    driver->press(Key::tab);
    driver->frames(2);
    EXPECT_EQ(driver->app().items().focused(), "trace:sort:median");
    driver->press(Key::enter);
    driver->frames(2);
    EXPECT_LT(top_of("update<float>"), top_of("reduce")) << "by the keyboard, most first again";

    drop("again.spillway-trace", "garbage");
    EXPECT_EQ(driver->app().view().tab, "trace") << "what was open stays";
    driver->click("trace:close");
    driver->frames(3);
    EXPECT_NE(driver->app().view().tab, "trace");
    EXPECT_FALSE(driver->app().items().find("tab:trace"));
}

/// One window for all that is shown of a kernel, of the size at which there is least room.
TEST_F(TracePage, ShowsLaunchesMemoryAndCodeOfAKernelAndLosesNoColumn)
{
    Start start;
    start.width = 1280;
    start.height = 720;
    start.worker_command = "none";
    driver = Driver::open(std::move(start));
    ASSERT_TRUE(driver);
    drop("solver.spillway-trace", trace::to_json(made_trace()).dump());
    driver->keep_picture("trace_small");
    for (const char* column : {"name", "share", "median", "launches", "grid", "block", "registers", "local", "shared"})
        EXPECT_TRUE(driver->app().items().find(std::string("trace:sort:") + column)) << column << " is not in sight";

    driver->click("trace:part:Launches");
    driver->frames(3);
    driver->keep_picture("trace_launches");
    const auto chart = driver->app().items().find("trace:chart");
    ASSERT_TRUE(chart);
    EXPECT_GT(driver->colours_in(*chart), 8);

    driver->click("trace:part:Memory");
    driver->frames(3);
    driver->keep_picture("trace_memory");
    EXPECT_TRUE(driver->app().items().find("trace:account"));

    driver->click("trace:part:Code");
    driver->frames(3);
    driver->keep_picture("trace_code");
    EXPECT_TRUE(driver->app().items().find("column:source"));
    EXPECT_TRUE(driver->app().items().find("column:sass"));
    EXPECT_TRUE(driver->app().items().find("code:lane"));

    // Another kernel, of which neither is known.
    driver->click("trace:part:Kernels");
    driver->frames(2);
    driver->click(row_of("fill"));
    driver->click("trace:part:Code");
    driver->frames(3);
    EXPECT_FALSE(driver->app().items().find("column:sass"));
    driver->click("trace:part:Memory");
    driver->frames(3);
    EXPECT_FALSE(driver->app().items().find("trace:account"));
}

}  // namespace
}  // namespace spillway::window
