// A command line is split as a shell splits it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/base/command_words.h"

namespace spillway::base {
namespace {

TEST(CommandWords, KeepsQuotedWordsTogether)
{
    EXPECT_EQ(command_words("ssh lab  spillway-worker"), (std::vector<std::string>{"ssh", "lab", "spillway-worker"}));
    EXPECT_EQ(command_words("'a b' \"c d\"e"), (std::vector<std::string>{"a b", "c de"}));
    EXPECT_EQ(command_words("ssh lab ''"), (std::vector<std::string>{"ssh", "lab", ""}));
    EXPECT_TRUE(command_words("  ").empty());
}

TEST(CommandWords, ABackslashKeepsABlankInItsWord)
{
    EXPECT_EQ(command_words("a\\ b c"), (std::vector<std::string>{"a b", "c"}));
    EXPECT_EQ(command_words("'a\\ b'"), std::vector<std::string>{"a\\ b"}) << "not in single quotes";
}

TEST(CommandWords, AnOpenQuoteIsFound)
{
    EXPECT_TRUE(has_open_quote("nvcc 'a.cu"));
    EXPECT_FALSE(has_open_quote("nvcc \"it's\" a.cu"));
}

}  // namespace
}  // namespace spillway::base
