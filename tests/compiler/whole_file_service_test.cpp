// The service that compiles a whole .cu: one compile for all kernels, sliders, refusals and launch bounds.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/ptx_functions.h"
#include "tests/compiler/whole_file_fixture.h"

namespace spillway::compiler {
namespace {

using testing::HasSubstr;

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

TEST_F(ServiceTest, SlidersEditTheSourceOrCompileAnotherInstance)
{
    EXPECT_EQ(shared_of("k<8>"), 128);
    EXPECT_EQ(shared_of("void k<8>(float*)"), 128);
    EXPECT_EQ(shared_of("k<8>", {{"TILE", 16}}), 512);
    EXPECT_EQ(shared_of("k<32>"), 512) << "the file does not launch it";
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

TEST_F(ServiceTest, ARemarkIsShownForItsKernelOnly)
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

TEST_F(ServiceTest, ALaunchBoundIsReportedAndNumbersOfHeadersAreSliders)
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

TEST_F(ServiceTest, MaxnregIsReported)
{
    const model::SourceText source = source_of("__global__ void __maxnreg__(40) capped(int* p) { p[0] = 1; }\n");
    const auto answer = service.get(request_for(source, "capped"), source);
    ASSERT_FALSE(answer.compiled->error) << answer.compiled->error->line();
    EXPECT_EQ(answer.compiled->report.launch_bound_registers, 40);
    EXPECT_EQ(answer.compiled->report.launch_bound_threads, std::nullopt);
}

TEST_F(ServiceTest, ARequiredBlockIsReported)
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

}  // namespace
}  // namespace spillway::compiler
