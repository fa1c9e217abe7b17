// A lecturer's ninety minutes, played through the real window on a projector: the talk that ships, from its first stop
// to its last by a presenter's clicker that is pressed in the window of the notes. At each stop the lecturer shows
// something, the room answers what is asked, and the hand rests, goes back, goes too far and errs.
#include <algorithm>
#include <cstdio>
#include <optional>

#include <gtest/gtest.h>

#include "app/teaching/courses.h"
#include "app/teaching/view_text.h"
#include "app/window/kit/compat.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/shell/settle.h"
#include "app/window/shell/speaker_notes.h"
#include "learners_hand.h"
#include "tests/support/source_folder.h"

namespace spillway::window {
namespace {

class NinetyMinutes : public testing::Test {
protected:
    void SetUp() override
    {
        Start start;
        start.width = 1280;
        start.height = 720;
        start.gpus_file = source_folder / "assets/gpus.json";  // with the recordings that ship
        start.worker_command = "/bin/false";                   // a laptop without a compiler
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        hand.emplace(*driver);
        open_course(teaching::find_course("ninety_minutes")->file, driver->session(), view());
        driver->press('P');
        auto surface = OffscreenSurface::open({1000, 700, 1});
        ASSERT_TRUE(surface) << surface.error().line();
        beside = std::move(*surface);
        auto opened = SpeakerNotes::open(*beside);
        ASSERT_TRUE(opened) << opened.error().line();
        notes = std::move(*opened);
        driver->settle();
    }
    void TearDown() override
    {
        notes.reset();
        beside.reset();
    }

    ViewState& view() { return driver->app().view(); }
    const std::vector<teaching::TalkStop>& stops() { return view().talk->talk.stops; }

    /// Minutes go by.
    void talk_for(int minutes)
    {
        driver->surface().advance(60.0F * static_cast<float>(minutes));
        notes->skip_ahead(std::chrono::minutes(minutes));
        look();
        ++acts;
    }
    void look()
    {
        for (int i = 0; i < 6; ++i) {
            notes->frame(driver->session(), view(), driver->surface());
            driver->frames(1);
        }
        EXPECT_NE(view().tab, "talk") << "the audience reads the notes";
        EXPECT_TRUE(view().present);
    }
    /// A clicker's key, while the notes have the keyboard.
    void turn(Key key)
    {
        beside->press({key, 0, false, false, false});
        look();
        ++acts;
    }

    void expect_at(int stop)
    {
        ASSERT_EQ(view().talk->at, stop);
        const auto wanted = teaching::parse_view(stops()[static_cast<std::size_t>(stop)].view);
        const session::Selection& now = driver->session().view().selection();
        EXPECT_EQ(now.experiment, wanted->setting.experiment);
        EXPECT_EQ(now.focus, wanted->setting.variant);
        for (const auto& [name, text] : wanted->setting.values)
            EXPECT_EQ(model::to_string(now.values.at(name)), text) << name;
        EXPECT_EQ(view().filled, Part::none) << "what was shown at the stop before stays there";
        EXPECT_EQ(view().tab, wanted->tab);
    }

    /// The slider, one chart and then the pane over the whole screen, the other charts, the theme of a bright room.
    void show_something(int stop)
    {
        for (int i = 0; i < 3; ++i) driver->press(Key::right);
        driver->press(Key::left);
        driver->move_to(driver->app().layout().charts.front().centre());
        driver->press('F');
        EXPECT_EQ(view().filled, Part::charts);
        if (stop == 4) driver->keep_picture("ninety_chart");
        driver->press('F');
        driver->move_to(driver->app().layout().tabs.centre());
        driver->press('F');
        EXPECT_EQ(view().filled, Part::tabs);
        driver->press(Key::escape);
        driver->press('C');
        for (const char theme : {'T', 'T'}) driver->press(theme);
        acts += 12;
    }

