// Fingers that are faster than the window draws: everything arrives within one frame, and nothing is lost.

#include <fstream>

#include <gtest/gtest.h>

#include "app/window/shell/run_window.h"
#include "driver.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

class Typing : public testing::Test {
protected:
    void SetUp() override
    {
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    }
    void push(Key key, bool ctrl = false) { driver->surface().press({key, 0, ctrl, false, false}); }
    void push(char character, bool ctrl = false)
    {
        driver->surface().press({Key::character, character, ctrl, false, false});
    }
    /// The keys of a text, and its characters, as a window system tells them.
    void push(const std::string& text)
    {
        for (const char c : text) {
            push(static_cast<char>(std::toupper(c)));
            driver->surface().type(std::string(1, c));
        }
    }
    void let_them_arrive(int frames = 12)
    {
        driver->surface().hurry();
        driver->frames(frames);
    }
    [[nodiscard]] std::string noted_after(const std::string& begin)
    {
        for (const std::string& key : driver->app().items().noted())
            if (key.starts_with(begin)) return key.substr(begin.size());
        return {};
    }
    std::unique_ptr<Driver> driver;
};

TEST_F(Typing, LettersBehindCtrlFAreSearchedFor)
{
    const ViewState before = driver->app().view();
    push('F', true);
    push("float");
    push(Key::enter);
    let_them_arrive();
    EXPECT_TRUE(noted_after("found:").starts_with("2 of ")) << noted_after("found:");
    const ViewState& after = driver->app().view();
    EXPECT_EQ(after.dark, before.dark) << "none of them was taken for a command";
    EXPECT_EQ(after.filled, before.filled);
    EXPECT_EQ(after.pinned, before.pinned);
}

TEST_F(Typing, ANumberBehindEnterIsTheValue)
{
    push(Key::right);
    push(Key::enter);
    push("77");
    push(Key::enter);
    let_them_arrive();
    EXPECT_EQ(driver->session().view().selection().values.at("window_size"), model::Value(std::int64_t{77}));
    EXPECT_TRUE(driver->app().view().entry.parameter.empty());
    push(Key::right);
    push(Key::right);
    let_them_arrive();
    EXPECT_EQ(driver->session().view().selection().values.at("window_size"), model::Value(std::int64_t{79}))
        << "and then the arrows move the slider again";
}

TEST_F(Typing, CorrectionsKeepTheirPlaceAmongTheLetters)
{
    driver->click("value:window_size");
    push("12");
    push(Key::backspace);
    push("5");
    push(Key::enter);
    let_them_arrive();
    EXPECT_EQ(driver->session().view().selection().values.at("window_size"), model::Value(std::int64_t{15}));
}

TEST_F(Typing, AMachinesNameBehindTheClickArrives)
{
    driver->click("gpu_selector");
    driver->click("machine_new");
    push("-lab");
    push(Key::enter);
    let_them_arrive();
    EXPECT_EQ(driver->app().view().machine_entry.text, "-lab") << "which no machine is called";
    EXPECT_FALSE(driver->app().view().machine_entry.error.empty());
}

TEST_F(Typing, WhereNoFieldComesTheKeysActAgain)
{
    driver->app().view().entry = {"no_such_parameter", "", true, ""};
    push('T');
    const bool before = driver->app().view().dark;
    let_them_arrive(40);
    EXPECT_NE(driver->app().view().dark, before);
}

TEST_F(Typing, KeysThatTheUserHasBoundAnew)
{
    std::optional<model::Error> none;
    driver->app().bind_keys(KeyBindings::parse(R"({"present": "Ctrl+K", "find": "K"})", none));
    ASSERT_FALSE(none) << none->line();
    driver->press('P');
    EXPECT_FALSE(driver->app().view().present) << "its own key means nothing any more";
    driver->press('K', true);
    EXPECT_TRUE(driver->app().view().present);
    push('K');
    push("float");
    let_them_arrive();
    EXPECT_FALSE(noted_after("found:").empty()) << "a letter alone can open the field, too";
    EXPECT_NE(noted_after("found:"), "not found");
}

TEST_F(Typing, BrokenKeysAreReportedInOneSentenceAndTheOthersHold)
{
    fs::create_directories(test_home() / "spillway");
    std::ofstream(test_home() / "spillway" / "keys.json") << R"({"present": "Hyper+K", "theme": "L"})";
    take_users_keys(driver->app());
    driver->frames(3);
    const std::string told = driver->app().view().status_notice;
    EXPECT_NE(told.find("keys.json"), std::string::npos) << told;
    EXPECT_NE(told.find("present"), std::string::npos) << told;
    EXPECT_EQ(told.find('\n'), std::string::npos);
    const bool dark = driver->app().view().dark;
    driver->press('L');
    EXPECT_NE(driver->app().view().dark, dark);
    driver->press('P');
    EXPECT_TRUE(driver->app().view().present) << "what was not understood stays as it is";
    std::ofstream(test_home() / "spillway" / "keys.json") << "not json";
    take_users_keys(driver->app());
    EXPECT_NE(driver->app().view().status_notice.find("keys.json"), std::string::npos);
    fs::remove(test_home() / "spillway" / "keys.json");
}

}  // namespace
}  // namespace spillway::window
