// The real compiler; skipped without one.

#include "app/compiler/compile.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/compiler/options.h"
#include "app/compiler/ptx.h"
#include "tests/compiler/kernels.h"
#include "tests/support/nvcc.h"

namespace spillway::compiler {
namespace {

const Toolchain& tools()
{
    static const Toolchain found = find_toolchain();
    return found;
}

#define NEEDS_NVRTC() \
    if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().line()

TEST(Compile, ReportsAnArrayInLocalMemory)
{
    NEEDS_NVRTC();
    const Compiled compiled = compile(tools(), request_for("local_array<32>"), kernels());
    ASSERT_FALSE(compiled.error) << compiled.error->line();
    EXPECT_EQ(compiled.report.stack_frame_bytes, 128);
    EXPECT_EQ(compiled.report.spill_store_bytes, 0) << "an array is not a spill";
    EXPECT_EQ(compiled.ptx_inspection.local_bytes, 128);
    EXPECT_GT(compiled.report.registers.value_or(0), 0);
    EXPECT_EQ(compiled.entry, "_Z11local_arrayILi32EEvPKfPfi");
    EXPECT_EQ(compiled.report.functions.at(0).name, compiled.entry);
    EXPECT_EQ(compiled.report.functions.size(), 1U) << "this entry does not call `called`";
    EXPECT_GT(compiled.cubin.size(), 1000U);
    EXPECT_GT(compiled.report.compiler_seconds, 0);
    EXPECT_EQ(compiled.report.log.find('\0'), std::string::npos);
}

TEST(Compile, ReportsTheFunctionsThatTheEntryCalls)
{
    NEEDS_NVRTC();
    const Compiled compiled = compile(tools(), request_for("called"), kernels());
    ASSERT_FALSE(compiled.error) << compiled.error->line();
    const auto& functions = compiled.report.functions;
    ASSERT_GE(functions.size(), 3U);
    EXPECT_EQ(functions[0].name, compiled.entry);
    EXPECT_TRUE(functions[0].is_entry);
    for (std::size_t i = 1; i < functions.size(); ++i) EXPECT_FALSE(functions[i].is_entry);
    EXPECT_GE(compiled.report.stack_frame_bytes, 16);
}

TEST(Compile, FetchesTheErrorThatVerboseOutputLacks)
{
    NEEDS_NVRTC();
    const Compiled compiled = compile(tools(), request_for("shared_array<13024>"), kernels());
    ASSERT_TRUE(compiled.error);
    EXPECT_NE(compiled.error->what.find("uses too much shared data (0xcb80 bytes, 0xc000 max)"), std::string::npos)
        << compiled.error->what;
    EXPECT_NE(compiled.error->advice.find("48 KiB"), std::string::npos);
    EXPECT_EQ(compiled.error->what.find("ptxas info"), std::string::npos);
}

TEST(Compile, KeepsTheCompilersOwnMessage)
{
    NEEDS_NVRTC();
    model::SourceText wrong{"x", "mine/kernel.cu", "__global__ void k() { int a = undeclared; }\n"};
    const Compiled compiled = compile(tools(), request_for("k"), wrong);
    ASSERT_TRUE(compiled.error);
    EXPECT_NE(compiled.error->what.find("mine/kernel.cu(1): error: identifier \"undeclared\" is undefined"),
              std::string::npos)
        << compiled.error->what;
}

TEST(Compile, HonoursTheRegisterCapOrSaysThatItWasOverridden)
{
    NEEDS_NVRTC();
    auto request = request_for("copy<64>");
    const Compiled free = compile(tools(), request, kernels());
    EXPECT_EQ(free.report.spill_store_bytes, 0);

    request.register_cap = 32;
    const Compiled capped = compile(tools(), request, kernels());
    EXPECT_TRUE(capped.report.register_cap_honoured);
    EXPECT_EQ(capped.report.registers, 32);
    EXPECT_GT(capped.report.spill_store_bytes, 0);
    EXPECT_TRUE(capped.advice.empty());

    request.min_blocks_per_sm = 1;
    request.bounds_threads = 256;
    const Compiled bounded = compile(tools(), request, kernels());
    ASSERT_FALSE(bounded.error) << bounded.error->line();
    EXPECT_FALSE(bounded.report.register_cap_honoured);
    EXPECT_GT(bounded.report.registers.value_or(0), 32);
    EXPECT_NE(bounded.advice.find("__launch_bounds__"), std::string::npos);

    request = request_for("copy<64>");
    request.register_cap = 16;
    const Compiled raised = compile(tools(), request, kernels());
    EXPECT_FALSE(raised.report.register_cap_honoured);
    EXPECT_NE(raised.advice.find("raised to 24"), std::string::npos) << raised.advice;
}

TEST(Compile, SpillsToSharedMemoryOnlyWherePossible)
{
    NEEDS_NVRTC();
    if ((*tools().nvrtc)->version_number() < 13000) GTEST_SKIP() << "CUDA 13 and later";
    auto request = request_for("copy<64>");
    request.spill_target = model::SpillTarget::shared;
    request.min_blocks_per_sm = 8;
    request.bounds_threads = 256;
    const Compiled compiled = compile(tools(), request, kernels());
    ASSERT_FALSE(compiled.error) << compiled.error->line();
    EXPECT_GT(compiled.report.static_shared_bytes, 0);

    request.entry = "dynamic_copy<64>";
    const Compiled refused = compile(tools(), request, kernels());
    ASSERT_TRUE(refused.error);
    EXPECT_NE(refused.error->what.find("not allowed for dynamic SMEM"), std::string::npos) << refused.error->what;
    EXPECT_NE(refused.error->advice.find("spill_target"), std::string::npos);
}

TEST(Compile, RejectsInvalidRequests)
{
    auto request = request_for("k\n#include \"/etc/passwd\"");
    EXPECT_TRUE(check_request(request));
    for (const char* entry : {"", "k\"", "k'", "k\\", "k;", "k{}", "k#", "k%:"}) {
        EXPECT_TRUE(check_request(request_for(entry))) << entry;
    }
    for (const char* arch : {"", "sm_", "sm_9x", "compute_90", "sm_90 --time=/tmp/x", "sm_90000000000"}) {
        EXPECT_TRUE(check_request(request_for("k", arch))) << arch;
    }
    EXPECT_FALSE(check_request(request_for("ns::k<float4, (2 + 3)>", "sm_90a")));
    request = request_for("k");
    request.register_cap = -1;
    EXPECT_TRUE(check_request(request));
}

TEST(Compile, SaysWhichArchitecturesItKnows)
{
    NEEDS_NVRTC();
    const Compiled compiled = compile(tools(), request_for("copy<4>", "sm_35"), kernels());
    ASSERT_TRUE(compiled.error);
    EXPECT_NE(compiled.error->what.find("does not compile for sm_35: it knows sm_"), std::string::npos);
}

TEST(Compile, NeverShowsAForeignFile)
{
    NEEDS_NVRTC();
    model::SourceText foreign{"x", "mine/kernel.cu", "#include \"/etc/passwd\"\n__global__ void k() {}\n"};
    const Compiled compiled = compile(tools(), request_for("k"), foreign);
    ASSERT_TRUE(compiled.error);
    EXPECT_EQ(compiled.error->what.find("root:"), std::string::npos);
    EXPECT_EQ(compiled.error->where, "mine/kernel.cu:1");
}

TEST(Compile, WarningsCannotForgeAReport)
{
    NEEDS_NVRTC();
    const std::string forged =
        R"(\n\nptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n)"
        R"(ptxas info    : Function properties for _Z1kPf\n    640 bytes stack frame, 1 bytes spill stores\n)"
        R"(ptxas info    : Used 3 registers, 640 bytes cumulative stack size, 4096 bytes smem, 99 bytes cmem[0]\n\n)";
    const std::string kernel = "__global__ void k(float* p) { p[0] = 1; f(); }\n";
    for (const std::string& above :
         {std::string("#warning ptxas info : Used 3 registers, used 0 barriers, 4096 bytes smem\n") +
              "__device__ void f() {}\n",
          "[[deprecated(\"" + forged + "\")]] __device__ void f() {}\n",
          "#pragma message(\"" + forged + "\")\n__device__ void f() {}\n"}) {
        const Compiled compiled = compile(tools(), request_for("k"), {"x", "mine.cu", above + kernel});
        ASSERT_FALSE(compiled.error) << compiled.error->line();
        EXPECT_NE(compiled.report.log.find("4096"), std::string::npos) << "the warning itself is shown";
        EXPECT_EQ(compiled.report.static_shared_bytes, 0) << above;
        EXPECT_EQ(compiled.report.stack_frame_bytes, 0);
        EXPECT_GT(compiled.report.registers.value_or(0), 3);
        EXPECT_EQ(compiled.report.functions.size(), 1U);
    }
}

TEST(Compile, AFileNameIsNotAnOption)
{
    NEEDS_NVRTC();
    for (const char* name : {"--pch_dir=x.cu", "-json.cu", "-D=x.cu"}) {
        const Compiled compiled =
            compile(tools(), request_for("k"), {"x", name, "__global__ void k(float* p) { p[0] = 1; }\n"});
        EXPECT_FALSE(compiled.error) << compiled.error->line();
    }
}

TEST(Compile, KeepsSourceLinesOnRequest)
{
    NEEDS_NVRTC();
    auto request = request_for("local_array<32>");
    request.line_info = true;
    const Compiled compiled = compile(tools(), request, kernels());
    const auto lines = list_ptx(compiled.ptx, reachable_functions(compiled.ptx, compiled.entry), kernels().name);
    int with_line = 0, local_with_line = 0;
    for (const auto& line : lines) {
        with_line += line.source_line > 0;
        local_with_line += line.touches_local && line.source_line > 0;
    }
    EXPECT_GT(with_line, 10);
    EXPECT_GT(local_with_line, 2);
}

TEST(Compile, WithoutACompilerSaysHowToGetOne)
{
    const Toolchain none{model::Error{"not here", "NVRTC", "install it"}, {}, model::Error{"", "", ""}};
    const Compiled compiled = compile(none, request_for("copy<4>"), kernels());
    ASSERT_TRUE(compiled.error);
    EXPECT_EQ(compiled.error->advice, "install it");
}

// ---- every number against nvcc ----

struct Case {
    const char* entry;
    const char* arch;
    int cap;
    int min_blocks;
    bool fast_math;
    model::LoadCache cache;
};

class AgainstNvcc : public testing::TestWithParam<Case> {};

TEST_P(AgainstNvcc, EveryNumberIsTheSame)
{
    NEEDS_NVRTC();
    const auto nvcc = tests::find_nvcc();
    if (!nvcc) GTEST_SKIP() << "no nvcc";
    auto request = request_for(GetParam().entry, GetParam().arch);
    request.register_cap = GetParam().cap;
    request.min_blocks_per_sm = GetParam().min_blocks;
    request.bounds_threads = 256;
    request.fast_math = GetParam().fast_math;
    request.load_cache = GetParam().cache;

    const Compiled ours = compile(tools(), request, kernels());
    ASSERT_FALSE(ours.error) << ours.error->line();
    const auto text = tests::nvcc_report(*nvcc, request, kernels());
    ASSERT_TRUE(text) << text.error().line();
    const model::CompileReport theirs = make_report(*text, ours.entry, ours.ptx, request);
    EXPECT_EQ(ours.report.registers, theirs.registers) << *text;
    EXPECT_EQ(ours.report.stack_frame_bytes, theirs.stack_frame_bytes);
    EXPECT_EQ(ours.report.spill_store_bytes, theirs.spill_store_bytes);
    EXPECT_EQ(ours.report.spill_load_bytes, theirs.spill_load_bytes);
    EXPECT_EQ(ours.report.cumulative_stack_bytes, theirs.cumulative_stack_bytes);
    EXPECT_EQ(ours.report.static_shared_bytes, theirs.static_shared_bytes);
    EXPECT_EQ(ours.report.constant_bytes, theirs.constant_bytes);
    EXPECT_EQ(ours.report.barriers, theirs.barriers);
    EXPECT_EQ(ours.report.register_cap_honoured, theirs.register_cap_honoured);
    EXPECT_EQ(ours.report.functions, theirs.functions);
}

INSTANTIATE_TEST_SUITE_P(Kernels, AgainstNvcc,
                         testing::Values(Case{"local_array<32>", "sm_90", 0, 0, false, model::LoadCache::ca},
                                         Case{"copy<64>", "sm_75", 32, 0, false, model::LoadCache::cg},
                                         Case{"copy<64>", "sm_90", 32, 4, false, model::LoadCache::ca},
                                         Case{"shared_array<1024>", "sm_86", 0, 0, true, model::LoadCache::ca},
                                         Case{"called", "sm_120", 0, 0, false, model::LoadCache::ca}));

}  // namespace
}  // namespace spillway::compiler
