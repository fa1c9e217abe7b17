// A whole .cu by nvcc, and by NVRTC alone: the same numbers as nvcc's own, whatever real files do.

#include "app/compiler/whole_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/compiler/real_files.h"
#include "tests/support/scratch_folder.h"

#include "app/base/child_process.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/device_compile.h"
#include "app/compiler/ptx_functions.h"
#include "app/compiler/ptxas_report.h"
#include "tests/support/sample.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Toolchain& whole_file_tools()
{
    static Toolchain found = find_toolchain();
    return found;
}
#define SKIP_WITHOUT_NVCC() \
    if (!whole_file_tools().nvcc) GTEST_SKIP() << whole_file_tools().nvcc.error().line()

Toolchain without_nvcc()
{
    Toolchain other = whole_file_tools();
    other.nvcc = model::Error{"nvcc is hidden", "nvcc", "install it"};
    return other;
}

model::SourceText source_of(const catalogue::SourceFiles& files)
{
    const std::string text = catalogue::bundled(files);
    return {catalogue::content_hash(text), fs::path(files.files.front().path).filename().string(), text};
}

model::SourceText source_of(const std::string& text)
{
    return source_of({{{"a.cu", text}}, {}});
}

model::CompileRequest request_for(const model::SourceText& source, const std::string& entry = "")
{
    model::CompileRequest request;
    request.source_hash = source.hash;
    request.arch = "sm_90";
    request.entry = entry;
    request.whole_file = true;
    return request;
}

/// Numbers that a kernel is compared by.
struct Numbers {
    std::int64_t registers = 0, frame = 0, stores = 0, loads = 0, shared = 0;
    friend bool operator==(const Numbers&, const Numbers&) = default;
};
void PrintTo(const Numbers& n, std::ostream* out)
{
    *out << n.registers << " registers, " << n.frame << " frame, " << n.stores << "/" << n.loads << " spilled, "
         << n.shared << " shared";
}

std::map<std::string, Numbers> numbers_in(const PtxasReport& report)
{
    std::map<std::string, Numbers> numbers;
    for (const PtxasFunction& function : report.functions)
        if (function.is_entry)
            numbers[function.name] = {function.registers.value_or(0), function.stack_frame_bytes.value_or(0),
                                      function.spill_store_bytes.value_or(0), function.spill_load_bytes.value_or(0),
                                      function.shared_bytes.value_or(0)};
    return numbers;
}

/// `nvcc -cubin -Xptxas -v a.cu`, as anybody would type it. Nothing where nvcc refuses.
std::optional<std::map<std::string, Numbers>> nvccs_own(const catalogue::SourceFiles& files)
{
    const fs::path folder = scratch_folder("nvccs_own");  // its own: tests run beside each other
    for (const catalogue::SourceFile& file : files.files) {
        fs::create_directories((folder / file.path).parent_path());
        std::ofstream(folder / file.path, std::ios::binary) << file.text;
    }
    std::vector<std::string> arguments{"-cubin", "-arch=sm_90", "-Xptxas", "-v"};
    for (const std::string& include : files.settings.include_folders) arguments.push_back("-I" + include);
    for (const auto& [name, value] : files.settings.macros) arguments.push_back("-D" + name + "=" + value);
    if (!files.settings.standard.empty()) arguments.push_back("-std=" + files.settings.standard);
    arguments.insert(arguments.end(), {"-o", "a.cubin", files.files.front().path});
    base::ChildLimits limits;
    limits.time = std::chrono::seconds(120);
    limits.memory_bytes = std::size_t{64} << 30;
    limits.folder = folder.string();
    const auto output = base::run_child(whole_file_tools().nvcc->program, arguments, -1, limits);
    fs::remove_all(folder);
    if (!output || output->exit_status != 0) return std::nullopt;
    return numbers_in(parse_ptxas_report(output->text));
}

void expect_nvccs_numbers(const catalogue::SourceFiles& files, const Toolchain& with, const char* compiler)
{
    auto nvccs = nvccs_own(files);
    ASSERT_TRUE(nvccs);
    // CUB's headers for hosts bring an empty kernel, to ask a GPU for its version.
    if (!with.nvcc)
        std::erase_if(*nvccs, [](const auto& each) { return each.first.find("EmptyKernel") != std::string::npos; });
    const model::SourceText source = source_of(files);
    const Compiled whole = compile(with, request_for(source), source);
    ASSERT_FALSE(whole.error) << whole.error->line();
    ASSERT_FALSE(nvccs->empty());
    EXPECT_EQ(whole.report.functions.size(), nvccs->size());
    for (const auto& [name, numbers] : *nvccs) {
        // In an unnamed namespace it is another name each time, and the same one to people.
        const auto kernel = kernel_of(whole, request_for(source, catalogue::demangled(name)));
        ASSERT_TRUE(kernel) << name;
        const model::CompileReport& report = kernel->report;
        const Numbers found{report.registers.value_or(0), report.stack_frame_bytes, report.spill_store_bytes,
                            report.spill_load_bytes, report.static_shared_bytes};
        EXPECT_EQ(found, numbers) << name;
        EXPECT_THAT(report.compiler, HasSubstr(compiler));
    }
}

