#include "app/window/kit/focus_registry.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

void draw(FocusRegistry& items)
{
    items.begin_frame();
    for (const char* key : {"a", "b", "c"}) items.add(key, {{0, 0}, {10, 10}});
}

TEST(FocusRegistry, TabWalksThroughAllAndRound)
{
    FocusRegistry items;
    draw(items);
    std::string walked;
    for (int i = 0; i < 4; ++i) {
        items.move_focus(1);
        walked += items.focused();
        draw(items);
    }
    EXPECT_EQ(walked, "abca");
    items.move_focus(-1);
    EXPECT_EQ(items.focused(), "c");
}

TEST(FocusRegistry, EnterActivatesWhatHasTheFocusOnce)
{
    FocusRegistry items;
    draw(items);
    items.focus("b", true);
    items.activate();
    items.begin_frame();
    EXPECT_FALSE(items.add("a", {}).activated);
    EXPECT_TRUE(items.add("b", {}).activated);
    items.begin_frame();
    EXPECT_FALSE(items.add("b", {}).activated);
}

TEST(FocusRegistry, AFocusThatNobodySeesIsNotActivated)
{
    FocusRegistry items;
    draw(items);
    items.focus("b", false);
    items.activate();
    items.begin_frame();
    EXPECT_FALSE(items.add("b", {}).activated);
}

TEST(FocusRegistry, AnOpenMenuKeepsTheKeyboard)
{
    FocusRegistry items;
    items.begin_frame();
    items.add("outside", {});
    items.begin_scope();
    items.add("entry 1", {});
    items.add("entry 2", {});
    items.end_scope();
    items.focus("entry 1", true);
    items.move_focus(1);
    EXPECT_EQ(items.focused(), "entry 2");
    items.move_focus(1);
    EXPECT_EQ(items.focused(), "entry 1");
}

}  // namespace
}  // namespace spillway::window
