// Numbers of launches, evaluated from the text of a file's host code.

#include "app/catalogue/plain/host_numbers.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/plain/run_settings.h"

namespace spillway::catalogue {
namespace {

using testing::ElementsAre;

constexpr const char* host_part = R"(#define TILE 16
__global__ void scale(const float* in, float* out, int n);
int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    const int threads = 256, warps = threads / 32;
    int blocks = (n + threads - 1) / threads;
    size_t bytes = n * sizeof(float);
    dim3 tiles(TILE, TILE);
    float *d_in, *d_out;
    cudaMalloc((void**)&d_in, bytes);
    CHECK(cudaMalloc(&d_out, sizeof(float) * static_cast<size_t>(n)));
    thrust::device_vector<int> indices(n / 3);
    cudaMemcpyAsync(d_in, h_in, bytes, cudaMemcpyHostToDevice, stream);
    scale<<<blocks, threads, 2 * TILE * sizeof(float), stream>>>(d_in, d_out, n);
    other<<<dim3((n + 15) / TILE, 2), tiles>>>(thrust::raw_pointer_cast(indices.data()), std::min(n, 7));
}
)";

TEST(HostNumbers, AWholeNumberWithALeadingZeroIsOctal)
{
    const HostNumbers numbers(look_at("int main() { const int n = 010, m = 0x10, k = 0, l = 1'024u, z = 0.5f * 8; }"),
                              {});
    EXPECT_EQ(numbers.of("n"), 8);
    EXPECT_EQ(numbers.of("m"), 16);
    EXPECT_EQ(numbers.of("k"), 0);
    EXPECT_EQ(numbers.of("l"), 1024);
    EXPECT_EQ(numbers.of("z"), 4);
    EXPECT_EQ(numbers.of("09"), std::nullopt) << "no compiler takes it";
}

TEST(HostNumbers, AreEvaluatedAsInCpp)
{
    const HostNumbers numbers(look_at(host_part), {});
    EXPECT_EQ(numbers.of("n"), 1 << 20) << "the value without arguments";
    EXPECT_EQ(numbers.of("blocks"), 4096);
    EXPECT_EQ(numbers.of("warps"), 8) << "the second of one declaration";
    EXPECT_EQ(numbers.of("bytes"), 4.0 * (1 << 20));
    EXPECT_EQ(numbers.of("7 / 2 * 2"), 6);
    EXPECT_EQ(numbers.of("7 / 2.0"), 3.5);
    EXPECT_EQ(numbers.of("(float)7 / 2"), 3.5);
    EXPECT_EQ(numbers.of("-(3 + 4) % 4"), -3);
    EXPECT_EQ(numbers.of("1 + 2 << 3"), 24);
    EXPECT_EQ(numbers.of("0x10u + 1'000"), 1016);
    EXPECT_EQ(numbers.of("1.5f"), 1.5);
    EXPECT_EQ(numbers.of("std::max(TILE, 3)"), 16);
    EXPECT_EQ(numbers.of("sizeof(double)"), 8);
    EXPECT_FALSE(numbers.of("unknown + 1"));
    EXPECT_FALSE(numbers.of("1 / 0"));
    EXPECT_FALSE(numbers.of("n +"));
    EXPECT_FALSE(numbers.of(""));
    EXPECT_THAT(numbers.shape("dim3((n + 15) / TILE, 2)").value_or(std::vector<std::int64_t>{}),
                ElementsAre(65536, 2, 1));
    EXPECT_THAT(numbers.shape("tiles").value_or(std::vector<std::int64_t>{}), ElementsAre(16, 16, 1));
    const HostNumbers others(look_at(host_part), {{"TILE", 8}});
    EXPECT_EQ(others.of("TILE * 2"), 16) << "a slider's value comes first";
}

