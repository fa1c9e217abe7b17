// Copies of a text with one cause taken away: what changes, and that lines stay where they are.

#include "app/compiler/causes/cause_source.h"

#include <gtest/gtest.h>

namespace spillway::compiler {
namespace {

std::string names_of(std::string_view text)
{
    std::string names;
    for (const LocalVariable& variable : find_local_variables(text))
        names += variable.name + (variable.is_array ? "[]" : "") + ":" + std::to_string(variable.line) + " ";
    return names;
}

TEST(LocalVariables, are_those_that_functions_declare)
{
    EXPECT_EQ(names_of("struct S { float member[4]; void f() { int inside; } };\n"
                       "__device__ float global[3];\n"
                       "template <int N, typename T = int>\n"
                       "__global__ void k(float* out, int n) {\n"
                       "    const unsigned long many[N], one = 1, *pointer;\n"
                       "    alignas(16) State<N * 2> state = load<N>(out);\n"
                       "    __shared__ float tile[8];\n"
                       "    for (int i = 0; i < n; ++i) { half2 pack[4] = {}; }\n"
                       "    auto f = [&](int i) { float nested{1}; return nested; };\n"
                       "    out[n] = many[0] > one; return;\n"
                       "}\n"),
              "inside:1 many[]:5 one:5 state:6 pack[]:8 f:9 nested:9 ");
}

TEST(LocalVariables, of_a_text_that_does_not_close_are_none)
{
    EXPECT_EQ(names_of("void f() { float a[4"), "");
    EXPECT_EQ(names_of("void f() { {{{{ ))) ]] float"), "");
    EXPECT_EQ(names_of(""), "");
}

TEST(CauseSource, unrolls_loops_that_count_and_no_others)
{
    const std::string text =
        "#pragma unroll 1\n"
        "for (int j = 0; j < 4; ++j) a[j] = 0;\n"
        "for (int i = t; i < n; i += gridDim.x * blockDim.x) f(i);\n"
        "for (const auto& x : list) f(x);\n";
    EXPECT_EQ(edited(text, unroll_loops(text)),
              "\n"
              "_Pragma(\"unroll\") for (int j = 0; j < 4; ++j) a[j] = 0;\n"
              "for (int i = t; i < n; i += gridDim.x * blockDim.x) f(i);\n"
              "for (const auto& x : list) f(x);\n");
}

TEST(CauseSource, fixes_the_indices_of_one_variable)
{
    const std::string text = "void f() { S s[4][2]; s[i][j].part[k].value = t[i] + x.s + s[t[i]][0].part[1].value; }";
    EXPECT_EQ(edited(text, fix_indices(text, "s")),
              "void f() { S s[4][2]; s[0][0].part[0].value = t[i] + x.s + s[0][0].part[0].value; }");
}

TEST(CauseSource, drops_bounds_over_lines_and_keeps_the_lines)
{
    const std::string text =
        "__global__ void __launch_bounds__(256,\n 4) k() {}\n__global__ __maxnreg__(32) void j() {}";
    EXPECT_EQ(edited(text, drop_bounds(text)), "__global__ void \n k() {}\n__global__  void j() {}");
}

TEST(CauseSource, skips_calls_of_the_library_only)
{
    const std::string text = "x = std::sin(y) + object.sin(y) + cos(y) + using_sin(y); // sin(z)";
    const std::string skipped = edited(text, skip_library_calls(text, "sin"));
    EXPECT_NE(skipped.find("x = spillway_plain(y) + object.sin(y) + cos(y) + using_sin(y); // sin(z)"),
              std::string::npos)
        << skipped;
    EXPECT_EQ(skipped.find('\n'), std::string::npos);
    ASSERT_EQ(library_calls(text).size(), 2U);
    EXPECT_EQ(library_calls(text)[1].name, "cos");
}

TEST(CauseSource, reads_the_sizes_that_it_has_told)
{
    EXPECT_EQ(told_sizes("// begin\n// spillway local 3 128\n// spillway local 0 4\n// spillway local 12"),
              (std::map<std::size_t, std::int64_t>{{3, 128}, {0, 4}}));
}

}  // namespace
}  // namespace spillway::compiler
