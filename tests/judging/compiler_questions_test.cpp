#include "app/catalogue/compiler_questions.h"

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/catalogue/learners_code.h"

namespace spillway::catalogue {
namespace {

std::optional<std::string> asked(const char* text)
{
    return compiler_question(code_of(text));
}

TEST(CompilerQuestions, NamesThatDifferBetweenCompilersAreFound)
{
    EXPECT_EQ(asked("#ifdef __CUDA_ARCH__\n"), "__CUDA_ARCH__");
    EXPECT_EQ(asked("#if defined(__CUDACC_RTC__)\n"), "__CUDACC_RTC__");
    EXPECT_EQ(asked("if (__CUDA_\\\nARCH__ > 800) x();"), "__CUDA_ARCH__");
    EXPECT_EQ(asked("if (__CUDA_\\ \t\nARCH__ > 800) x();"), "__CUDA_ARCH__");
    EXPECT_EQ(asked("NV_IF_TARGET(NV_IS_HOST, x)"), "NV_IF_TARGET");
    EXPECT_EQ(asked("#ifdef __GNUC__\n"), "__GNUC__");
    EXPECT_EQ(asked("const char* hidden = \"//\"; int x = __CUDA_ARCH__; // \""), "__CUDA_ARCH__");
}

TEST(CompilerQuestions, OrdinaryLinesAndCommentsAskNothing)
{
    for (const char* text : {"#pragma unroll 4\n__shared__ float tile[32];\n__syncthreads();",
                             "#define N 4\n#if N > 2\nint x = __popc(N);\n#endif", "my__CUDA_ARCH__ = 3;",
                             "// faster than with __CUDACC__, don't ask\nint x;", "/* __CUDA_ARCH__ */ int x;"})
        EXPECT_FALSE(asked(text)) << text;
}

/// An exercise whose reference and helper stand before the learner's lines.
model::Experiment exercise(const std::string& yours)
{
    model::Experiment each;
    each.reference.entry = "as_it_was<96>";
    each.source =
        "template <int N> struct State { float value[N]; };\ntemplate <int N> __global__ void as_it_was() {}\n"
        "// ---- yours from here ----\n" +
        yours + "\n// ---- yours to here ----\n";
    return each;
}

TEST(LearnersLines, ThatWouldChangeWhatTheyAreJudgedByAreRefused)
{
    const auto refused = [](const char* yours) {
        return why_not_the_exercise(exercise("old"), exercise(yours)).has_value();
    };
    for (const char* yours :
         {"#define J(a, b) a##b\nif (J(__CU, DA_ARCH__)) {}", "%:define J(a, b) a%:%:b\n",
          "template <> __device__ State<48> stepped(State<48> s) { return s; }",
          "template <> struct State<48> { int nothing[48]; };", "template <int N> struct State<N * 2> {};",
          "template<\n> __global__ void as_it\\\n_was<96>() {}", "#define as_it_was yours", "#undef State",
          "#define State Nothing", "#define JOIN(a, b) a##b\ntemplate <int N> void JOIN(as_it, _was)() {}",
          "void yours() { as_it_was<96>(); }"})
        EXPECT_TRUE(refused(yours)) << yours;
    for (const char* yours : {"// as_it_was is slower\nvoid yours() {}", "void as_it_was_before() {}",
                              "template <int N> struct Mine { State<N> state; };",
                              "template <int N, int M> struct F {}; template <int M> struct F<0, M> {};",
                              "template <> __device__ int mine<3>() { return 3; }", "#define TILE 32\nvoid yours() {}"})
        EXPECT_FALSE(refused(yours)) << yours;
}

TEST(LearnersLines, DoNotReachTheReference)
{
    const model::SourceText whole{"hash", "kernel.cu", exercise("template <> struct State<48> {};").source};
    const model::SourceText own = reference_source(whole);
    EXPECT_EQ(own.text.find("48"), std::string::npos);
    EXPECT_NE(own.text.find("as_it_was"), std::string::npos);
    EXPECT_NE(own.hash, whole.hash);
    const model::SourceText other{"hash", "kernel.cu", "no exercise"};
    EXPECT_EQ(reference_source(other), other);
}

}  // namespace
}  // namespace spillway::catalogue
