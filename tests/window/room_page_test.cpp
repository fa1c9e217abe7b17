// Ctrl+R: the window opens a room for the class, or joins the one that another program serves.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/window/kit/lesson_turning.h"
#include "app/window/shell/hosted_room.h"
#include "driver.h"
#include "screen_text.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

TEST(RoomDetailsText, AreFoundBetweenOtherLinesAndReadSafely)
{
    const std::string json =
        "{\n  \"room\": \"http://a/?room=B\",\n  \"presenter\": \"p\",\n  \"is_joined\": true\n}\n";
    const auto details = read_room_details("spillway: a worker's problem\n" + json + "more\n");
    ASSERT_TRUE(details);
    EXPECT_EQ(details->room, "http://a/?room=B");
    EXPECT_EQ(details->presenter, "p");
    EXPECT_TRUE(details->is_joined);
    EXPECT_FALSE(details->is_local);
    for (std::string text : {json.substr(0, json.size() - 3), std::string("{\n}\n"), std::string("{\n\"room\": 3\n}\n"),
                             std::string("{\n[[[\n}\n"), std::string(), std::string("\n{\n")})
        EXPECT_FALSE(read_room_details(text)) << text;
}

class RoomPageTest : public testing::Test {
protected:
    void SetUp() override
    {
        before_ = fs::current_path();
        folder_ = scratch_folder("room_page");
        fs::create_directories(folder_ / "page");
        std::ofstream(folder_ / "page/files.json") << "{}";
        fs::current_path(folder_);
        Start start;
        start.height = 800;
        start.worker_command = "none";
        start.view.room_words = {"--worker", "none", "--port", "0", "--page", (folder_ / "page").string()};
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->frames(6);
    }
    void TearDown() override
    {
        driver.reset();
        fs::current_path(before_);
    }
    [[nodiscard]] ViewState& view() const { return driver->app().view(); }
    [[nodiscard]] const RoomDetails* details() const
    {
        return view().room && view().room->details ? &*view().room->details : nullptr;
    }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] static std::string clipboard()
    {
        const char* text = ImGui::GetClipboardText();
        return text == nullptr ? "" : text;
    }
    void open_locally() const
    {
        driver->press('R', true);
        driver->frames(3);
        driver->click("room:local");
        driver->until([this] { return details() != nullptr; });
        driver->frames(3);
    }

    std::unique_ptr<Driver> driver;
    fs::path folder_, before_;
};

TEST_F(RoomPageTest, CtrlROpensARoomWithACodeAndKeepsThePresentersLinkOffTheScreen)
{
    driver->press('R', true);
    driver->frames(3);
    EXPECT_TRUE(view().shows_room);
    driver->keep_picture("room_page/closed");
    EXPECT_TRUE(is_there("room:network"));
    driver->press('R', true);
    EXPECT_FALSE(view().shows_room);
    open_locally();
    ASSERT_NE(details(), nullptr);
    EXPECT_TRUE(details()->is_local);
    EXPECT_FALSE(details()->page.empty()) << details()->why_no_page.value_or("");
    const auto code = driver->app().items().find("qr:code");
    ASSERT_TRUE(code);
    EXPECT_GT(code->height(), 400);
    driver->keep_picture("room_page/open");
    if (can_read_screen()) {
        std::string words;
        for (const ScreenText& text : read_screen()) words += text.text + " ";
        EXPECT_NE(words.find(details()->room), std::string::npos) << words;
        EXPECT_EQ(words.find(details()->presenter.substr(details()->presenter.find('#'))), std::string::npos) << words;
    }
    driver->click("room:presenter");
    EXPECT_EQ(clipboard(), details()->presenter);
    driver->click("room:page");
    EXPECT_EQ(clipboard(), details()->page);
    driver->press(Key::escape);
    driver->frames(2);
    EXPECT_FALSE(view().shows_room);
    EXPECT_TRUE(is_room_running(view())) << "the room goes on";
    driver->press('R', true);
    driver->frames(2);
    driver->press(Key::tab);
    EXPECT_TRUE(driver->app().items().focused().starts_with("room:")) << driver->app().items().focused();
    EXPECT_TRUE(fs::exists(folder_ / "room.spillway-room"));
    driver->click("room:end");
    driver->frames(3);
    EXPECT_FALSE(is_room_running(view()));
    EXPECT_FALSE(fs::exists(folder_ / "room.spillway-room")) << "it ended as by Ctrl+C, not by being killed";
    EXPECT_TRUE(is_there("room:network"));
}

