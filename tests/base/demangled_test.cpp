#include "app/base/demangled.h"

#include <gtest/gtest.h>

namespace spillway::base {
namespace {

TEST(Demangled, WhatIsNoMangledNameStays)
{
    for (const char* name : {"", "_Z", "_Zzz(1)", "scale", "_Z9999999999999f"}) EXPECT_EQ(demangled(name), name);
    EXPECT_EQ(demangled("_Z5scaleILi8EEvPf"), "void scale<8>(float*)");
}

TEST(Demangled, NamespacesAndTypesOfTemplatesStay)
{
    EXPECT_EQ(name_of_signature("void a::b<c(int), 3>::d<float const*>(float, int)"),
              "a::b<c(int), 3>::d<float const*>");
    EXPECT_EQ(name_of_signature("void (anonymous namespace)::d<2>(int)"), "(anonymous namespace)::d<2>");
}

}  // namespace
}  // namespace spillway::base
