// "Run this file": a .cu compiled by a stand-in for nvcc, run and traced, whatever it does.

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "app/window/kit/file_run.h"
#include "app/window/kit/open_trace.h"
#include "driver.h"
#include "tests/trace/made_nvcc.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr const char* trust_now = "banner";

class FileRunTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "file_run_test";
        fs::create_directories(folder / "tmp");
        for (const auto& [name, value] : {std::pair{"SPILLWAY_NVCC", trace::made_nvcc(folder / "cuda", TRACED_PROGRAM)},
                                          std::pair{"SPILLWAY_CUPTI", std::string(STAND_IN_CUPTI)},
                                          std::pair{"STAND_IN_CUPTI", std::string(STAND_IN_CUPTI)},
                                          std::pair{"SPILLWAY_LIBCUDA", std::string(SPILLWAY_STANDIN_CUDA)},
                                          std::pair{"TMPDIR", (folder / "tmp").string()}}) {
            const char* before = std::getenv(name);
            before_.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
            setenv(name, value.c_str(), 1);
        }
        write("plain");
        Start start;
        start.worker_command = "none";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->surface().drop(folder / "solver.cu");
        driver->frames(6);
    }
    void TearDown() override
    {
        driver.reset();
        for (const auto& [name, value] : before_) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
    }
    void write(const std::string& mode) const
    {
        std::ofstream(folder / "solver.cu") << "// mode: " << mode << "\n__global__ void add(float* x) { *x = 1; }\n";
    }
    [[nodiscard]] const ViewState& view() const { return driver->app().view(); }
    void run()
    {
        driver->click("file:run");
        driver->frames(3);
    }
    void run_to_its_end()
    {
        run();
        driver->until([&] { return !view().run || !view().run->program; });
        driver->frames(3);
    }
    /// Nothing of a run is left on the disk.
    [[nodiscard]] bool is_clean() const { return fs::is_empty(folder / "tmp"); }

    fs::path folder;
    std::unique_ptr<Driver> driver;

private:
    std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

TEST_F(FileRunTest, OfATrustedFileItsTraceIsOpenedAndWhatGoesWrongIsSaid)
{
    run();
    ASSERT_TRUE(view().run && view().run->problem) << "not trusted yet";
    EXPECT_NE(view().run->problem->what.find("not trusted"), std::string::npos);
    driver->click("run:close");
    driver->click(trust_now);
    driver->frames(4);

    run_to_its_end();
    ASSERT_TRUE(view().trace) << (view().run && view().run->problem ? view().run->problem->line() : "no reason");
    EXPECT_EQ(view().tab, "trace");
    EXPECT_EQ(view().trace->trace.kernels.size(), 3u);
    EXPECT_EQ(view().trace->file.filename(), "solver.cu");
    EXPECT_TRUE(is_clean());
    driver->keep_picture("file_run_trace");

    // A crash is a trace, too.
    write("die");
    run_to_its_end();
    ASSERT_FALSE(view().run && view().run->problem) << view().run->problem->line();
    EXPECT_EQ(view().trace->trace.end.signal, SIGSEGV);

    write("refused");
    run_to_its_end();
    ASSERT_TRUE(view().run && view().run->problem);
    EXPECT_NE(view().run->problem->what.find("solver.cu(2): error: identifier"), std::string::npos)
        << view().run->problem->line();
    driver->keep_picture("file_run_refused");
    EXPECT_TRUE(view().trace) << "the one of before is still there";
    driver->click("run:close");
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("trace:headline"));

    setenv("SPILLWAY_NVCC", "none", 1);
    run_to_its_end();
    ASSERT_TRUE(view().run && view().run->problem);
    EXPECT_NE(view().run->problem->what.find("nvcc"), std::string::npos) << view().run->problem->line();
    setenv("SPILLWAY_LIBCUDA", "none", 1);
    run_to_its_end();
    ASSERT_TRUE(view().run && view().run->problem);
    EXPECT_NE(view().run->problem->what.find("no usable NVIDIA GPU"), std::string::npos) << view().run->problem->line();
}

TEST_F(FileRunTest, AReportWithoutItsReaderSaysHowToGetThat)
{
    std::ofstream(folder / "solver.ncu-rep") << "a report";
    std::ofstream(folder / "ncu_report.py") << "raise ImportError\n";
    setenv("PYTHONPATH", folder.c_str(), 1);
    driver->surface().drop(folder / "solver.ncu-rep");
    driver->frames(3);
    driver->until([&] { return view().run && !view().run->program; });
    unsetenv("PYTHONPATH");
    ASSERT_TRUE(view().run->problem);
    EXPECT_NE(view().run->problem->what.find("pip install ncu-report"), std::string::npos)
        << view().run->problem->line();
}

TEST_F(FileRunTest, AHangIsShownOnceStoppedByAPressAndByClosingTheWindow)
{
    driver->click(trust_now);
    write("hang");
    driver->frames(4);
    run();
    ASSERT_TRUE(view().run && view().run->program);
    driver->keep_picture("file_run_running");
    const auto* first = view().run.get();
    run();
    EXPECT_EQ(view().run.get(), first) << "a second press starts none";
    EXPECT_NE(view().status_notice.find("still being read or run"), std::string::npos);
    driver->click("run:stop");
    driver->frames(3);
    EXPECT_FALSE(view().run);
    EXPECT_TRUE(is_clean());

    run();
    ASSERT_TRUE(view().run && view().run->program);
    driver->reopen();
    driver.reset();
    EXPECT_TRUE(is_clean()) << "the window closed meanwhile";
}

}  // namespace
}  // namespace spillway::window