TEST(RoomCountText, IsTheLastWholeLine)
{
    EXPECT_FALSE(read_room_count(""));
    const auto line = [](int answered) {
        return R"({"is":"count","phase":"open","lesson":"a","question":"b","phones":3,"answered":)" +
               std::to_string(answered) + "}\n";
    };
    const auto count = read_room_count("links\n" + line(1) + line(2) + line(3).substr(0, 20));
    ASSERT_TRUE(count);
    EXPECT_EQ(*count, (RoomCount{true, "a", "b", 3, 2}));
    EXPECT_FALSE(read_room_count("\n{\"is\":\"count\",[\n"));
}

TEST_F(RoomPageTest, OOpensTheStepsQuestionForTheRoomAndClosesIt)
{
    driver->press('O');
    driver->frames(2);
    EXPECT_NE(view().status_notice.find("No room is open"), std::string::npos) << view().status_notice;
    driver->session().select_experiment("running_mean");
    driver->frames(4);
    open_locally();
    driver->press(Key::escape);
    const model::Experiment& lesson = driver->session().view().experiment();
    const std::string question = lesson.questions.front().id;
    go_to_question(driver->session(), view(), question);
    driver->frames(2);
    driver->press('O');
    driver->until([&] { return view().room->count.is_open; });
    EXPECT_EQ(view().room->count.lesson, "running_mean");
    EXPECT_EQ(view().room->count.question, question);
    EXPECT_NE(view().status_notice.find("0 of 0 phones have answered"), std::string::npos) << view().status_notice;
    driver->frames(2);
    driver->keep_picture("room_page/asked");
    driver->press('O');
    driver->until([&] { return !view().room->count.is_open; });
    EXPECT_NE(view().status_notice.find("are counted"), std::string::npos) << view().status_notice;
    // A lesson that the room has not.
    view().room->program->write(R"({"do":"open","lesson":"none","question":"none"})");
    driver->until([&] { return view().status_notice.find("There is no such question") != std::string::npos; });
    EXPECT_NE(view().status_notice.find("There is no such question"), std::string::npos) << view().status_notice;
}

TEST_F(RoomPageTest, ARoomThatAnotherProgramServesIsJoinedAndGoesOn)
{
    open_locally();
    ASSERT_NE(details(), nullptr);
    ViewState other;
    other.room_words = view().room_words;
    open_room(other, RoomReach::network);
    for (int tries = 0; tries < 2000 && is_room_running(other); ++tries) {
        take_room_news(other);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(other.room->details) << (other.room->problem ? other.room->problem->line() : "");
    EXPECT_TRUE(other.room->details->is_joined);
    EXPECT_EQ(other.room->details->room, details()->room);
    EXPECT_EQ(other.room->details->presenter, details()->presenter);
    end_room(other);
    driver->frames(3);
    EXPECT_TRUE(is_room_running(view()));
}

TEST_F(RoomPageTest, ARoomThatCannotOpenSaysWhy)
{
    view().room_words = {"--worker", "none", "--gpu", "no_such_gpu"};
    driver->press('R', true);
    driver->frames(3);
    driver->click("room:network");
    driver->until([this] { return view().room && view().room->problem; });
    EXPECT_NE(view().room->problem->line().find("no_such_gpu"), std::string::npos) << view().room->problem->line();
    driver->frames(3);
    driver->keep_picture("room_page/refused");
    EXPECT_TRUE(is_there("room:network")) << "it can be tried again";
}

}  // namespace
}  // namespace spillway::window