    /// By the wheel: the page keys are the talk's.
    void click(const std::string& item)
    {
        const Rect pane = driver->app().layout().tabs;
        for (int tries = 0; tries < 60; ++tries) {
            const auto rect = driver->app().items().find(item);
            const float top = pane.min.y + 0.3F * pane.height();
            const auto foot = driver->app().items().find("lesson text");
            const float bottom = foot ? foot->max.y : pane.max.y;
            if (rect && rect->min.y >= top && rect->max.y <= bottom) return driver->click_at(rect->centre());
            driver->move_to(pane.centre());
            driver->surface().wheel(rect && rect->min.y < top ? 0.4F : -0.4F);
            driver->frames(4);
            if (tries > 30 && rect && pane.contains(rect->centre())) return driver->click_at(rect->centre());
        }
        ADD_FAILURE() << item << " cannot be brought into sight";
    }

    /// The room's guess at the first question of this step, if it asks one.
    void let_the_room_answer()
    {
        const model::Experiment& experiment = driver->session().view().experiment();
        for (const model::Question& question : experiment.questions) {
            const std::string key = "question:" + question.id;
            const bool is_asked = std::ranges::any_of(driver->app().items().noted(), [&](const std::string& item) {
                return item == key || item.starts_with(key + ":0") || item == key + ":draw";
            });
            if (!is_asked) continue;
            SCOPED_TRACE(experiment.name + ": " + question.id);
            if (question.kind == model::QuestionKind::choice) {
                click(key + ":0");
            } else if (question.kind == model::QuestionKind::number) {
                click(key);
                driver->type("no idea");
                driver->press(Key::enter);
                click(key);
                driver->press('A', true);
                driver->type("100");
                driver->press(Key::enter);
            } else {
                click(key + ":draw");
                click(key + ":show");  // before anything was drawn
                const auto chart = driver->app().items().find("chart:" + question.curve.metric);
                ASSERT_TRUE(chart);
                driver->drag({chart->min.x + 8, chart->max.y - 10}, {chart->max.x - 8, chart->min.y + 20});
                click(key + ":show");
            }
            EXPECT_TRUE(hand->wait_for([&] {
                const auto& learner = driver->session().view().learner();
                const auto at = learner.find(experiment.name);
                return at != learner.end() && at->second.predictions.contains(question.id);
            }));
            ++answered;
            ++acts;
        }
    }

    std::unique_ptr<Driver> driver;
    std::unique_ptr<OffscreenSurface> beside;
    std::unique_ptr<SpeakerNotes> notes;
    std::optional<LearnersHand> hand;
    int acts = 0, answered = 0;
};

TEST_F(NinetyMinutes, FromTheFirstStopToTheLastWithAHandThatErrs)
{
    const int count = static_cast<int>(stops().size());
    ASSERT_EQ(count, 8);
    turn(Key::page_up);  // before the first there is none
    for (int stop = 0; stop < count && !HasFailure(); ++stop) {
        SCOPED_TRACE("stop " + std::to_string(stop + 1));
        expect_at(stop);
        driver->settle();
        driver->keep_picture("ninety_" + std::to_string(stop + 1));
        talk_for(3);
        hand->err();
        let_the_room_answer();
        talk_for(3);
        show_something(stop);
        hand->err();
        talk_for(3);
        if (stop + 1 == count) break;
        turn(Key::page_down);
        expect_at(stop + 1);
        if (stop % 3 == 1) {  // once more what was there, and on
            turn(Key::page_up);
            expect_at(stop);
            turn(Key::page_down);
        }
        if (stop % 3 == 2 && stop + 2 < count) {  // pressed twice
            turn(Key::page_down);
            turn(Key::page_up);
        }
    }
    turn(Key::page_down);  // behind the last there is none
    expect_at(count - 1);
    const auto failed =
        write_picture(*beside, std::filesystem::path(SPILLWAY_BINARY_DIR) / "pictures/ninety_notes.png");
    EXPECT_FALSE(failed) << failed->line();
    EXPECT_GE(answered, 3);
    std::printf("ninety minutes: %d stops, %d acts, %d questions answered by the room\n", count, acts, answered);
}

}  // namespace
}  // namespace spillway::window