struct RealFileTest : testing::TestWithParam<tests::Real> {};

TEST_P(RealFileTest, HasNvccsNumbers)
{
    SKIP_WITHOUT_NVCC();
    expect_nvccs_numbers(GetParam().files, whole_file_tools(), "nvcc ");
}

/// Where it is the only compiler.
TEST_P(RealFileTest, HasNvccsNumbersByNvrtcAlone)
{
    SKIP_WITHOUT_NVCC();
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    expect_nvccs_numbers(GetParam().files, without_nvcc(), "NVRTC ");
}

SPILLWAY_SAMPLED_SUITE(RealFileTest, tests::real_files(), 9, [](const auto& instance) { return instance.param.name; });

constexpr const char* template_and_number =
    "#define TILE 4 // a number\n"
    "template <int N> __global__ void k(float* p) { __shared__ float s[TILE * N]; s[threadIdx.x] = p[0]; "
    "__syncthreads(); p[1] = s[1]; }\n"
    "int main() { k<8><<<1, 32>>>(nullptr); }\n";

struct ServiceTest : testing::Test {
    void SetUp() override { SKIP_WITHOUT_NVCC(); }
    std::int64_t shared_of(const std::string& entry, std::vector<model::Define> defines = {})
    {
        const model::SourceText source = source_of(template_and_number);
        model::CompileRequest request = request_for(source, entry);
        request.defines = std::move(defines);
        const CompileAnswer answer = service.get(request, source);
        EXPECT_FALSE(answer.compiled->error) << answer.compiled->error->line();
        return answer.compiled->report.static_shared_bytes;
    }
    DiskCache disk{{}, DiskCache::default_max_bytes, [](const model::Error&) {}};
    CompileService service{whole_file_tools(), disk};
};

TEST_F(ServiceTest, SlidersChangeTheTextInPlaceOrAskForAnotherInstance)
{
    EXPECT_EQ(shared_of("k<8>"), 128);
    EXPECT_EQ(shared_of("void k<8>(float*)"), 128);
    EXPECT_EQ(shared_of("k<8>", {{"TILE", 16}}), 512);
    EXPECT_EQ(shared_of("k<32>"), 512) << "which the file does not launch";
    EXPECT_EQ(shared_of("k<32>", {{"TILE", 1}}), 128);
}

TEST_F(ServiceTest, AKernelThatIsRefusedLeavesTheOthersAsTheyAre)
{
    const model::SourceText source = source_of(
        "__global__ void big(int* p) { __shared__ int s[20000]; s[threadIdx.x] = 1; __syncthreads(); p[0] = "
        "s[1]; }\n__global__ void small(int* p) { p[0] = 1; }\n");
    const CompileAnswer whole = service.get(request_for(source), source);
    ASSERT_FALSE(whole.compiled->error);
    EXPECT_EQ(whole.compiled->report.functions.size(), 2U);
    EXPECT_FALSE(service.get(request_for(source, "small"), source).compiled->error);
    const auto refused = service.get(request_for(source, "big"), source).compiled->error;
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->what, HasSubstr("uses too much shared data"));
}

TEST_F(ServiceTest, AnInstructionOfAnotherGpuLeavesTheOtherKernelsAsTheyAre)
{
    const model::SourceText source = source_of(
        "__global__ void own(float* p) { p[0] = 1; }\n__global__ void others(float* p)\n{\n"
        "    asm volatile(\"wgmma.fence.sync.aligned;\");\n    p[0] = 2;\n}\n");
    model::CompileRequest request = request_for(source, "own");
    request.arch = "sm_120";
    const CompileAnswer own = service.get(request, source);
    EXPECT_FALSE(own.compiled->error) << own.compiled->error->line();
    EXPECT_GT(own.compiled->report.registers.value_or(0), 0);
    request.entry = "others";
    const auto refused = service.get(request, source).compiled->error;
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->what, HasSubstr("a.cu, line 4;"));
    EXPECT_THAT(refused->what, HasSubstr("Instruction 'wgmma.fence' not supported on .target 'sm_120'"));
    EXPECT_THAT(refused->advice, HasSubstr("choose an H100 or H200"));
}

