// The order in which a search shows what it finds.

#include "app/teaching/found_texts.h"

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

using Indices = std::vector<std::size_t>;

const std::vector<FindText> texts{{"Running mean", "Where does window[] live? running_mean"},
                                  {"Bank conflicts", "Which words fall together?"},
                                  {"Which lanes meet in a bank?", "Bank conflicts"},
                                  {"Embankment", ""},
                                  {"Stencil", "a running window"}};

TEST(FoundTexts, need_every_word_in_label_or_more)
{
    EXPECT_EQ(found_texts(texts, "running window", 9), (Indices{0, 4}));
    EXPECT_EQ(found_texts(texts, "running bank", 9), Indices{});
    EXPECT_EQ(found_texts(texts, "  ", 9), Indices{}) << "no words find nothing";
}

TEST(FoundTexts, begin_with_labels_that_begin_with_the_word)
{
    EXPECT_EQ(found_texts(texts, "BANK", 9), (Indices{1, 2, 3}));
    EXPECT_EQ(found_texts(texts, "bank", 2), (Indices{1, 2}));
}

TEST(FoundTexts, words_may_come_in_any_order)
{
    EXPECT_TRUE(has_all_words("next, previous step", "STEP next"));
    EXPECT_FALSE(has_all_words("next, previous step", "step last"));
    EXPECT_TRUE(has_all_words("anything", ""));
}

}  // namespace
}  // namespace spillway::teaching