TEST(HostNumbers, ShapesAreReadInEveryCommonNotation)
{
    const auto shape_in = [](const std::string& body) {
        const HostNumbers numbers(look_at("int main() {\n" + body + "\nk<<<g, b>>>();\n}"), {}, 9);
        return numbers.shape("b").value_or(std::vector<std::int64_t>{});
    };
    EXPECT_THAT(shape_in("dim3 g((40 + 15) / 16, 2), b(16, 8);"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("dim3 g{3, 2}, b{16, 8};"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("const dim3 b = {16, 8};"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("dim3 b = dim3(16, 8);"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("dim3 g, b; b.x = 16; b.y = 8;"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("dim3 b(16); b.y = 8;"), ElementsAre(16, 8, 1));
    EXPECT_THAT(shape_in("f(a, b(16, 8));"), ElementsAre()) << "a call";
    EXPECT_THAT(shape_in("int2 b; b.x = 16;"), ElementsAre()) << "no shape";
    EXPECT_THAT(shape_in("} void f(dim3 b, dim3 g) {"), ElementsAre()) << "a parameter";
}

TEST(HostNumbers, EachLaunchHasTheShapeOfItsPlace)
{
    const SourceLook look = look_at("int main() {\ndim3 b(16); b.y = 8;\nk<<<1, b>>>();\nb.x = 32;\nk<<<1, b>>>();\n}");
    ASSERT_EQ(look.launches.size(), 2U);
    const HostNumbers numbers(look, {});
    EXPECT_THAT(numbers.shape(look.launches[0].block).value_or(std::vector<std::int64_t>{}), ElementsAre(16, 8, 1));
    EXPECT_THAT(numbers.shape(look.launches[1].block).value_or(std::vector<std::int64_t>{}), ElementsAre(32, 8, 1));
}

TEST(HostNumbers, ArgumentsOfLaunchesAndAllocationsAreFound)
{
    const SourceLook look = look_at(host_part);
    ASSERT_EQ(look.launches.size(), 2U);
    EXPECT_THAT(look.launches[0].arguments, ElementsAre("d_in", "d_out", "n"));
    EXPECT_THAT(look.launches[1].arguments, ElementsAre("thrust::raw_pointer_cast(indices.data())", "std::min(n, 7)"));
    ASSERT_EQ(look.allocations.size(), 3U);
    EXPECT_EQ(look.allocations[0].name, "d_in");
    EXPECT_EQ(look.allocations[0].bytes, "bytes");
    EXPECT_EQ(look.allocations[2].name, "indices");
    EXPECT_EQ(look.allocations[2].elements, "n / 3");
    EXPECT_THAT(look.copied_to, ElementsAre("d_in"));
}

TEST(HostNumbers, AVariableCountsUntilItIsReassigned)
{
    const SourceLook look =
        look_at("int main() {\nint n = 8, k = 2, s = 1; int m = 4;\nn = 16;\n++k;\ns <<= 1;\nm *= 2;\n}");
    for (const std::string name : {"n", "k", "s", "m"}) {
        EXPECT_TRUE(HostNumbers(look, {}, 2).of(name)) << name;
        EXPECT_FALSE(HostNumbers(look, {}, 6).of(name)) << name;
    }
    const SourceLook loop = look_at("int main() { for (int s = 1; s < 100; s *= 2) step<<<1, s>>>(s); }");
    EXPECT_EQ(HostNumbers(loop, {}, 1).of("s"), 1) << "the first launch of the loop";
    EXPECT_EQ(HostNumbers(look, {}, 3).of("k + m"), 6) << "the launch comes before they are reassigned";
}

// Evaluating every occurrence of every name would take 2^60 additions.
TEST(HostNumbers, ChainsOfNamesAreBounded)
{
    std::string text = "int a0 = 1;\n";
    for (int i = 1; i <= 60; ++i)
        text += "int a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " + a" + std::to_string(i - 1) + ";\n";
    text += "int round = round + 1;\nint deep = " + std::string(200, '(') + "1" + std::string(200, ')') + ";\n";
    const HostNumbers numbers(look_at(text), {});
    EXPECT_EQ(numbers.of("a4"), 16);
    EXPECT_FALSE(numbers.of("a60"));
    EXPECT_FALSE(numbers.of("round"));
    EXPECT_FALSE(numbers.of("deep"));
}

TEST(RunSettings, AreSizesContentsAndShapes)
{
    const auto ramp = buffer_setting("100:ramp:5:2");
    ASSERT_TRUE(ramp);
    EXPECT_EQ(ramp->elements, 100);
    EXPECT_EQ(ramp->fill, model::Fill::ramp);
    EXPECT_EQ(ramp->from, 5);
    EXPECT_EQ(ramp->step, 2);
    const auto integers = buffer_setting(":integers:0:255");
    ASSERT_TRUE(integers);
    EXPECT_FALSE(integers->elements);
    EXPECT_EQ(integers->to, 255);
    for (const char* wrong : {"", "0", "-1", "1.5", "ramp", "10:", "10:ramps", "10:ramp:a", "10:ramp:1:2:3", "1e99"})
        EXPECT_FALSE(buffer_setting(wrong)) << wrong;
    EXPECT_THAT(*extents_in("16,8"), ElementsAre(16, 8, 1));
    for (const char* wrong : {"", "0", "a", "1,2,3,4", "-1", "3000000000"}) EXPECT_FALSE(extents_in(wrong)) << wrong;
}

TEST(RunSettings, OfAFileBesideAreCheckedByKey)
{
    const auto read = run_settings_in(R"({"run_here": {"k": {"grid": 4, "set": {"n": 3, "in": "5:zero"}}}})", "here");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->at("k").grid, "4");
    EXPECT_EQ(read->at("k").arguments.at("n"), "3");
    EXPECT_TRUE(run_settings_in("{}", "here")->empty());
    for (const char* wrong : {R"({"run_here": 3})", R"({"run_here": {"k": 3}})", R"({"run_here": {"k": {"x": 1}}})"})
        EXPECT_FALSE(run_settings_in(wrong, "here")) << wrong;
}

}  // namespace
}  // namespace spillway::catalogue
