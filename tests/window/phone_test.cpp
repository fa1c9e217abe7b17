// Texts for a learner with a phone or a tablet: whole messages, a lasting mark where nothing is saved, the outcome of
// an answer, and no keys that they do not have.
#include <fstream>
#include <regex>

#include <gtest/gtest.h>

#include "app/window/panels/views.h"
#include "driver.h"
#include "screen_text.h"

namespace spillway::window {
namespace {

struct Size {
    int width, height;
};
void PrintTo(const Size& size, std::ostream* stream)
{
    *stream << size.width << "x" << size.height;
}

class OnScreens : public testing::TestWithParam<Size> {
protected:
    void SetUp() override
    {
        Start start;
        start.width = GetParam().width;
        start.height = GetParam().height;
        start.view.tab = "lesson";
        driver = Driver::open(std::move(start));
        if (!driver || !can_read_screen()) GTEST_SKIP() << "no OpenGL without a display here, or no text to be read";
        driver->session().select_experiment("running_mean");
        driver->settle();
    }
    ViewState& view() { return driver->app().view(); }
    /// All text within the rectangle, without blanks: lines may break anywhere.
    static std::string text_in(const Rect& rect)
    {
        std::string all;
        for (const ScreenText& text : read_screen())
            if (rect.contains({text.rect.centre().x, text.rect.centre().y})) all += text.text;
        std::erase(all, ' ');
        return all;
    }
    std::string text_of(const std::string& item)
    {
        const auto place = driver->app().items().find(item);
        return place ? text_in(*place) : "";
    }
    /// Whether the item says this, perhaps over something else.
    bool tells(const std::string& item, const std::string& words)
    {
        return text_of(item).ends_with(without_blanks(words));
    }
    static std::string without_blanks(std::string text)
    {
        std::erase(text, ' ');
        return text;
    }
    void keep_picture(const std::string& name) { driver->keep_picture(name + "_" + std::to_string(GetParam().width)); }
    std::unique_ptr<Driver> driver;
};
INSTANTIATE_TEST_SUITE_P(Sizes, OnScreens, testing::Values(Size{390, 844}, Size{844, 390}, Size{1280, 720}),
                         testing::PrintToStringParamName());

TEST_P(OnScreens, NewsIsReadAsAWholeAndClosedByATap)
{
    for (const std::string news :
         {"Saved running_mean.svg in /home/learner.",
          "Not all recorded times of this experiment came; they are requested again every 20 seconds. The file "
          "recordings/h200/running_mean.0123456789.spillway did not arrive: the server refused it. Everything else on "
          "this page works without it, and the charts show what is there."}) {
        view().status_notice = news;
        driver->frames(3);
        EXPECT_TRUE(tells("notice", news)) << text_of("notice");
        const auto place = driver->app().items().find("notice");
        ASSERT_TRUE(place);
        EXPECT_GE(place->min.x, 0);
        EXPECT_LE(place->max.x, GetParam().width);
        keep_picture("news_" + std::to_string(news.size()));
        driver->click("notice");
        driver->frames(2);
        EXPECT_EQ(view().status_notice, "");
        EXPECT_EQ(view().tab, "lesson") << "the log does not have it";
    }
}

TEST_P(OnScreens, ATapOnALogEntryThatIsCutLeadsToAllOfIt)
{
    const std::filesystem::path folder = test_home() / "broken_catalogue_of_a_learner_with_a_long_name";
    std::filesystem::create_directories(folder / "broken");
    std::ofstream(folder / "broken/experiment.json") << "{\"name\": \"broken\", \"title\": 7}";
    (void)driver->session().add_catalogue_folder(folder);
    view().status_notice.clear();
    driver->frames(3);
    const std::string line = driver->session().view().log().back().error.line();
    const auto place = driver->app().items().find("notice");
    ASSERT_TRUE(place) << line;
    EXPECT_GT(place->width(), std::min(300.0F, static_cast<float>(GetParam().width) - 60.0F))
        << "as much as the line has room for";
    driver->click("notice");
    driver->frames(4);
    EXPECT_EQ(view().tab, "log");
}

TEST_P(OnScreens, AMarkStaysAsLongAsNothingIsSaved)
{
    EXPECT_FALSE(driver->app().items().find("not_kept"));
    view().why_not_kept = "What you do is kept only until you close the page: this browser keeps no more for it.";
    view().status_notice = *view().why_not_kept;
    driver->frames(3);
    EXPECT_TRUE(tells("notice", *view().why_not_kept)) << text_of("notice");
    view().status_notice.clear();  // ten seconds later
    driver->frames(3);
    EXPECT_EQ(text_of("not_kept"), "Notsaved");
    keep_picture("not_saved");
    driver->click("not_kept");
    driver->frames(3);
    EXPECT_TRUE(tells("notice", *view().why_not_kept)) << "a tap tells again";
    view().why_not_kept.reset();
    view().status_notice.clear();
    driver->frames(3);
    EXPECT_FALSE(driver->app().items().find("not_kept"));
}

TEST_P(OnScreens, TheOutcomeOfAnAnswerScrollsIntoView)
{
    driver->until([&] { return driver->session().view().worker().hello.has_value(); });
    if (!driver->session().view().worker().hello->compiler.available) GTEST_SKIP() << "no compiler on this machine";
    driver->turn_to("question:frame_64:check");
    const auto sees = [&](const std::string& words) {
        return text_of("lesson text").find(without_blanks(words)) != std::string::npos;
    };
    const auto type_answer = [&](const std::string& text) {
        // Until the field is on the screen, as a finger scrolls.
        const Rect lesson = *driver->app().items().find("lesson text");
        driver->move_to(lesson.centre());
        for (int i = 0; i < 40 && !driver->app().items().find("question:frame_64:check"); ++i) {
            driver->surface().wheel(-1);
            driver->frames(2);
        }
        driver->click("question:frame_64");
        driver->press('A', true);
        driver->type(text);
        driver->click("question:frame_64:check");
        driver->frames(4);
    };
    type_answer("many");
    EXPECT_TRUE(sees("This is not one number")) << text_of("lesson text");
    type_answer("64");
    driver->until([&] { return sees("It is: 256 bytes"); });
    driver->settle();
    EXPECT_TRUE(sees("It is: 256 bytes")) << text_of("lesson text");
    keep_picture("outcome");
}

TEST_P(OnScreens, TextsForAFingerNameNoKeys)
{
    static const std::regex keys(R"(\b(Ctrl|Esc|F1|Enter|Page Down|Shift)\b)");
    const auto named_keys = [&] {
        driver->frames(3);
        std::string found;
        for (const ScreenText& text : read_screen())
            if (std::regex_search(text.text, keys)) found += text.text + "\n";
        return found;
    };
    const std::pair<const char*, std::function<void(bool)>> pages[] = {
        {"the window", [](bool) {}},
        {"start here",
         [&](bool opens) { opens ? driver->app().start_here().open() : driver->app().start_here().leave(); }},
        {"find", [&](bool opens) { view().finder.is_open = view().finder.is_new = opens; }},
        {"course", [&](bool opens) { view().course_page.is_open = opens; }},
        {"news",
         [&](bool opens) { view().status_notice = opens ? std::string("Sliders: ") + undo_words(view()) : ""; }},
    };
    driver->frames(2);
    std::size_t with_keys = 0;
    for (const bool by_finger : {false, true}) {
        driver->surface().use_finger(by_finger);
        driver->frames(2);
        for (const auto& [name, open] : pages) {
            open(true);
            const std::string found = named_keys();
            if (by_finger)
                EXPECT_EQ(found, "") << name;
            else
                with_keys += found.empty() ? 0 : 1;
            open(false);
            driver->frames(2);
        }
    }
    EXPECT_GE(with_keys, 3U) << "with a mouse there are keys";
}

TEST_P(OnScreens, AFingerCanUndo)
{
    driver->surface().use_finger(true);
    const auto window_size = [&] { return driver->session().view().selection().values.at("window_size"); };
    const model::Value before = window_size();
    EXPECT_FALSE(driver->session().set_values({{"window_size", std::int64_t{96}}}));
    driver->frames(2);
    if (view().is_phone) {
        driver->click("lessons");
        driver->frames(2);
        driver->click("phone:undo");
    } else {
        driver->click("finder");
        driver->frames(3);
        driver->click("find:key:undo");
    }
    driver->frames(3);
    EXPECT_EQ(window_size(), before);
}

}  // namespace
}  // namespace spillway::window
