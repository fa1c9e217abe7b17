// A whole .cu by nvcc, and by NVRTC alone: the same numbers as nvcc's own, whatever real files do.

#include "app/compiler/whole_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

#include "app/base/child_process.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/ptxas_report.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Toolchain& tools()
{
    static Toolchain found = find_toolchain();
    return found;
}
#define SKIP_WITHOUT_NVCC() \
    if (!tools().nvcc) GTEST_SKIP() << tools().nvcc.error().line()

Toolchain without_nvcc()
{
    Toolchain other = tools();
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
    const auto output = base::run_child(tools().nvcc->program, arguments, -1, limits);
    fs::remove_all(folder);
    if (!output || output->exit_status != 0) return std::nullopt;
    return numbers_in(parse_ptxas_report(output->text));
}

void expect_nvccs_numbers(const catalogue::SourceFiles& files, const Toolchain& with, const char* compiler)
{
    const auto expected = nvccs_own(files);
    ASSERT_TRUE(expected);
    const model::SourceText source = source_of(files);
    const Compiled whole = compile(with, request_for(source), source);
    ASSERT_FALSE(whole.error) << whole.error->line();
    ASSERT_FALSE(expected->empty());
    EXPECT_EQ(whole.report.functions.size(), expected->size());
    for (const auto& [name, numbers] : *expected) {
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

struct Real {
    const char* name;
    catalogue::SourceFiles files;
};

catalogue::SourceFiles one(const std::string& text)
{
    return {{{"a.cu", text}}, {}};
}

/// What stands in real files and broke a reader that skipped and blanked, each as small as it can be.
std::vector<Real> real_files()
{
    return {
        {"host_part", one("#include <cstdio>\n#include <vector>\nstatic int verbose = 0;\n"
                          "struct Timer { Timer() { std::puts(\"on\"); } };\n"
                          "template <int N> __global__ void k(float* p) { float a[N]; for (int i = 0; i < N; ++i) a[i] "
                          "= p[i]; p[threadIdx.x] = a[threadIdx.x % N]; }\n"
                          "int main() { Timer t; k<8><<<1, 32>>>(nullptr); k<24><<<1, 32>>>(nullptr); return verbose; "
                          "}\n")},
        {"operator_at_file_scope",
         one("struct V { float x; };\ninline V& operator+=(V& a, V b) { a.x += b.x; return a; "
             "}\n__global__ void k(float* p) { p[0] += 1; }\n")},
        {"struct_return", one("struct Grid { int n; };\nstruct Grid make(int n) { return {n}; }\n"
                              "__global__ void k(int* p) { p[0] = 1; }\n")},
        {"text_like_a_comment", one("#define P \"src/*.cu\"\n__global__ void k(int* p) { p[0] = sizeof P; }\n")},
        {"branches_that_both_open", one("__global__ void k(int* p) {\n#if __CUDA_ARCH__ >= 700\n if (p[1]) {\n#else\n "
                                        "if (p[2]) {\n#endif\n p[0] = 1; } }\n__global__ void l(int* p) { p[0] = 2; "
                                        "}\n")},
        {"macro_for_the_head", one("#define KERNEL extern \"C\" __global__ void\nKERNEL k(int* p) { p[0] = 1; }\n")},
        {"switched_off", one("#if 0\n__global__ void old() {}\n#endif\n__global__ void k(int* p) { p[0] = 1; }\n")},
        {"host_device_macro", one("#define HD __host__ __device__\nHD int twice(int x) { return 2 * x; }\n"
                                  "__global__ void k(int* p) { p[0] = twice(p[1]); }\n")},
        {"overloads",
         one("__global__ void k(int* p) { p[0] = 1; }\n__global__ void k(float* p) { p[0] = p[1] * 2; }\n")},
        {"policy",
         one("struct Policy { static constexpr int tile = 16; };\ntemplate <typename P> __global__ void k(int* "
             "p) { __shared__ int s[P::tile]; s[threadIdx.x % P::tile] = p[0]; __syncthreads(); p[1] = s[0]; "
             "}\nvoid run() { k<Policy><<<1, 1>>>(nullptr); }\n")},
        {"implicit_names", one("#include <cfloat>\n__global__ void k(uint* p, float* f) { p[0] = 1u; f[0] = FLT_MAX; "
                               "}\n")},
        {"octal_and_suffixes",
         one("#define TILE 010\n#define BIG 3000000000u\n__global__ void k(int* p, long* q) { "
             "__shared__ int s[TILE * TILE]; s[threadIdx.x] = p[0]; __syncthreads(); q[0] = s[1] + "
             "BIG; }\n")},
        {"standard_unsigned_template", one("template <unsigned long N> __global__ void k(int* p) { p[0] = N; }\n"
                                           "template __global__ void k<12>(int*);\n")},
        {"own_bytes", one("// caf\xe9 \xff\n__global__ void k(int* p) { p[0] = 1; }\n")},
        {"byte_order_mark", one("\xEF\xBB\xBF__global__ void k(int* p) { p[0] = 1; }\r\n")},
        {"unnamed_namespace", one("namespace { __global__ void k(int* p) { p[0] = 1; } }\nvoid run() { k<<<1, "
                                  "1>>>(nullptr); }\n")},
        {"nothing_but_a_header",
         {{{"a.cu", "#include \"k.cuh\"\n"},
           {"k.cuh",
            "static int calls;\n__global__ void k(int* "
            "p) { p[0] = 1; }\nint host() { return "
            "++calls; }\n"}},
          {}}},
        {"two_headers_of_one_name",
         {{{"a.cu",
            "#include \"x/size.h\"\n#include \"y/both.h\"\n__global__ void k(int* p) { __shared__ int s[SIZE + "
            "OTHER]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] = s[1]; }\n"},
           {"x/size.h", "#define SIZE 32\n"},
           {"y/both.h", "#include \"size.h\"\n"},
           {"y/size.h", "#define OTHER 64\n"}},
          {}}},
        {"settings",
         {{{"src/a.cu",
            "#include <tile.h>\n__global__ void k(int* p) { __shared__ int s[tile * N]; s[0] = "
            "p[0]; p[1] = s[N]; static_assert(__cplusplus > 201703L); }\n"},
           {"common/tile.h", "constexpr int tile = 4;\n"}},
          {{"common"}, {{"N", "8"}}, "c++20"}}},
        {"calls_and_spills",
         one("__noinline__ __device__ float f(float x, int n) { return n ? f(x * 2, n - 1) : x; }\n"
             "__global__ __launch_bounds__(1024, 2) void k(float* p) { float a[64]; for (int i = 0; i "
             "< 64; ++i) a[i] = p[i * 32]; __syncthreads(); for (int i = 0; i < 64; ++i) p[i] = "
             "a[i] * a[63 - i] + f(a[i], i); }\n")},
    };
}

struct RealFileTest : testing::TestWithParam<Real> {};

TEST_P(RealFileTest, HasNvccsNumbers)
{
    SKIP_WITHOUT_NVCC();
    expect_nvccs_numbers(GetParam().files, tools(), "nvcc ");
}

/// Where it is the only compiler.
TEST_P(RealFileTest, HasNvccsNumbersByNvrtcAlone)
{
    SKIP_WITHOUT_NVCC();
    if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().line();
    expect_nvccs_numbers(GetParam().files, without_nvcc(), "NVRTC ");
}

INSTANTIATE_TEST_SUITE_P(Files, RealFileTest, testing::ValuesIn(real_files()),
                         [](const auto& instance) { return instance.param.name; });

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
    CompileService service{tools(), disk};
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

TEST_F(ServiceTest, OneCompileServesAllKernels)
{
    const model::SourceText source = source_of(template_and_number);
    EXPECT_FALSE(service.get(request_for(source), source).cached);
    EXPECT_TRUE(service.get(request_for(source, "k<8>"), source).cached);
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
    request.entry = "unbound";
    EXPECT_EQ(bound_of(), std::nullopt);
}

TEST(WholeFile, WhatItRefusesIsSaidByItsLine)
{
    SKIP_WITHOUT_NVCC();
    const auto refusal = [](const std::string& text) {
        const model::SourceText source = source_of(text);
        const auto error = compile(tools(), request_for(source), source).error;
        return error ? *error : model::Error{"", "", ""};
    };
    EXPECT_THAT(refusal("\n__global__ void k(int* p) { p[0] = none; }\n").what, HasSubstr("a.cu(2): error"));
    const model::Error missing = refusal("\n#include \"none.h\"\n__global__ void k() {}\n");
    EXPECT_THAT(missing.what, HasSubstr("a.cu:2"));
    EXPECT_THAT(missing.what, HasSubstr("none.h: not found"));
    EXPECT_THAT(missing.advice, HasSubstr("-I"));
    EXPECT_EQ(missing.what.find("spillway-work"), std::string::npos) << missing.what;
}

TEST(WholeFile, WarningsOfItsOwnForgeNoReport)
{
    SKIP_WITHOUT_NVCC();
    const model::SourceText source = source_of(
        "__global__ void k(int* p) { p[0] = 1; }\n"
        "#warning ptxas info    : Compiling entry function '_Z1kPi' for 'sm_90'\n"
        "#warning ptxas info    : Used 99 registers, 4096 bytes smem, 99 bytes cmem[0]\n");
    const auto kernel = kernel_of(compile(tools(), request_for(source), source), request_for(source, "k"));
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
