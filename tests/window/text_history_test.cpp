// Undo of an editor goes back by words, lines and pauses.

#include "app/window/kit/text_history.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

class Typist {
public:
    void type(const std::string& text, double seconds_a_key = 0.1)
    {
        for (const char c : text) {
            TextHistory::State next = now;
            next.text.insert(next.cursor++, 1, c);
            change(next, seconds_a_key);
        }
    }
    void erase(int count)
    {
        for (int i = 0; i < count; ++i) {
            TextHistory::State next = now;
            next.text.erase(--next.cursor, 1);
            change(next, 0.1);
        }
    }
    void change(const TextHistory::State& next, double after)
    {
        history.add(now, next, at += after);
        now = next;
    }
    void rest() { at += 5; }
    bool undo() { return take(history.undo(now)); }
    bool redo() { return take(history.redo(now)); }
    bool take(const std::optional<TextHistory::State>& state)
    {
        if (state) now = *state;
        return state.has_value();
    }

    TextHistory history;
    TextHistory::State now;
    double at = 0;
};

TEST(TextHistory, GoesBackByWordsAndLines)
{
    Typist hand;
    hand.type("int sum = 0;\nreturn");
    for (const char* expected : {"int sum = 0;\n", "int sum = 0;", "int sum = ", "int sum ", "int ", ""}) {
        ASSERT_TRUE(hand.undo());
        EXPECT_EQ(hand.now.text, expected);
    }
    EXPECT_FALSE(hand.undo());
    ASSERT_TRUE(hand.redo());
    EXPECT_EQ(hand.now.text, "int ");
    EXPECT_EQ(hand.now.cursor, 4U);
    hand.type("x");
    EXPECT_FALSE(hand.redo()) << "what was typed replaces what was undone";
}

TEST(TextHistory, APauseOrAnotherPlaceBeginsAStep)
{
    Typist hand;
    hand.type("ab");
    hand.rest();
    hand.type("cd");
    hand.now.cursor = 0;
    hand.type("xy");
    ASSERT_TRUE(hand.undo());
    EXPECT_EQ(hand.now.text, "abcd");
    ASSERT_TRUE(hand.undo());
    EXPECT_EQ(hand.now.text, "ab");
}

TEST(TextHistory, CharactersErasedInARowComeBackTogetherAndAPasteIsOneStep)
{
    Typist hand;
    hand.type("value");
    hand.erase(3);
    ASSERT_TRUE(hand.undo());
    EXPECT_EQ(hand.now.text, "value");
    hand.change({"value of a paste", 16}, 0.1);
    hand.type("!");
    ASSERT_TRUE(hand.undo());
    EXPECT_EQ(hand.now.text, "value of a paste");
    ASSERT_TRUE(hand.undo());
    EXPECT_EQ(hand.now.text, "value");
    hand.history.clear();
    EXPECT_FALSE(hand.undo());
}

}  // namespace
}  // namespace spillway::window
