// A page's touches and keys as the program's input.
#include <vector>

#include <gtest/gtest.h>

#include "app/window/surface/fingers.h"
#include "app/window/surface/page_keys.h"

namespace spillway::window {
namespace {

using Phase = Fingers::Phase;
using Points = std::vector<Fingers::Point>;

MouseEvent move(float x, float y)
{
    return {MouseEvent::Kind::move, x, y};
}

MouseEvent button(float x, float y, int which, bool down)
{
    return {MouseEvent::Kind::button, x, y, which, down};
}

class FingersTest : public testing::Test {
protected:
    Fingers::Meaning take(Phase phase, const Points& points, double seconds = 0)
    {
        return fingers.take(phase, points, seconds, 1);
    }
    Fingers fingers;
};

TEST_F(FingersTest, OneIsTheMouse)
{
    EXPECT_EQ(take(Phase::down, {{10, 20}}).mouse, (std::vector{move(10, 20)}));
    EXPECT_TRUE(take(Phase::moved, {{13, 20}}, 0.1).mouse.empty()) << "another finger may come";
    EXPECT_EQ(take(Phase::moved, {{60, 20}}, 0.5).mouse, (std::vector{button(10, 20, 0, true), move(60, 20)}));
    EXPECT_EQ(take(Phase::moved, {{90, 20}}, 0.9).mouse, (std::vector{move(90, 20)}));
    EXPECT_EQ(take(Phase::up, {{90, 20}}, 1).mouse, (std::vector{button(90, 20, 0, false)})) << "a drag, however long";
}

TEST_F(FingersTest, ATapIsAClickAndARestTheRightButton)
{
    take(Phase::down, {{10, 20}}, 4);
    EXPECT_EQ(take(Phase::up, {{12, 21}}, 4.1).mouse, (std::vector{button(10, 20, 0, true), button(10, 20, 0, false)}));
    take(Phase::down, {{10, 20}}, 5);
    EXPECT_EQ(take(Phase::up, {{12, 21}}, 5.7).mouse, (std::vector{button(10, 20, 1, true), button(10, 20, 1, false)}));
}

TEST_F(FingersTest, OneScrollsWhereTextGoesOnAndClicksNothing)
{
    fingers.ask_where_it_scrolls([](Fingers::Point at, bool) { return at.x < 100; });
    EXPECT_EQ(take(Phase::down, {{50, 300}}).mouse, (std::vector{move(50, 300)}));
    EXPECT_TRUE(take(Phase::moved, {{50, 280}}, 0.1).mouse.empty());
    EXPECT_EQ(take(Phase::moved, {{50, 220}}, 0.2).mouse, (std::vector<MouseEvent>{{MouseEvent::Kind::wheel, 0, -1}}));
    EXPECT_EQ(take(Phase::up, {{50, 220}}, 0.3).mouse, (std::vector{move(nowhere, nowhere)}))
        << "no tooltip opens there";
    take(Phase::down, {{50, 300}}, 1);
    EXPECT_EQ(take(Phase::up, {{50, 300}}, 1.1).mouse.size(), 2u) << "a tap clicks there, too";
    take(Phase::down, {{150, 300}}, 2);
    EXPECT_EQ(take(Phase::moved, {{150, 220}}, 2.1).mouse, (std::vector{button(150, 300, 0, true), move(150, 220)}));
}

TEST_F(FingersTest, OneThatMovesUpOrDownAsksForThat)
{
    std::vector<bool> asked;
    fingers.ask_where_it_scrolls([&](Fingers::Point, bool is_upright) { return asked.push_back(is_upright), false; });
    for (const Fingers::Point to : {Fingers::Point{55, 280}, {55, 320}, {70, 305}, {65, 285}}) {
        take(Phase::down, {{50, 300}});
        take(Phase::moved, {to});
        take(Phase::up, {to});
    }
    EXPECT_EQ(asked, (std::vector{true, true, false, false}));
}

TEST_F(FingersTest, TwoScrollAndClickNothing)
{
    take(Phase::down, {{100, 100}});
    EXPECT_TRUE(take(Phase::down, {{100, 100}, {200, 100}}).mouse.empty()) << "nothing was pressed";
    const auto moved = take(Phase::moved, {{100, 180}, {200, 180}});
    EXPECT_EQ(moved.mouse, (std::vector{move(150, 180), {MouseEvent::Kind::wheel, 0, 2}}));
    EXPECT_EQ(moved.larger, 0);
    // One goes, then the other: neither means anything.
    EXPECT_TRUE(take(Phase::up, {{100, 180}, {200, 180}}).mouse.empty());
    EXPECT_TRUE(take(Phase::moved, {{300, 300}}).mouse.empty());
    EXPECT_TRUE(take(Phase::up, {{300, 300}}).mouse.empty());
    take(Phase::down, {{10, 20}});
    EXPECT_FALSE(take(Phase::moved, {{90, 20}}).mouse.empty());
    // A second finger releases the first one's item.
    EXPECT_EQ(take(Phase::down, {{90, 20}, {200, 100}}).mouse, (std::vector{button(nowhere, nowhere, 0, false)}));
}

TEST_F(FingersTest, TwoThatMoveApartMakeAllLargerAndTogetherSmaller)
{
    take(Phase::down, {{100, 100}, {200, 100}});
    EXPECT_EQ(take(Phase::moved, {{97, 100}, {203, 100}}).larger, 0) << "a hand that trembles";
    EXPECT_EQ(take(Phase::moved, {{80, 100}, {220, 100}}).larger, 3);
    EXPECT_EQ(take(Phase::moved, {{100, 100}, {200, 100}}).larger, -3);
}

TEST(PageKeys, AreThoseOfTheWindow)
{
    const auto left = meaning_of({"ArrowLeft", false, true});
    ASSERT_TRUE(left.press);
    EXPECT_EQ(left.press->key, Key::left);
    EXPECT_TRUE(left.press->shift);
    EXPECT_EQ(left.character, 0U);
    const auto letter = meaning_of({"p"});
    ASSERT_TRUE(letter.press);
    EXPECT_EQ(letter.press->character, 'P');
    EXPECT_EQ(letter.character, U'p');
    EXPECT_EQ(meaning_of({"ä"}).character, U'ä');
    EXPECT_FALSE(meaning_of({"F5"}).press);
    EXPECT_EQ(meaning_of({"F5"}).character, 0U);
}

TEST(PageKeys, TheBrowsersOwnDoNothingToTheProgramBesides)
{
    // Zoom would be done twice, and a copy is an event of its own.
    for (const char* name : {"+", "-", "=", "0", "r", "t", "w", "n", "c", "x", "v"}) {
        EXPECT_FALSE(meaning_of({name, true}).press) << name;
        EXPECT_EQ(meaning_of({name, true}).character, 0U) << name;
        EXPECT_TRUE(meaning_of({name}).press) << name;
    }
    EXPECT_FALSE(meaning_of({"a", false, false, false, true}).press) << "of a Mac";
    EXPECT_TRUE(meaning_of({"z", true}).press);
    EXPECT_TRUE(meaning_of({"ArrowLeft", true}).press);
}

TEST(PageKeys, WhatAltGrMakesIsText)
{
    const auto euro = meaning_of({"€", true, false, true});
    EXPECT_FALSE(euro.press);
    EXPECT_EQ(euro.character, U'€');
}

}  // namespace
}  // namespace spillway::window
