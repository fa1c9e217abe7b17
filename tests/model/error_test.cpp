#include <string>

#include <gtest/gtest.h>

#include "app/model/error.h"

namespace spillway::model {
namespace {

// Runs in the release build too, where assert() is empty.
TEST(ExpectedDeathTest, ValueOfAnErrorEndsTheProgramWithTheError)
{
    const Expected<int> refused = Error{"the file is empty", "a.json", "write something into it"};
    EXPECT_DEATH((void)refused.value(), "value\\(\\) of an error: a.json: the file is empty; write something into it");
    EXPECT_DEATH((void)*refused, "value\\(\\) of an error");
    Expected<std::string> text = Error{"no text", "", ""};
    EXPECT_DEATH((void)text->size(), "value\\(\\) of an error: no text");
}

TEST(ExpectedDeathTest, ErrorOfAValueEndsTheProgram)
{
    const Expected<int> seven = 7;
    EXPECT_DEATH((void)seven.error(), "error\\(\\) of a value");
}

}  // namespace
}  // namespace spillway::model
