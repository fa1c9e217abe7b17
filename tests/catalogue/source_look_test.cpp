// Facts from the text of a stranger's .cu, before the user trusts it.

#include "app/catalogue/plain/source_look.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

using testing::ElementsAre;

constexpr const char* whole_program = R"(#include <cstdio>
#include "tile.h"
#define TILE 32
#define REPEAT (100)
#define TWICE 1
#define TWICE 2
#define CHECK(call) do { if ((call) != cudaSuccess) abort(); } while (0)
#define MANY "src/*.cu"

/* a comment with __global__ void none() {} in it */
Vec& operator+=(Vec& a, const Vec& b);
struct Grid make_grid(int n) { return {n}; }

namespace detail {
template <typename T, int Radius = 4>
__global__ void blur(const T* in, T* out, int n)
{
    const char* text = "} __global__ void neither() {";
}
}

extern "C" __global__ void __launch_bounds__(128) plain(float* out) {}
__global__ __attribute__((noinline)) void attributed(float* out);

int main(int argc, char** argv)
{
    constexpr int block = 8 * TILE;
    dim3 shape(16, 16);
    detail::blur<float, 7><<<1, block, 2 * sizeof(float) * block>>>(nullptr, nullptr, 0);
    plain<<<dim3(4), shape>>>(nullptr);
}
)";

std::vector<std::string> names_of(const std::vector<SeenKernel>& kernels)
{
    std::vector<std::string> names;
    for (const SeenKernel& seen : kernels) names.push_back(seen.name);
    return names;
}

TEST(SourceLook, SeesKernelsWithTheirNamespacesAndLines)
{
    const SourceLook look = look_at(whole_program);
    EXPECT_THAT(names_of(look.kernels), ElementsAre("detail::blur", "plain", "attributed"));
    EXPECT_EQ(look.kernels[0].line, 16);
    ASSERT_EQ(look.kernels[0].parameters.size(), 2U);
    EXPECT_EQ(look.kernels[0].parameters[1].name, "Radius");
    EXPECT_TRUE(look.kernels[1].parameters.empty());
}

TEST(SourceLook, ANumberThatIsDefinedOnceCouldBeASlider)
{
    const SourceLook look = look_at(whole_program);
    ASSERT_EQ(look.defines.size(), 2U);
    EXPECT_EQ(look.defines[0].name, "TILE");
    EXPECT_EQ(look.defines[1].value, 100);
}

TEST(SourceLook, AByteOrderMarkHidesNoFirstLine)
{
    const std::string mark(byte_order_mark);
    const SourceLook look = look_at(mark + "#define TILE 32\n__global__ void k() {}\n");
    ASSERT_EQ(look.defines.size(), 1U);
    EXPECT_EQ(look.defines[0].begin, mark.size() + std::string("#define TILE ").size());
    EXPECT_EQ(with_numbers(mark + "#define TILE 32\n", {{"TILE", 8}}), mark + "#define TILE 8\n");
    EXPECT_EQ(includes_of(mark + "#include <tile.h>\n").size(), 1U);
}

TEST(SourceLook, LaunchesAreReadWithTheirConfigurations)
{
    const SourceLook look = look_at(whole_program);
    ASSERT_EQ(look.launches.size(), 2U);
    EXPECT_EQ(look.launches[0].kernel, "detail::blur");
    EXPECT_EQ(look.launches[0].template_arguments, "float, 7");
    EXPECT_EQ(look.launches[0].block, "block");
    EXPECT_EQ(look.launches[0].shared, "2 * sizeof(float) * block");
    EXPECT_EQ(look.launches[1].grid, "dim3(4)");
    EXPECT_EQ(look.launches[1].block, "shape");
}

TEST(SourceLook, UnclosedConstructsEndWithTheText)
{
    for (const char* text :
         {"template <> __global__", "template <int N", "__global__ void k", "namespace a {", "#define", "#", "\"", "/*",
          "R\"(", "}}}}", "k<<<", "k<1, 2><<<", "<<<", ">>>", "#include <"})
        EXPECT_TRUE(look_at(text).kernels.empty()) << text;
    EXPECT_EQ(look_at("__global__ void k() {").kernels.size(), 1U);
}

TEST(SourceFiles, ANumberIsReplacedInItsOriginalNotation)
{
    const std::string text =
        "#define A 32 // a\n#define B (0x20u)\n#define C 010\n#define D -4\n#define E 3000000000u\n";
    EXPECT_EQ(with_numbers(text, {{"A", 64}, {"B", 48}, {"C", 16}, {"D", 5}, {"E", 7}}),
              "#define A 64 // a\n#define B (0x30u)\n#define C 020\n#define D 5\n#define E 7u\n");
    EXPECT_EQ(with_numbers(text, {{"A", 32}, {"C", 8}, {"none", 1}}), text) << "its own numbers change nothing";
}

}  // namespace
}  // namespace spillway::catalogue