TEST_F(ServiceTest, ARemarkIsToldToItsKernelOnly)
{
    const model::SourceText source = source_of(
        "__global__ void asks(float* p)\n{\n    asm volatile(\"setmaxnreg.dec.sync.aligned.u32 40;\");\n"
        "    p[0] = 1;\n}\n__global__ void plain(float* p) { p[0] = 2; }\n");
    EXPECT_THAT(service.get(request_for(source, "asks"), source).compiled->advice,
                HasSubstr("ptxas says \"(C7508) Potential Performance Loss: 'setmaxnreg' ignored"));
    EXPECT_THAT(service.get(request_for(source, "plain"), source).compiled->advice,
                testing::Not(HasSubstr("Potential Performance Loss")));
}

TEST_F(ServiceTest, OneCompileServesAllKernels)
{
    const model::SourceText source = source_of(template_and_number);
    EXPECT_FALSE(service.get(request_for(source), source).cached);
    EXPECT_TRUE(service.get(request_for(source, "k<8>"), source).cached);
}

TEST_F(ServiceTest, MachineCodeNamesLinesOfTheKernelsPtx)
{
    if (!service.disassembly().disassembler()) GTEST_SKIP() << "no disassembler";
    const model::SourceText source = source_of(
        "__global__ void first(float* p)\n{\n    for (int i = 0; i < 9; ++i) p[i * 7] = sqrtf(p[i]);\n}\n"
        "__global__ void second(float* p)\n{\n    p[threadIdx.x] += 1;\n}\n");
    model::CompileRequest request = request_for(source, "second");
    request.line_info = true;
    const CompileAnswer answer = service.get(request, source);
    ASSERT_FALSE(answer.compiled->error);
    const auto sass = service.disassembly().get(*answer.compiled, source.name, SassDetail::lines);
    ASSERT_TRUE(sass);
    const auto ptx = ptx_lines(answer.compiled->ptx);
    int stores = 0;
    for (std::size_t i = 0; i < sass->lines.size(); ++i) {
        if (sass->lines[i].text.find("STG") == std::string::npos) continue;
        const auto line = static_cast<std::size_t>(sass->ptx_lines[i]);
        ASSERT_TRUE(line > 0 && line <= ptx.size()) << line << " of " << ptx.size();
        EXPECT_THAT(std::string(ptx[line - 1]), HasSubstr("st.global"));
        ++stores;
    }
    EXPECT_EQ(stores, 1);
}

/// A file of templates has megabytes of PTX, more than the memory for all results.
TEST_F(ServiceTest, OneCompileServesAllKernelsOfAFileThatFillsTheMemory)
{
    const model::SourceText source = source_of(
        "__device__ __noinline__ int called(int x) { return x * x; }\n"
        "__global__ void first(int* p) { p[0] = called(p[1]); }\n"
        "__global__ void second(int* p) { p[0] = 2; }\n"
        "__global__ void third(int* p) { p[0] = 3; }\n");
    CompileService small(whole_file_tools(), disk, 1);
    EXPECT_FALSE(small.get(request_for(source, "first"), source).cached);
    for (const std::string name : {"second", "third", "first"}) {
        const CompileAnswer answer = small.get(request_for(source, name), source);
        EXPECT_TRUE(answer.cached) << name;
        const std::string& ptx = answer.compiled->ptx;
        for (const std::string other : {"first", "second", "third"})
            EXPECT_EQ(ptx.find(other + "Pi(") != std::string::npos, other == name) << name << ": " << ptx;
        EXPECT_NE(ptx.find("calledi("), std::string::npos) << "functions stay";
    }
}

TEST_F(ServiceTest, ALaunchBoundIsToldAndNumbersOfHeadersAreSliders)
{
    catalogue::SourceFiles files;
    files.files = {{"a.cu",
                    "#include \"tile.h\"\n__global__ void __launch_bounds__(TILE * 3, 2) bound(int* p) { p[0] = 1; }\n"
                    "__global__ void unbound(int* p) { p[0] = 1; }\n"},
                   {"tile.h", "#define TILE 32\n"}};
    const model::SourceText source = source_of(files);
    model::CompileRequest request = request_for(source, "bound");
    const auto bound_of = [&] { return service.get(request, source).compiled->report.launch_bound_threads; };
    EXPECT_EQ(bound_of(), 96);
    request.defines = {{"TILE", 64}};
    EXPECT_EQ(bound_of(), 192);
    EXPECT_EQ(service.get(request, source).compiled->report.launch_bound_blocks, 2);
    request.entry = "unbound";
    EXPECT_EQ(bound_of(), std::nullopt);
    EXPECT_EQ(service.get(request, source).compiled->report.launch_bound_blocks, std::nullopt);
    request.entry.clear();
    request.defines.clear();
    const auto made = catalogue::kernels_in(service.get(request, source).compiled->report);
    EXPECT_EQ(made, (std::vector<catalogue::EmittedKernel>{{"_Z5boundPi", 96}, {"_Z7unboundPi", {}}}));
}

