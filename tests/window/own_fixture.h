#pragma once

// A learner's own file in the window: dropped on it, and trusted.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "driver.h"

namespace spillway::window {

inline constexpr const char* whole_program = R"(#include <cstdio>
#include "tile.h"
#define COUNT 16

__global__ void spread(float* out, int n)
{
    float window[COUNT * factor];
    for (int i = 0; i < COUNT * factor; ++i) window[i] = out[i] * i;
    float sum = 0;
    for (int i = 0; i < COUNT * factor; ++i) sum += window[(i + n) % (COUNT * factor)];
    out[threadIdx.x] = sum;
}

int main()
{
    spread<<<1, 32>>>(nullptr, 0);
    printf("done\n");
}
)";

class Own : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "own_test";
        std::filesystem::remove_all(folder);
        std::filesystem::remove_all(test_home() / "spillway");
        std::filesystem::create_directories(folder);
        write("tile.h", "#pragma once\nconstexpr int factor = 2;\ninline void on_host() {}\n");
        write("spread.cu", whole_program);
        ViewState view;
        view.tab = "lesson";
        driver = Driver::open(1280, 1100, 1, std::move(view));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->until([&] { return session().view().worker().state == worker_client::WorkerState::ready; });
        if (!session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler here";
        driver->surface().drop(folder / "spread.cu");
        driver->frames(4);
        ASSERT_EQ(session().view().selection().experiment, "spread");
    }
    void write(const char* name, const std::string& text) const { std::ofstream(folder / name) << text; }
    session::Session& session() { return driver->session(); }
    const results::CurvePoint& current() { return session().view().current(session().view().selection().focus); }
    [[nodiscard]] bool is_answered() { return current().state >= results::PointState::ready; }
    [[nodiscard]] std::int64_t frame_bytes() { return current().result->compile->stack_frame_bytes; }
    void trust()
    {
        driver->click("banner 1");  // for now
        driver->until(
            [&] { return is_answered() && session().view().experiment().lesson.find("makes") != std::string::npos; });
        driver->until([&] { return is_answered(); });
        EXPECT_EQ(driver->app().view().tab, "causes") << "the first screen says why it uses local memory";
        driver->click("tab:code");
    }
    std::filesystem::path folder;
    std::unique_ptr<Driver> driver;
};

}  // namespace spillway::window
