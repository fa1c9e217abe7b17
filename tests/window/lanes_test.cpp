// Lanes beside the code of a kernel that spills much: live registers, waits and control codes.

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

using testing::HasSubstr;

class Lanes : public testing::TestWithParam<bool> {
protected:
    /// `register_occupancy` keeps a row of 160 numbers; this cap leaves most of them to local memory.
    void open(const char* variant, std::int64_t register_cap)
    {
        Start start;
        start.width = 1280;
        start.height = 720;
        start.view.shows_answers = true;
        start.view.present = GetParam();
        start.view.tab = "code";
        start.view.filled = Part::tabs;
        start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        driver = Driver::open(start);
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().set_gpu("h100");  // whose recording has samples of warps
        driver->session().select_experiment("register_occupancy");
        driver->session().set_focus(variant);
        driver->session().set_values({{"register_cap", register_cap}});
        driver->settle();
        driver->until(
            [&] { return !driver->session().view().listing_is_stale() || driver->session().view().listing_error(); });
        const model::Listing* listing = driver->session().view().listing();
        if (listing == nullptr || !listing->sass) GTEST_SKIP() << "no compiler or no disassembler here";
        if (!driver->app().items().find("place:peak")) GTEST_SKIP() << "this disassembler shows no live registers";
    }

    [[nodiscard]] std::string foot() const
    {
        const auto rect = driver->app().items().find("code:lane");
        std::string words;
        for (const ScreenText& text : read_screen())
            if (rect && text.rect.min.y >= rect->min.y - 2 && text.rect.max.y <= rect->max.y + 2) words += text.text;
        return words;
    }

    /// Whether a store into local memory can be read to its end: "STL [R1+0x2d8], R4".
    [[nodiscard]] static bool shows_whole_spill()
    {
        const auto texts = read_screen();
        return std::any_of(texts.begin(), texts.end(), [](const ScreenText& text) {
            const auto store = text.text.find("STL");
            return store != std::string::npos && text.text.find("], R", store) != std::string::npos;
        });
    }

    void keep(const std::string& name) { driver->keep_picture("lanes/" + name + (GetParam() ? "_present" : "")); }

    std::unique_ptr<Driver> driver;
};
INSTANTIATE_TEST_SUITE_P(Of, Lanes, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Present" : "Plain"; });

TEST_P(Lanes, OfAKernelWithThousandsOfSpilledBytes)
{
    open("whole_row", 44);
    if (!driver || IsSkipped()) return;
    if (can_read_screen()) {
        EXPECT_THAT(foot(), HasSubstr("the register cap is 44. The code spills 2,7"));
    }
    keep("ptx");
    driver->click("place:peak");
    driver->click("code:SASS");
    driver->press('.');  // to the first of the spills
    driver->frames(3);
    if (can_read_screen()) {
        EXPECT_TRUE(shows_whole_spill());
    }
    keep("sass");
    driver->click("code:control");
    driver->press('.');
    driver->frames(3);
    if (can_read_screen()) {
        EXPECT_TRUE(shows_whole_spill()) << "also where what stands beside it takes room";
    }
    keep("control");
    driver->click("code:control");
    driver->frames(3);
    EXPECT_TRUE(driver->app().items().find("column:source")) << "side by side again";
}

TEST_P(Lanes, AndWhereItsWarpsWait)
{
    open("whole_row", 64);
    if (!driver || IsSkipped()) return;
    keep("waits_ptx");
    driver->click("code:SASS");
    driver->click("place:wait");
    driver->frames(3);
    keep("waits_sass");
    driver->click("code:control");
    driver->frames(3);
    if (can_read_screen()) {
        EXPECT_TRUE(shows_whole_spill());
        EXPECT_THAT(foot(), HasSubstr("wait here for data from local memory."));
        EXPECT_THAT(foot(), testing::EndsWith(".")) << "whole sentences";
    }
    keep("waits_control");
}

}  // namespace
}  // namespace spillway::window
