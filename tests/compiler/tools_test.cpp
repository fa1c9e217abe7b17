#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/base/child_process.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/options.h"
#include "app/compiler/toolchain.h"
#include "tests/compiler/kernels.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

/// Sets an environment variable for one test.
class With {
public:
    With(const char* name, const std::string& value) : name_(name), before_(environment(name))
    {
        setenv(name, value.c_str(), 1);
    }
    ~With() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }
    With(const With&) = delete;
    With& operator=(const With&) = delete;

private:
    const char* name_;
    std::string before_;
};

TEST(Child, IsBoundedInTimeAndOutput)
{
    const auto hello = base::run_child("/bin/echo", {"a b", "$HOME"});
    ASSERT_TRUE(hello);
    EXPECT_EQ(hello->text, "a b $HOME\n") << "no shell in between";
    EXPECT_EQ(base::run_child("/bin/sh", {"-c", "exit 3"})->exit_status, 3);

    const auto slow = base::run_child("/bin/sleep", {"30"}, -1, {std::chrono::milliseconds(50), 1000});
    ASSERT_FALSE(slow);
    EXPECT_NE(slow.error().what.find("did not finish in time"), std::string::npos);
    // It closes its output and keeps running: the time limit still holds.
    const auto silent =
        base::run_child("/bin/sh", {"-c", "exec >&- 2>&-; exec sleep 30"}, -1, {std::chrono::milliseconds(50), 1000});
    ASSERT_FALSE(silent);
    EXPECT_NE(silent.error().what.find("in time"), std::string::npos) << silent.error().line();
    const auto endless = base::run_child("/usr/bin/yes", {}, -1, {std::chrono::seconds(10), 100000});
    ASSERT_FALSE(endless);
    EXPECT_NE(endless.error().what.find("wrote too much"), std::string::npos);
    EXPECT_FALSE(base::run_child("/nowhere/at/all", {}));
}

TEST(Child, ThatUsesTooMuchProcessorTimeIsStopped)
{
    base::ChildLimits limits;
    limits.time = std::chrono::minutes(2);
    limits.processor_time = std::chrono::seconds(1);
    const auto busy = base::run_child("/bin/sh", {"-c", "while :; do :; done"}, -1, limits);
    ASSERT_FALSE(busy);
    EXPECT_EQ(busy.error().bound, model::Bound::time);
    EXPECT_EQ(base::run_child("/bin/sh", {"-c", "exit 3"}, -1, limits)->exit_status, 3);
}

TEST(Tools, AreFoundWhereTheEnvironmentSays)
{
    const With no_nvrtc("SPILLWAY_NVRTC", "none");
    const auto nvrtc = Nvrtc::load();
    ASSERT_FALSE(nvrtc);
    EXPECT_FALSE(nvrtc.error().advice.empty());
    const With nowhere("SPILLWAY_NVRTC", "/nowhere");
    EXPECT_FALSE(Nvrtc::load());
    const With not_nvrtc("SPILLWAY_NVRTC", "libz.so.1");
    const auto wrong = Nvrtc::load();
    ASSERT_FALSE(wrong);

    const With no_disassembler("SPILLWAY_NVDISASM", "none");
    EXPECT_FALSE(find_disassembler());
    EXPECT_FALSE(to_status(find_disassembler()).advice.empty());
}

TEST(Tools, AreFoundInWheels)
{
    const fs::path root = scratch_folder("wheel");
    fs::create_directories(root / "include");
    fs::create_directories(root / "bin");
    std::ofstream(root / "include/cuda_fp16.h") << "// a header\n";
    std::ofstream(root / "bin/nvdisasm") << "#!/bin/sh\necho 'Cuda compilation tools, release 13.0, V13.0.85'\n";
    fs::permissions(root / "bin/nvdisasm", fs::perms::owner_all);
    {
        const With wheels("SPILLWAY_CUDA_WHEELS", "/nowhere:" + root.string());
        const auto roots = cuda_roots();
        EXPECT_NE(std::find(roots.begin(), roots.end(), fs::canonical(root)), roots.end());
        const With named("SPILLWAY_NVDISASM", (root / "bin").string());
        const auto found = find_disassembler();
        ASSERT_TRUE(found);
        EXPECT_EQ(found->version, "13.0.85");
    }
    fs::remove_all(root);
}

TEST(Tools, GiveTheCompilersFullVersion)
{
    const auto nvrtc = Nvrtc::load();
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().line();
    EXPECT_EQ(std::count((*nvrtc)->version().begin(), (*nvrtc)->version().end(), '.'), 2) << (*nvrtc)->version();
    EXPECT_TRUE(fs::exists((*nvrtc)->path()));
    EXPECT_GE((*nvrtc)->architectures().size(), 5U);
}

