#include "learners_hand.h"

#include <fstream>
#include <iterator>
#include <optional>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"

namespace spillway::window {

std::string text_of(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Whole, between the tabs' names and the lower edge of what they show, or of the lesson's text.
bool LearnersHand::is_readable(const Rect& rect) const
{
    const auto tab = driver_.app().items().find("tab:lesson");
    const auto text = driver_.app().items().find("lesson text");
    const bool is_foot = text && rect.min.y >= text->max.y;
    const float bottom = text && !is_foot ? text->max.y : driver_.app().layout().tabs.max.y;
    return tab && rect.min.y >= tab->max.y && rect.max.y <= bottom;
}

ImVec2 LearnersHand::in_sight(const std::string& item)
{
    driver_.turn_to(item);
    EXPECT_TRUE(wait_for([&] { return driver_.app().items().find(item).has_value(); })) << item << " never came";
    std::optional<Rect> before;
    for (int tries = 0; tries < 60; ++tries) {
        driver_.frames(2);
        const auto rect = driver_.app().items().find(item);
        if (!rect) break;
        // Results that arrive meanwhile move the text: the hand waits until its aim rests.
        const bool rests = before && before->min.x == rect->min.x && before->min.y == rect->min.y;
        before = rect;
        if (is_readable(*rect)) {
            if (rests) return rect->centre();
            continue;
        }
        const auto tab = driver_.app().items().find("tab:lesson");
        driver_.press(rect->min.y < tab->max.y ? Key::page_up : Key::page_down);
    }
    ADD_FAILURE() << item << " cannot be brought into sight";
    return {0, 0};
}

void LearnersHand::err()
{
    const session::Selection before = driver_.session().view().selection();
    const std::string tab = driver_.app().view().tab;
    const int step = driver_.step();
    const auto sketch = driver_.app().view().sketch ? driver_.app().view().sketch->points : teaching::Curve();
    const int kind = errors_++ % 7;
    SCOPED_TRACE("error " + std::to_string(kind));
    switch (kind) {
        case 0:  // it rests
            driver_.surface().advance(20);
            driver_.frames(10);
            break;
        case 1: {  // it presses on a slider's name and lets go elsewhere
            const ImVec2 from = driver_.app().layout().status.centre();
            driver_.drag(from, {from.x + 300, from.y - 40});
            break;
        }
        case 2:
            for (const char letter : {'J', 'K', 'O'}) driver_.press(letter);
            break;
        case 3:
            driver_.press(Key::tab, true);
            driver_.press(Key::tab, true, true);
            break;
        case 4:
            driver_.press(Key::f1);
            driver_.press(Key::page_down);
            driver_.press(Key::escape);
            break;
        case 5:
            driver_.press(Key::right);
            driver_.press(Key::left);
            break;
        default:
            if (step > 1) {
                driver_.press('L', false, true);
                driver_.press('L');
            }
            // A step puts the sliders where it begins, and says that Ctrl + Z undoes it.
            for (int undone = 0; undone < 2 && driver_.session().view().selection() != before; ++undone)
                driver_.press('Z', true);
            break;
    }
    EXPECT_EQ(driver_.session().view().selection(), before);
    EXPECT_EQ(driver_.app().view().tab, tab);
    EXPECT_EQ(driver_.step(), step);
    EXPECT_EQ(driver_.app().view().sketch ? driver_.app().view().sketch->points : teaching::Curve(), sketch);
}

void LearnersHand::write_kernel(const std::string& lines)
{
    const std::filesystem::path file = driver_.session().view().experiment().source_file;
    std::string text = text_of(file);
    const std::size_t from = text.find(catalogue::yours_begins) + catalogue::yours_begins.size();
    text.replace(from, text.find(catalogue::yours_ends) - from, "\n" + lines);
    std::ofstream(file, std::ios::binary) << text;
}

bool LearnersHand::is_won()
{
    const model::Experiment& exercise = driver_.session().view().experiment();
    const auto& learner = driver_.session().view().learner();
    const auto lesson = exercise.exercise ? learner.find(exercise.exercise->lesson) : learner.end();
    return lesson != learner.end() && lesson->second.won.contains(exercise.name);
}

}  // namespace spillway::window
