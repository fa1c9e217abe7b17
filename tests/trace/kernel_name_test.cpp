#include "app/trace/kernel_name.h"

#include <string>

#include <gtest/gtest.h>

namespace spillway::trace {
namespace {

TEST(KernelName, IsAsInTheSource)
{
    EXPECT_EQ(readable_name("_Z5scaleIfEvPT_i"), "scale<float>");
    EXPECT_EQ(readable_name("_Z3addPfi"), "add");
    EXPECT_EQ(readable_name("plain_c"), "plain_c");
    EXPECT_EQ(readable_name("_Znonsense"), "_Znonsense");
}

TEST(KernelName, CommandsNoTerminalAndIsNotEndless)
{
    EXPECT_EQ(readable_name("a\x1b[31m\nb").find('\x1b'), std::string::npos);
    EXPECT_LT(readable_name(std::string(100000, 'k')).size(), 3000u);
}

}  // namespace
}  // namespace spillway::trace
