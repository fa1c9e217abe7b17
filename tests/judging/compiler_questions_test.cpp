#include "app/catalogue/compiler_questions.h"

#include <gtest/gtest.h>

namespace spillway::catalogue {
namespace {

TEST(CompilerQuestions, NamesThatDifferBetweenCompilersAreFound)
{
    EXPECT_EQ(compiler_question("#ifdef __CUDA_ARCH__\n"), "__CUDA_ARCH__");
    EXPECT_EQ(compiler_question("#if defined(__CUDACC_RTC__)\n"), "__CUDACC_RTC__");
    EXPECT_EQ(compiler_question("if (__CUDA_\\\nARCH__ > 800) x();"), "__CUDA_ARCH__");
    EXPECT_EQ(compiler_question("NV_IF_TARGET(NV_IS_HOST, x)"), "NV_IF_TARGET");
    EXPECT_EQ(compiler_question("#ifdef __GNUC__\n"), "__GNUC__");
    EXPECT_EQ(compiler_question("#define J(a, b) a##b\n # if J(__CU, DA_ARCH__)\n"), "##");
}

TEST(CompilerQuestions, OrdinaryLinesAskNothing)
{
    for (const char* text : {"#pragma unroll 4\n__shared__ float tile[32];\n__syncthreads();",
                             "#define N 4\n#if N > 2\nint x = __popc(N);\n#endif",
                             "#define NAME(x) my_##x\nint NAME(y);", "my__CUDA_ARCH__ = 3;"})
        EXPECT_FALSE(compiler_question(text)) << text;
}

}  // namespace
}  // namespace spillway::catalogue
