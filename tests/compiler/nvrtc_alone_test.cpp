// NVRTC as the only compiler of a whole .cu: what it compiles, and the line that it rejects.

#include "app/compiler/whole_file.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/plain/source_files.h"
#include "app/compiler/device_compile.h"
#include "tests/compiler/whole_file_fixture.h"

namespace spillway::compiler {
namespace {

using testing::HasSubstr;

model::SourceText some_source(const char* text)
{
    return source_of(std::string(text));
}

TEST(NvrtcAlone, SaysWhichLaunchedKernelsOnlyNvccMakes)
{
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    const auto advice = [](const char* text, const char* kernel) {
        const model::SourceText source = some_source(text);
        const Compiled whole = compile(without_nvcc(), request_for(source), source);
        EXPECT_FALSE(whole.error) << whole.error->line();
        const auto found = kernel_of(whole, request_for(source, kernel));
        return found ? found->advice : std::string("no kernel");
    };
    EXPECT_THAT(
        advice("template <int N> __global__ void k(int* p) { p[0] = N; }\n__global__ void l(int* p) { p[0] = 1; }\n"
               "template <typename F> void with(F f) { f(0); }\n"
               "void run() { with([](auto n) { k<n.value><<<1, 1>>>(nullptr); }); }\n",
               "l"),
        testing::AllOf(HasSubstr("Line 4 of a.cu launches k"), HasSubstr("Install the CUDA toolkit")));
    EXPECT_THAT(advice("#include <thrust/sort.h>\n__global__ void l(int* p) { p[0] = 1; }\n"
                       "void run(int* p) {\n  thrust::sort(p, p + 4); }\n",
                       "l"),
                HasSubstr("Line 4 of a.cu launches thrust::sort"));
    EXPECT_THAT(advice("__global__ void l(int* p) { __shared__ int s[64]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] "
                       "= s[3]; }\n",
                       "l"),
                HasSubstr("addresses shared memory with 64 bits"));
    EXPECT_EQ(advice("__global__ void l(int* p) { p[0] = 1; }\n", "l"), "");
}

TEST(NvrtcAlone, TakesLambdasForTheDevice)
{
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    const std::string text =
        "template <typename F> __device__ void with(F f, int* p) { f(p); }\n"
        "[[nodiscard]] __device__ int one() { return 1; }\n"
        "__global__ void k(int* p)\n{\n"
        "    const int two[2] = {1, 2};\n"
        "    with([=] __device__(int* q) { *q = two[threadIdx.x & 1]; }, p);\n"
        "    with([&] __host__ __device__(int* q) { q[1] = one(); }, p);\n}\n";
    catalogue::SourceFiles files{{{"a.cu", text}}, {}};
    files.settings.flags = {"--extended-lambda", "--expt-relaxed-constexpr"};
    const model::SourceText source = source_of(files);
    const Compiled whole = compile(without_nvcc(), request_for(source), source);
    ASSERT_FALSE(whole.error) << whole.error->line();
    EXPECT_TRUE(kernel_of(whole, request_for(source, "k")));
}

TEST(NvrtcAlone, LeavesOutCudasHostHeaderWhereAnOwnFileHasItsName)
{
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    const model::SourceText source = source_of(
        {{{"a.cu", "#include \"vendors/cuda.h\"\n#include <sizes.h>\n__global__ void k(int* p) { p[0] = size; }\n"},
          {"vendors/cuda.h", "#pragma once\n#include <cuda.h>\n"},
          {"include/sizes.h", "constexpr int size = 1;\n"}},
         {{"include"}, {}, {}}});
    const Compiled whole = compile(without_nvcc(), request_for(source), source);
    EXPECT_FALSE(whole.error) << whole.error->line();
}

TEST(NvrtcAlone, NamesTheLineThatItCannotTake)
{
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    const auto refusal = [](const char* text) {
        const model::SourceText source = some_source(text);
        const auto error = compile(without_nvcc(), request_for(source), source).error;
        return error ? *error : model::Error{"", "", ""};
    };
    const model::Error host = refusal(
        "#include <string>\n\nstruct S { std::string s; __device__ int f() { return 1; } };\n"
        "__global__ void k(int* p) { p[0] = 1; }\n");
    EXPECT_THAT(host.what, HasSubstr("a.cu(3): error"));
    EXPECT_THAT(host.advice, HasSubstr("nvcc"));
}

TEST(NvrtcAlone, SaysWhichHeaderIsNotFound)
{
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    const auto error_of = [](const std::string& include) {
        const model::SourceText source =
            source_of("\n#include " + include + "\n__global__ void k(int* p) { p[0] = 1; }\n");
        return compile(without_nvcc(), request_for(source), source).error;
    };
    for (const char* mine : {"\"mine.h\"", "<mine.h>", "<common/mine.hpp>", "\"../mine.cuh\"", "<Mine/All>"}) {
        const auto missing = error_of(mine);
        ASSERT_TRUE(missing) << mine;
        EXPECT_THAT(missing->what, HasSubstr("a.cu(2)"));
        EXPECT_THAT(missing->what, HasSubstr("open source file \""));
        EXPECT_THAT(missing->advice, HasSubstr("The header was not found: name its folder with -I"));
        EXPECT_EQ(missing->what.find("spillway-work"), std::string::npos) << missing->what;
    }
    // Headers of the host compiler and of CUDA, and libraries that a program uses but a kernel does not.
    for (const char* theirs :
         {"<vector>", "<stdio.h>", "\"stdint.h\"", "<sys/time.h>", "<immintrin.h>", "<cublas_v2.h>", "<cuda_runtime.h>",
          "<thrust/sort.h>", "<nvToolsExt.h>", "<torch/extension.h>"}) {
        const auto error = error_of(theirs);
        EXPECT_FALSE(error) << theirs << ": " << error->line();
    }
}

TEST(NvrtcAlone, ReadsWhereItsLogNamesErrors)
{
    const catalogue::SourceFile first{"src/a.cu", ""};
    const auto lines = refused_lines(
        "a.cu(12): error: identifier \"x\" is undefined\n  x = 1;\n  ^\n"
        "/tmp/in/common/b.h(3): error #20: wrong\n"
        "          detected during instantiation of \"k<T>\" at line 40 of a.cu\n"
        "            instantiation of \"l<T>\" at line 7\n"
        "/usr/include/c.h(9): error: not ours\na.cu(5): warning: no error\n",
        "/tmp/in/", first);
    using Line = catalogue::RefusedLine;
    EXPECT_THAT(lines, testing::ElementsAre(Line{"src/a.cu", 12}, Line{"common/b.h", 3}, Line{"src/a.cu", 40},
                                            Line{"common/b.h", 7}));
    EXPECT_TRUE(refused_lines("", "/tmp/in/", first).empty());
    EXPECT_TRUE(refused_lines("(): error\n at line \n(99999999999): error", "/tmp/in/", first).empty());
}

TEST(WholeFile, NvrtcAloneTakesKernelsAndSaysWhatItDoesNot)
{
    const Toolchain alone = without_nvcc();
    if (!alone.nvrtc) GTEST_SKIP() << alone.nvrtc.error().line();
    const model::SourceText kernels =
        source_of({{{"src/a.cu", "#include \"../common/t.h\"\n__global__ void k(int* p) { p[0] = tile; }\n"},
                    {"common/t.h", "constexpr int tile = 4;\n"}},
                   {}});
    const Compiled taken = compile(alone, request_for(kernels), kernels);
    ASSERT_FALSE(taken.error) << taken.error->line();
    EXPECT_EQ(taken.report.functions.size(), 1U);
    EXPECT_THAT(taken.report.compiler, HasSubstr("NVRTC "));
    const std::pair<const char*, const char*> refused[] = {
        {"\n#include \"absent.h\"\n__global__ void k(int* p) { p[0] = 1; }\n", "a.cu(2)"},
        {"#include <vector>\nint main() { return 0; }\n\n__global__ void k() { cudaDeviceSynchronize(); }\n",
         "a.cu(4)"},
        {"#include <vector>\n__global__ void k(std::vector<int>* p) { p->clear(); }\n", "a.cu(2)"},
        {"#include <vector>\nint main() {}\n", "no kernel"},
    };
    for (const auto& [text, words] : refused) {
        const model::SourceText program = source_of(text);
        const auto error = compile(alone, request_for(program), program).error;
        ASSERT_TRUE(error) << text;
        EXPECT_THAT(error->what, HasSubstr(words));
    }
}

}  // namespace
}  // namespace spillway::compiler