TEST_F(ServiceTest, TheMostRegistersOfAKernelAreTold)
{
    const model::SourceText source = source_of("__global__ void __maxnreg__(40) capped(int* p) { p[0] = 1; }\n");
    const auto answer = service.get(request_for(source, "capped"), source);
    ASSERT_FALSE(answer.compiled->error) << answer.compiled->error->line();
    EXPECT_EQ(answer.compiled->report.launch_bound_registers, 40);
    EXPECT_EQ(answer.compiled->report.launch_bound_threads, std::nullopt);
}

TEST_F(ServiceTest, AnOnlyBlockIsTold)
{
    const model::SourceText source = source_of(
        "__global__ void __block_size__((16, 8, 1)) only(int* p) { p[0] = 1; }\n"
        "__global__ void __launch_bounds__(64) most(int* p) { p[0] = 1; }\n");
    const auto report_of = [&](const char* entry) {
        const auto answer = service.get(request_for(source, entry), source);
        EXPECT_FALSE(answer.compiled->error) << answer.compiled->error->line();
        return answer.compiled->report;
    };
    EXPECT_EQ(report_of("only").required_block, (std::vector<int>{16, 8, 1}));
    EXPECT_EQ(report_of("only").launch_bound_threads, 128);
    EXPECT_EQ(report_of("most").required_block, std::nullopt);
    EXPECT_EQ(catalogue::kernels_in(service.get(request_for(source), source).compiled->report),
              (std::vector<catalogue::EmittedKernel>{{"_Z4onlyPi", 128, {{16, 8, 1}}}, {"_Z4mostPi", 64}}));
}

TEST(WholeFile, WhatItRefusesIsSaidByItsLine)
{
    SKIP_WITHOUT_NVCC();
    const auto refusal = [](const std::string& text) {
        const model::SourceText source = source_of(text);
        const auto error = compile(whole_file_tools(), request_for(source), source).error;
        return error ? *error : model::Error{"", "", ""};
    };
    EXPECT_THAT(refusal("\n__global__ void k(int* p) { p[0] = none; }\n").what, HasSubstr("a.cu(2): error"));
    for (const char* named : {"\"none.h\"", "<none.h>"}) {
        const model::Error missing = refusal("\n#include " + std::string(named) + "\n__global__ void k() {}\n");
        EXPECT_THAT(missing.what, HasSubstr("a.cu:2"));
        EXPECT_THAT(missing.what, HasSubstr("none.h: not found"));
        EXPECT_THAT(missing.advice, HasSubstr("The header was not found: name its folder with -I"));
        EXPECT_THAT(missing.advice, HasSubstr("at most 3000 and 20 MiB go along"));
        EXPECT_EQ(missing.what.find("spillway-work"), std::string::npos) << missing.what;
    }
}

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

TEST(WholeFile, WarningsOfItsOwnForgeNoReport)
{
    SKIP_WITHOUT_NVCC();
    const model::SourceText source = source_of(
        "__global__ void k(int* p) { p[0] = 1; }\n"
        "#warning ptxas info    : Compiling entry function '_Z1kPi' for 'sm_90'\n"
        "#warning ptxas info    : Used 99 registers, 4096 bytes smem, 99 bytes cmem[0]\n");
    const auto kernel = kernel_of(compile(whole_file_tools(), request_for(source), source), request_for(source, "k"));
    ASSERT_TRUE(kernel);
    EXPECT_LT(kernel->report.registers.value_or(99), 99);
    EXPECT_EQ(kernel->report.static_shared_bytes, 0);
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

TEST(KernelNames, AreThoseThatPeopleWrite)
{
    EXPECT_EQ(catalogue::without_arguments("void detail::k<8, (Mode)1>(float*, int (*)[4])"), "detail::k<8, (Mode)1>");
    EXPECT_EQ(catalogue::without_arguments("(anonymous namespace)::k(int*)"), "(anonymous namespace)::k");
    EXPECT_EQ(catalogue::without_arguments("plain"), "plain");
    EXPECT_TRUE(catalogue::is_entry_of("_Z1kILj8EEvPf", "k<8>"));
    EXPECT_FALSE(catalogue::is_entry_of("_Z1kILj8EEvPf", "k<9>"));
    EXPECT_TRUE(catalogue::is_instance("k<8>"));
    EXPECT_FALSE(catalogue::is_instance("void k<8>(float*)"));
}

}  // namespace
}  // namespace spillway::compiler