bool has(const std::vector<std::string>& options, const std::string& option)
{
    return std::find(options.begin(), options.end(), option) != options.end();
}

TEST(Options, AreTheSameForBothCompilers)
{
    auto request = request_for("k", "sm_75");
    request.register_cap = 40;
    request.min_blocks_per_sm = 2;
    request.bounds_threads = 128;
    request.fast_math = true;
    request.load_cache = model::LoadCache::cg;
    request.register_usage_level = 8;
    const auto nvrtc = nvrtc_options(request, {"/cuda/include"}, 13000, true);
    for (const char* option : {"--gpu-architecture=sm_75", "--maxrregcount=40", "--use_fast_math", "--ptxas-options=-v",
                               "--no-cache", "--ptxas-options=--def-load-cache=cg",
                               "--ptxas-options=--register-usage-level=8", "--include-path=/cuda/include",
                               "--no-source-include", "--define-macro=SPILLWAY_LAUNCH_BOUNDS=__launch_bounds__(128, 2)",
                               "--define-macro=SPILLWAY_SPILL_TARGET=((void)0)"}) {
        EXPECT_TRUE(has(nvrtc, option)) << option;
    }
    EXPECT_FALSE(has(nvrtc_options(request, {}, 12000, true), "--no-cache")) << "NVRTC 12.9 and later know it";
    const auto nvcc = nvcc_options(request);
    for (const char* option :
         {"-arch=sm_75", "--maxrregcount=40", "--use_fast_math", "--def-load-cache=cg", "--register-usage-level=8"}) {
        EXPECT_TRUE(has(nvcc, option)) << option;
    }
    EXPECT_TRUE(has(nvrtc_options(request_for("k"), {}, 13000, false), "--define-macro=SPILLWAY_LAUNCH_BOUNDS="));
}

TEST(Diagnosis, BoundsALogAndSaysSo)
{
    EXPECT_EQ(bounded("short"), "short");
    std::string umlauts;
    for (int i = 0; i < 200000; ++i) umlauts += "ü";
    const std::string cut = bounded(umlauts);
    EXPECT_LT(cut.size(), std::size_t{257} << 10);
    EXPECT_NE(cut.find("[cut after 256 KiB of 400000 bytes]"), std::string::npos);
}

TEST(Diagnosis, NamesTheKnob)
{
    auto request = request_for("k");
    EXPECT_NE(advice_for("uses too much shared data (0xcb80 bytes, 0xc000 max)", request).find("dynamic"),
              std::string::npos);
    EXPECT_NE(advice_for("cannot open; could not open source file \"cuda_fp16.h\"", request).find("doctor"),
              std::string::npos);
    EXPECT_EQ(advice_for("identifier is undefined", request), "");
}

TEST(Diagnosis, NamesTheWheelOfLibcuxx)
{
    const auto request = request_for("k");
    const auto names_wheel = [&](const char* message) {
        const bool in_experiments = advice_for(message, request).find("nvidia-cuda-cccl") != std::string::npos;
        const bool in_files = advice_for_file(message, request).find("nvidia-cuda-cccl") != std::string::npos;
        EXPECT_EQ(in_experiments, in_files) << message;
        return in_files;
    };
    EXPECT_TRUE(names_wheel("a.cu(1): catastrophic error: could not open source file \"cuda/std/array\" (no folders)"));
    EXPECT_TRUE(names_wheel("a.cu:1:10: fatal error: cub/cub.cuh: not found\n    1 | #include <cub/cub.cuh>"));
    EXPECT_FALSE(names_wheel("a.cu:1:10: fatal error: mine.h: not found\n    1 | #include <mine.h> // <cub/cub.cuh>"));
    EXPECT_FALSE(names_wheel("a.cu(1): error: identifier \"cub\" is undefined"));
}

TEST(Diagnosis, ErrorsComeBeforeTheWarningsOfTheirLog)
{
    const std::string error = "bad.cu(1): error: incomplete type \"void\" is not allowed\n  void bad(\n       ^\n";
    EXPECT_EQ(error_lines("bad.cu(1): warning #1835-D: attribute \"__global__\" does not apply here\n  x\n\n" + error),
              error);
    EXPECT_EQ(error_lines(error), error);
    const std::string included = "In file included from b.h:1,\n                 from k.cu:2:\nc.h:3:1: error: no\n";
    EXPECT_EQ(error_lines("k.cu(9): warning: w\n" + included), included);
    EXPECT_EQ(error_lines("k.cu(9): warning: w\n"), "k.cu(9): warning: w\n") << "no error is found: the whole log";
}

}  // namespace
}  // namespace spillway::compiler
