// A trace in the window: dropped on it, sorted, closed; what is none is refused with a sentence.

#include <fstream>

#include <gtest/gtest.h>

#include "app/trace/trace_file.h"
#include "app/trace/trace_json.h"
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
    [[nodiscard]] float top_of(const std::string& name)
    {
        const auto place = driver->app().items().find("trace:kernel:" + name);
        EXPECT_TRUE(place) << name;
        return place ? place->min.y : 0;
    }
    fs::path folder;
    std::unique_ptr<Driver> driver;
};

TEST_F(TracePage, ShowsItsKernelsSortedAndRefusesWhatIsNone)
{
    drop("broken.spillway-trace", "{\"spillway_trace\": 1}");
    EXPECT_NE(driver->app().view().status_notice.find("no trace"), std::string::npos)
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

}  // namespace
}  // namespace spillway::window
