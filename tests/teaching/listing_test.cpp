#include <gtest/gtest.h>

#include "app/teaching/listing_index.h"
#include "app/teaching/source_outline.h"

namespace spillway::teaching {
namespace {

using model::ListingLine;

TEST(Source, LinesAreCut)
{
    EXPECT_EQ(split_lines("a\r\n\tb\n\nc"), (std::vector<std::string>{"a", "    b", "", "c"}));
    EXPECT_EQ(split_lines("a\n"), std::vector<std::string>{"a"});
    EXPECT_EQ(split_lines("").size(), 1U);
}

TEST(Source, BaseNameDropsTemplateArgumentsAndNamespaces)
{
    EXPECT_EQ(base_name("running_mean_local<32, ns::T>"), "running_mean_local");
    EXPECT_EQ(base_name("ns::copy"), "copy");
}

constexpr const char* source = R"(#include <x.h>
// how many
constexpr int count = 4;
struct Pair { int a; };
namespace detail {
__device__ float helper(const float* p) { return p[count]; }
}
__device__ void unused_helper() {}
// The first one: "{"
template <int N>
__global__ __launch_bounds__(256) void mean(const float* in, float* out)
{
    out[0] = detail::helper(in);
}

// The second one.
template <int N>
__global__ void mean_local(const float* in, float* out)
{
    Pair pair{N};
    out[0] = in[pair.a];
}
)";

std::string marks(const char* kernel)
{
    std::string text;
    for (const bool belongs : lines_of_kernel(split_lines(source), kernel)) text += belongs ? 'x' : '.';
    return text;
}

TEST(Source, AKernelsLinesAndWhatItUses)
{
    EXPECT_EQ(marks("mean"), "xxx.xxx.xxxxxxx.......");
    EXPECT_EQ(marks("mean_local"), "x..xx.x.......xxxxxxxx");
    EXPECT_EQ(marks("no_such_kernel"), std::string(22, 'x'));
}

TEST(Source, AnEnumsConstantsAndABareVariableBelongToTheirUser)
{
    const std::vector<std::string> lines = {
        "enum : unsigned { Unit = 16, Half = Unit / 2 };", "__device__ unsigned counter;",
        "__global__ void counts() { counter += Half; }", "__global__ void rests(float* out) { *out = 0; }"};
    EXPECT_EQ(lines_of_kernel(lines, "counts"), (std::vector<bool>{true, true, true, false}));
    EXPECT_EQ(lines_of_kernel(lines, "rests"), (std::vector<bool>{false, false, false, true}));
}

TEST(Source, BrokenSourceIsSurvived)
{
    for (const char* text : {"}}}}", "{{{{", "template <", "__global__ void f(", "/* never", "\"", "struct", "= = ;"})
        EXPECT_EQ(lines_of_kernel(split_lines(text), "f").size(), 1U);
}

std::vector<ListingLine> two_kernels()
{
    return {{".version 9.0", 0, false},
            {".visible .entry _Z12running_meanILi8EEvPKfPf(", 0, false},
            {"{", 0, false},
            {"st.local.f32 [%rd2], %f1;", 17, true},
            {"}", 0, false},
            {".visible .entry _Z18running_mean_localILi8EEvPKfPf(", 0, false},
            {"{", 0, false},
            {"st.local.f32 [%rd2], %f1;", 27, true},
            {"ld.local.f32 %f1, [%rd2];", 30, true},
            {"}", 0, false}};
}

TEST(Listing, OnlyTheChosenKernelBelongs)
{
    const ListingIndex index = index_listing(two_kernels(), "running_mean");
    EXPECT_EQ(index.local_rows, std::vector<int>{3});
    EXPECT_TRUE(index.belongs[0]);
    EXPECT_TRUE(index.belongs[3]);
    EXPECT_FALSE(index.belongs[7]);
    EXPECT_EQ(index.rows_of_source_line.at(27), std::vector<int>{7});
    EXPECT_EQ(index_listing(two_kernels(), "running_mean_local").local_rows, (std::vector<int>{7, 8}));
}

TEST(Listing, AnUnknownKernelDimsNothing)
{
    EXPECT_EQ(index_listing(two_kernels(), "elsewhere").local_rows.size(), 3U);
}

TEST(Listing, Summary)
{
    const ListingIndex index = index_listing(two_kernels(), "running_mean_local");
    EXPECT_EQ(local_summary(index, {27, 30}, "PTX"), "2 places in the PTX touch local memory, from lines 27 and 30.");
    EXPECT_EQ(local_summary({}, {}, "SASS"), "Nothing in the SASS touches local memory.");
    EXPECT_EQ(local_summary(index_listing(two_kernels(), "running_mean"), {17}, "PTX"),
              "1 place in the PTX touches local memory, from line 17.");
    EXPECT_EQ(local_summary(index, {1, 2, 3, 4, 5, 6, 7, 8}, "PTX"),
              "2 places in the PTX touch local memory, from lines 1, 2, 3, 4, 5, 6 and 2 more.");
}

}  // namespace
}  // namespace spillway::teaching
