// A whole .cu by nvcc, and by NVRTC alone: the same numbers as nvcc's own, and errors with their lines.

#include "app/compiler/whole_file.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/child_process.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/ptxas_report.h"
#include "tests/compiler/real_files.h"
#include "tests/compiler/whole_file_fixture.h"
#include "tests/support/sample.h"
#include "tests/support/scratch_folder.h"

namespace spillway::compiler {
namespace {

TEST(WholeFile, NamesTheHeadersThatItReadsOutsideOfItsFiles)
{
    SKIP_WITHOUT_NVCC();
    const auto source = source_of("#include <cstdio>\n__global__ void k(int* a) { *a = 1; }\n");
    const Compiled compiled = compile(whole_file_tools(), request_for(source), source);
    ASSERT_FALSE(compiled.error) << compiled.error->line();
    ASSERT_TRUE(compiled.outside);
    const auto& files = compiled.outside->files();
    EXPECT_TRUE(std::ranges::any_of(files, [](const OutsideFile& file) { return file.path.ends_with("/cstdio"); }));
    for (const OutsideFile& file : files) {
        EXPECT_EQ(file.path.find("spillway-work"), std::string::npos) << file.path;
        EXPECT_NE(file.changed_ns, 0) << file.path;
    }
}

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Numbers of a kernel that are compared.
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

/// `nvcc -cubin -Xptxas -v a.cu`, as a user types it; empty if nvcc fails.
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
        // A name in an unnamed namespace differs in each compile, but looks the same to users.
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

/// With NVRTC as the only compiler.
TEST_P(RealFileTest, HasNvccsNumbersByNvrtcAlone)
{
    SKIP_WITHOUT_NVCC();
    if (!whole_file_tools().nvrtc) GTEST_SKIP() << whole_file_tools().nvrtc.error().line();
    expect_nvccs_numbers(GetParam().files, without_nvcc(), "NVRTC ");
}

SPILLWAY_SAMPLED_SUITE(RealFileTest, tests::real_files(), 9, [](const auto& instance) { return instance.param.name; });

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
