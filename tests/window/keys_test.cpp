#include "app/window/shell/key_bindings.h"

#include <gtest/gtest.h>

#include "app/window/shell/keyboard.h"
#include "app/window/shell/shortcuts.h"

namespace spillway::window {
namespace {

KeyBindings bindings(const char* text, bool is_right = true)
{
    std::optional<model::Error> notice;
    KeyBindings bound = KeyBindings::parse(text, notice);
    EXPECT_EQ(!notice, is_right) << text;
    return bound;
}

std::string meant(const KeyBindings& bound, const char* keys)
{
    const auto press = bound.meant(*parse_keys(keys));
    return press ? print_keys(*press) : "nothing";
}

TEST(Keys, AnActionMovesToItsNewKeyAndLeavesTheOld)
{
    const KeyBindings bound = bindings(R"({"present": "Ctrl+K", "next_place": "F11"})");
    EXPECT_EQ(meant(bound, "Ctrl+K"), "P");
    EXPECT_EQ(meant(bound, "P"), "nothing");
    EXPECT_EQ(meant(bound, "F11"), ".");
    EXPECT_EQ(meant(bound, "T"), "T");
    EXPECT_EQ(bound.keys_of("present"), "Ctrl + K");
}

TEST(Keys, TwoActionsCanChangePlaces)
{
    const KeyBindings bound = bindings(R"({"present": "T", "theme": "P"})");
    EXPECT_EQ(meant(bound, "T"), "P");
    EXPECT_EQ(meant(bound, "P"), "T");
}

TEST(Keys, WhatIsWrongIsReportedAndTheRestHolds)
{
    EXPECT_EQ(meant(bindings(R"({"presnt": "K", "theme": "L"})", false), "L"), "T");
    for (const char* text : {"", "[]", "{\"present\": 3}", "{\"present\": \"Ctrl+\"}", "{\"present\": \"Hyper+K\"}"})
        EXPECT_EQ(meant(bindings(text, false), "P"), "P") << text;
}

TEST(Keys, EveryNameOfTheHelpIsAnActionAndTheOtherWayRound)
{
    std::vector<std::string> in_help{"previous_tab"};  // told in the row of its opposite
    for (const Shortcut& shortcut : shortcuts())
        for (const char* action : {shortcut.action, shortcut.second_action})
            if (action != nullptr) in_help.emplace_back(action);
    std::vector<std::string> known = KeyBindings::names();
    std::sort(in_help.begin(), in_help.end());
    std::sort(known.begin(), known.end());
    EXPECT_EQ(in_help, known);
}

}  // namespace
}  // namespace spillway::window
