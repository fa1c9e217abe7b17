#include "app/compiler/releases.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/options.h"
#include "tests/compiler/kernels.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

model::CompileRequest release_request(const std::string& release)
{
    auto request = request_for("copy<64>");
    request.compiler = release;
    return request;
}

const std::string& worker_program()
{
    static const std::string program = (fs::read_symlink("/proc/self/exe").parent_path() / "spillway-worker").string();
    return program;
}

/// The kernels bundled as a whole .cu.
model::SourceText bundled_kernels()
{
    const std::string text = catalogue::bundled({{{"kernels.cu", kernels().text}}, {}});
    return {catalogue::content_hash(text), "kernels.cu", text};
}

TEST(Releases, AreNamedByTwoNumbers)
{
    for (const char* name : {"12.9", "13.0", "13.10"}) EXPECT_TRUE(is_release(name)) << name;
    for (const char* name : {"", "13", "13.", ".9", "13.0.1", "13.x", "../12.9", "12.9 "})
        EXPECT_FALSE(is_release(name)) << name;
    EXPECT_TRUE(is_of_release("13.0.88", "13.0"));
    EXPECT_TRUE(is_of_release("12.9", "12.9"));
    EXPECT_FALSE(is_of_release("13.05.1", "13.0"));
    EXPECT_TRUE(check_request(release_request("-I/etc")));
    EXPECT_FALSE(check_request(release_request("12.9")));
}

TEST(Releases, SayHowToGetOneThatIsMissing)
{
    DiskCache disk(fs::path(), 0, [](const model::Error&) {});
    CompileService service(find_toolchain(), disk);
    if (!service.tools().nvrtc) GTEST_SKIP() << service.tools().nvrtc.error().line();
    for (const bool whole_file : {false, true}) {
        auto request = release_request("99.1");
        request.whole_file = whole_file;
        const auto source = whole_file ? bundled_kernels() : kernels();
        const auto error = service.get(request, source).compiled->error;
        ASSERT_TRUE(error);
        EXPECT_EQ(error->what, "NVRTC 99.1 is not installed here");
        EXPECT_NE(error->advice.find("fetch-compilers.sh 99.1"), std::string::npos) << error->advice;
    }
}

TEST(Releases, TheOwnOneByItsNameIsTheOwnCompile)
{
    DiskCache disk(fs::path(), 0, [](const model::Error&) {});
    CompileService service(find_toolchain(), disk);
    if (!service.tools().nvrtc) GTEST_SKIP() << service.tools().nvrtc.error().line();
    const std::string version = (*service.tools().nvrtc)->version();
    auto named = release_request(version.substr(0, version.rfind('.')));
    EXPECT_EQ(service.key_of(named, kernels()), service.key_of(release_request(""), kernels()));
    EXPECT_NE(service.key_of(release_request("12.0"), kernels()), service.key_of(release_request(""), kernels()));
    EXPECT_FALSE(service.tools_of(named).nvcc) << "a named release means NVRTC, at every point of the axis";
    named.whole_file = true;
    auto unnamed = release_request("");
    unnamed.whole_file = true;
    EXPECT_NE(service.key_of(named, kernels()), service.key_of(unnamed, kernels()));
}

TEST(Releases, OfTheWheelsCompileWithTheirOwnHeaders)
{
    const Toolchain tools = find_toolchain({worker_program(), "--compile-helper"});
    if (!tools.nvrtc) GTEST_SKIP() << tools.nvrtc.error().line();
    if (tools.compilers.size() < 2) GTEST_SKIP() << "one compiler here; scripts/fetch-compilers.sh fetches others";
    DiskCache disk(fs::path(), 0, [](const model::Error&) {});
    CompileService service(tools, disk);
    const std::string text =
        "#include <cuda_fp16.h>\n#include <cuda/std/array>\n#include <cub/block/block_reduce.cuh>\n"
        "__global__ void k(__half* p) { cuda::std::array<__half, 2> a{p[1], p[2]}; p[0] = a[0] + a[1]; }\n";
    const model::SourceText source{"half", "half.cu", text};
    for (const model::Tool& compiler : service.tools().compilers) {
        // "12.9", as read from another library, or "13.0.88"
        const std::string release = compiler.version.substr(0, compiler.version.find('.', 3));
        auto request = request_for("k");
        request.compiler = release;
        const auto answer = service.get(request, source);
        ASSERT_FALSE(answer.compiled->error) << release << ": " << answer.compiled->error->line();
        EXPECT_EQ(answer.compiled->report.compiler.find("NVRTC " + release + "."), 0U)
            << answer.compiled->report.compiler;
        const auto& folders = service.tools_of(request).include_folders;
        ASSERT_FALSE(folders.empty()) << release;
    }
}

TEST(UsageLevel, IsPtxasOwnUnlessRequested)
{
    auto request = request_for("copy<64>");
    for (const std::string& option : nvrtc_options(request, {}, 13000, true))
        EXPECT_EQ(option.find("usage-level"), std::string::npos);
    request.register_usage_level = 11;
    EXPECT_TRUE(check_request(request));
    request.register_usage_level = 0;
    EXPECT_FALSE(check_request(request));
    EXPECT_EQ(usage_level(request), "--register-usage-level=0");
    const Toolchain tools = find_toolchain();
    if (!tools.nvrtc) GTEST_SKIP() << tools.nvrtc.error().line();
    const Compiled compiled = compile(tools, request, kernels());
    EXPECT_FALSE(compiled.error) << compiled.error->line();
}

}  // namespace
}  // namespace spillway::compiler
