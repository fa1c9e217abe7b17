// Edits that remove one cause from a source: what they change, and that line numbers stay.

#include "app/compiler/causes/cause_source.h"
#include "app/compiler/causes/cause_repairs.h"
#include "app/compiler/causes/one_kernel.h"
#include "app/compiler/causes/stable_names.h"

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
                       "    Disc disc(out[0]), other(1); f(n); Disc declared();\n"
                       "    out[n] = many[0] > one; return;\n"
                       "}\n"),
              "inside:1 many[]:5 one:5 pointer:5 state:6 pack[]:8 f:9 nested:9 disc:10 other:10 ");
}

TEST(LocalVariables, keep_the_first_of_a_declaration_with_template_arguments)
{
    const auto found = find_local_variables(
        "void f() {\n kernel_t k = scale<T, Count, is_fast>;\n thrust::sequence(a.begin(), a.end(), 0);\n"
        " m.retrieve(a, b.begin());\n int x = 1, y[2];\n}\n");
    std::vector<std::string> names;
    for (const LocalVariable& variable : found) {
        names.push_back(variable.name);
        EXPECT_GT(variable.statement_end, variable.name_end) << variable.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"k", "x", "y"}));
}

TEST(LocalVariables, are_none_in_unbalanced_text)
{
    EXPECT_EQ(names_of("void f() { float a[4"), "");
    EXPECT_EQ(names_of("void f() { {{{{ ))) ]] float"), "");
    EXPECT_EQ(names_of(""), "");
}

TEST(CauseSource, leaves_a_byte_order_mark_at_the_start)
{
    const std::string text =
        "__global__ void k(float* out, int i) {\n    float a[4] = {};\n    a[i] = 1;\n    out[0] = a[i];\n}\n";
    const std::string mark(catalogue::byte_order_mark);
    for (const auto& edits_of :
         {+[](std::string_view of) { return select_elements(of, *declared_in_line(of, "a", 2)).edits; },
          +[](std::string_view of) { return empty_other_kernels(of, "_Z1jPf"); },
          +[](std::string_view) { return Edits{undefine_bounds()}; }}) {
        const std::string plain = edited(text, edits_of(text));
        EXPECT_NE(plain, text);
        EXPECT_EQ(edited(mark + text, edits_of(mark + text)), mark + plain);
    }
}

TEST(CauseSource, unrolls_only_counted_loops)
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

TEST(CauseSource, follows_a_variable_into_the_functions_that_get_it)
{
    const std::string text =
        "__device__ int sum(int n, int* v) { return v[n] + deeper(v); }\n"
        "__device__ int deeper(int* w) { return w[w[1]]; }\n"
        "__device__ int other(int* v) { return v[7]; }\n"
        "__global__ void k(int* out, int n) { int s[4]; out[n] = sum(n, s); }\n";
    EXPECT_EQ(edited(text, fix_indices(text, "s")),
              "__device__ int sum(int n, int* v) { return v[0] + deeper(v); }\n"
              "__device__ int deeper(int* w) { return w[0]; }\n"
              "__device__ int other(int* v) { return v[7]; }\n"
              "__global__ void k(int* out, int n) { int s[4]; out[n] = sum(n, s); }\n");
}

TEST(CauseRepairs, select_the_elements_of_arrays_with_one_index)
{
    const std::string text = "void f(int i) { int a[4]; a[i] += a[2]; x = b.a[i]; }";
    const std::string selected = edited(text, select_elements(text, *declared_in_line(text, "a", 1)).edits);
    EXPECT_NE(selected.find("void f(int i) { int a[4]; spillway_at(a, i) += a[2]; x = b.a[i]; }"), std::string::npos)
        << selected;
    const std::string two_indices = "void f(int i) { int a[4][4]; a[i][0] = 1; }";
    EXPECT_TRUE(select_elements(two_indices, *declared_in_line(two_indices, "a", 1)).edits.empty());
    const std::string two =
        "void f(int i) {\n{ int a[4]; a[i] = 1; }\nint a[3]; a[i] = 2; }\nvoid g(int* a, int i) { a[i]; }";
    EXPECT_NE(edited(two, select_elements(two, *declared_in_line(two, "a", 2)).edits)
                  .find("{ int a[4]; spillway_at(a, i) = 1; }\nint a[3]; a[i] = 2; }"),
              std::string::npos)
        << "others of that name stay";
    const std::string members =
        "void f(H h, int i) { h.bins[i]++; h.bins[3] = 0; h.all[i] = 1; } void g() { h.bins[i]; }";
    const Selection selection = select_elements(members, {"h", members.find("h,") + 1});
    EXPECT_EQ(selection.arrays, (std::vector<std::string>{"h.bins", "h.all"}));
    EXPECT_NE(edited(members, selection.edits)
                  .find("spillway_at(h.bins, i)++; h.bins[3] = 0; spillway_at(h.all, i) = 1; } "
                        "void g() { h.bins[i]; }"),
              std::string::npos);
}

TEST(CauseSource, finds_the_statement_of_each_counted_loop)
{
    const std::string text =
        "void f() { for (int i = 0; i < 4; ++i) if (a) x(); else { y(); } z(); for (int j = 0; j < 2; ++j) {\n"
        "for (int k = 0; k < 3; ++k) w[k] = [] { return 1; }(); } for (;;) {} }";
    std::vector<std::string> found;
    for (const Loop& loop : counted_loops(text)) found.push_back(text.substr(loop.begin, loop.end - loop.begin));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0], "for (int i = 0; i < 4; ++i) if (a) x(); else { y(); }");
    EXPECT_TRUE(found[1].ends_with("(); }")) << found[1];
    EXPECT_EQ(found[2], "for (int k = 0; k < 3; ++k) w[k] = [] { return 1; }();");
    EXPECT_EQ(counted_loops("for (int i = 0; i < 4; ++i) {").size(), 1U) << "a loop without an end";
}

TEST(CauseRepairs, make_a_by_value_parameter_a_grid_constant)
{
    const std::string text =
        "struct T { int v[8]; };\n__global__ void k(float* p,\n const T t, const __grid_constant__ T u) {}\n";
    const auto found = by_value_parameter(text, "_Z1kPf1TS0_", 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "t");
    EXPECT_EQ(found->line, 3);
    EXPECT_NE(edited(text, found->edits).find("\n const __grid_constant__ T t, "), std::string::npos);
    EXPECT_FALSE(by_value_parameter(text, "_Z1kPf1TS0_", 0)) << "a pointer";
    EXPECT_FALSE(by_value_parameter(text, "_Z1kPf1TS0_", 2)) << "is one already";
    EXPECT_FALSE(by_value_parameter(text, "_Z1kPf1TS0_", 9));
    EXPECT_FALSE(by_value_parameter(text, "_Z5otherv", 0));
}

TEST(CauseSource, drops_bounds_over_lines_and_keeps_the_lines)
{
    const std::string text =
        "__global__ void __launch_bounds__(256,\n 4) k() {}\n__global__ __maxnreg__(32) void j() {}";
    EXPECT_EQ(edited(text, drop_bounds(text)), "__global__ void \n k() {}\n__global__  void j() {}");
}

TEST(CauseSource, empties_the_bodies_of_other_kernels_and_instances)
{
    const std::string text =
        "namespace a {\ntemplate <int N> __global__ void k() {\n x(); }\n__global__ void j() { k<1>();\n }\n}\n"
        "__device__ void f() { y(); }\n__global__ void i();\n";
    EXPECT_EQ(edited(text, empty_other_kernels(text, "a::k<8>")),
              "namespace a {\ntemplate <int N> __global__ void k() { if constexpr ((N) == (8)) {\n x(); } }\n"
              "__global__ void j() {}\n\n}\n__device__ void f() { y(); }\n__global__ void i();\n");
    const std::string types = "template <typename T, E e> __global__ void k(T x) { x(); }";
    EXPECT_NE(edited(types, empty_other_kernels(types, "k<pair<int, float>, (E)1>"))
                  .find("{ if constexpr (spillway_same<T, pair<int, float>>::value && (e) == ((E)1)) { x(); } }"),
              std::string::npos);
    const std::string pack = "template <typename... T> __global__ void k(T... x) { f(x...); }";
    EXPECT_EQ(edited(pack, empty_other_kernels(pack, "k<int, float>")), pack);
}

TEST(StableNames, have_no_hash_of_the_text)
{
    EXPECT_EQ(stable_names("_ZN36_GLOBAL__N__dc4ada30_8_anon7_cu_main1kEPfi_param_0"),
              "_ZN12_GLOBAL__N_11kEPfi_param_0");
    EXPECT_EQ(stable_names("call _ZN46_GLOBAL__N__00000000_8_anon7_cu_0ab6df5d_250321kEPfi, (x);"),
              "call _ZN12_GLOBAL__N_11kEPfi, (x);");
    EXPECT_EQ(stable_names("_Z7_GLOBALv my_INTERNAL_x 999_INTERNAL_"), "_Z7_GLOBALv my_INTERNAL_x 999_INTERNAL_");
}

TEST(CauseSource, skips_calls_of_the_library_only)
{
    const std::string text = "x = std::sin(y) + object.sin(y) + cos(y) + using_sin(y); // sin(z)";
    EXPECT_EQ(edited(text, skip_library_calls(text, "sin")),
              "x = spillway_plain(y) + object.sin(y) + cos(y) + using_sin(y); // sin(z)");
    const std::string with_plain_call = edited(text, {plain_call()});
    EXPECT_TRUE(with_plain_call.starts_with("template")) << with_plain_call;
    EXPECT_NE(with_plain_call.find("\n#line 1\n"), std::string::npos) << "a directive may follow in its own line";
    ASSERT_EQ(library_calls(text).size(), 2U);
    EXPECT_EQ(library_calls(text)[1].name, "cos");
    EXPECT_TRUE(library_calls("float sin(float x); double cos(double);").empty()) << "declarations of a header";
    EXPECT_EQ(library_calls("return sin(x);").size(), 1U);
}

TEST(CauseSource, reads_back_the_sizes)
{
    const std::string ptx =
        ".func one()\n{\n// begin\n// spillway local 3 128\n// spillway local 0 4\n// spillway local 12\n}\n"
        ".visible .entry k()\n{\n// spillway local 3 12\n// spillway local 3 64\n}\n";
    EXPECT_EQ(told_sizes(ptx),
              (std::map<std::size_t, SizesByFunction>{{3, {{"one", 128}, {"k", 64}}}, {0, {{"one", 4}}}}));
}

}  // namespace
}  // namespace spillway::compiler
