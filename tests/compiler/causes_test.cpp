// Kernels that each mix two causes of local memory: Spillway distinguishes them and accounts for every byte.

#include <algorithm>

#include "app/catalogue/plain/source_files.h"
#include "tests/compiler/causes.h"

namespace spillway::compiler {
namespace {

struct Mixed {
    const char* name;
    const char* text;
    const char* expected;  ///< on sm_90, see in_words()
};

const Mixed mixed_kernels[] = {
    {"index_and_address", R"(__device__ __noinline__ void bump(float* p) { *p += 1; }
__global__ void k(const float* in, float* out, int n) {
    float escaped = in[0];
    float table[8];
    for (int j = 0; j < 8; ++j) table[j] = in[j + threadIdx.x];
    bump(&escaped);
    out[threadIdx.x] = table[n & 7] + escaped;
})",
     "dynamic_index 32 table 4, address_taken 16 escaped 3"},

    {"index_and_spill", R"(__global__ void __launch_bounds__(256, 6) k(const float* in, float* out, int n) {
    float many[64];
    float few[40];
    const int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 64; ++j) many[j] = in[j * n + t];
    for (int j = 0; j < 40; ++j) few[j] = in[j * n + t + 7];
    for (int round = 0; round < n; ++round) {
        few[round * t % 40] += many[0];
#pragma unroll
        for (int j = 0; j < 64; ++j) many[j] = many[j] * 3 + many[(j + 1) % 64];
    }
#pragma unroll
    for (int j = 0; j < 64; ++j) out[j * n + t] = many[j] + few[j % 40];
})",
     "spill 1200 - 14, dynamic_index 160 few 3"},

    {"index_and_recursion", R"(__device__ __noinline__ int walk(int depth, const int* in, int* out) {
    int buffer[8];
    for (int i = 0; i < 8; ++i) buffer[i] = in[i + depth];
    if (depth == 0) return 1;
    const int below = walk(depth - 1, in, out);
    out[depth] = buffer[(below + depth) & 7];
    return below * 3 + depth;
}
__global__ void k(const int* in, int* out, int n) { out[0] = walk(n, in, out); })",
     "dynamic_index 32 buffer 2, call_stack 56 walk 1"},

    {"address_and_function_pointer", R"(__device__ __noinline__ void up(float* p, int n) { p[n] += 1; }
__device__ __noinline__ void down(float* p, int n) { p[n] -= 1; }
__global__ void k(float* out, int n) {
    float values[6];
    for (int i = 0; i < 6; ++i) values[i] = out[i];
    (n > 3 ? up : down)(values, n);
    float sum = 0;
    for (int i = 0; i < 6; ++i) sum += values[i];
    out[0] = sum;
})",
     "address_taken 24 values 4, call_stack 8 up 1, call_stack 0 down 2"},

    {"index_and_sine", R"(__global__ void k(double* out, int n) {
    double values[6];
    for (int i = 0; i < 6; ++i)
        values[i] = sin(out[i]);
    out[0] = values[n % 6];
})",
     "dynamic_index 48 values 2, library_function 48 sin 4"},

    {"index_and_two_library_functions", R"(__global__ void k(float* out, int n) {
    float values[6];
    for (int i = 0; i < 6; ++i)
        values[i] = cosf(out[i]);
    out[0] = values[n % 6] + sinf(out[9]);
})",
     "dynamic_index 24 values 2, library_function 32 cosf, sinf 4"},

    {"index_and_printf", R"(__global__ void k(float* out, int n) {
    float values[6];
    for (int i = 0; i < 6; ++i) values[i] = out[i];
    printf("%f %d", values[n % 6], n);
})",
     "dynamic_index 24 values 2, library_function 16 printf 4"},

    {"too_large_and_index", R"(__global__ void k(const float* in, float* out, int n) {
    float many[300];
    float few[5];
    for (int j = 0; j < 5; ++j) few[j] = in[j];
    for (int j = 0; j < 300; ++j) many[j] = in[j * n + threadIdx.x];
    for (int j = 0; j < 300; ++j) out[j * n + threadIdx.x] = many[(j * 7) % 300] + few[n % 5];
})",
     "too_large 1200 many 2, dynamic_index 32 few 3"},

    {"by_value_and_call", R"(struct Big { float v[100]; int count; };
__device__ __noinline__ float take(Big big, int i) { return big.v[i] + big.count; }
__global__ void k(float* out, int n) {
    Big big;
    for (int i = 0; i < 100; ++i) big.v[i] = i * n;
    big.count = n;
    out[n] = take(big, n);
})",
     "too_large 404 - 7, call_stack 404 take 7"},

    {"two_indices_of_two_kinds", R"(__global__ void k(const float* in, float* out, int n) {
    float turns[24];
    float chosen[20];
#pragma unroll 1
    for (int j = 0; j < 24; ++j) turns[j] = in[j * n];
    for (int j = 0; j < 20; ++j) chosen[j] = in[j + n];
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < 24; ++j) sum = sum * 3 + turns[j];
    out[threadIdx.x] = sum + chosen[n % 20];
})",
     "dynamic_index 96 turns 2, dynamic_index 80 chosen 3"},

    {"reference_and_sine", R"(__device__ __noinline__ void twice(double& x) { x *= 2; }
__global__ void k(double* out, int n) {
    double x = out[n];
    twice(x);
    out[0] = cos(x);
})",
     "address_taken 8 x 3, library_function 40 cos 5"},

    {"large_argument_and_index", R"(template <int N> struct State { float v[N]; };
__device__ __noinline__ State<64> step(State<64> s, float x) {
#pragma unroll
    for (int j = 0; j < 64; ++j) s.v[j] += x * s.v[(j + 1) % 64];
    return s;
}
__global__ void k(const float* in, float* out, int n) {
    float few[10];
    for (int j = 0; j < 10; ++j) few[j] = in[j];
    State<64> state;
#pragma unroll
    for (int j = 0; j < 64; ++j) state.v[j] = in[j * n];
    state = step(state, few[n % 10]);
#pragma unroll
    for (int j = 0; j < 64; ++j) out[j * n] = state.v[j];
})",
     "dynamic_index 40 few 8, call_stack 256 step 13"},
};

class MixedCauses : public CausesOf, public testing::WithParamInterface<Mixed> {};

TEST_P(MixedCauses, are_distinguished)
{
    const CausesAnswer answer = find(GetParam().text);
    ASSERT_FALSE(answer.error) << answer.error->line();
    EXPECT_EQ(in_words(answer.causes), expected_here(GetParam().expected));
    for (const model::Cause& cause : answer.causes) EXPECT_FALSE(cause.evidence.empty());
}

INSTANTIATE_TEST_SUITE_P(On_sm_90, MixedCauses, testing::ValuesIn(mixed_kernels),
                         [](const auto& mixed) { return std::string(mixed.param.name); });

TEST_F(CausesOf, ALibraryCallInAHeaderIsNamedWithTheHeader)
{
    const catalogue::SourceFiles files{
        {{"k.cu",
          "#include \"angle.h\"\n"
          "__global__ void k(float* x) { x[threadIdx.x] = sine(x[threadIdx.x]); }\n"},
         {"angle.h",
          "#pragma once\nfloat other_sin(float);\n\n"
          "static __device__ __forceinline__ float sine(float a) { return sinf(a); }\n"}},
        {}};
    const CausesAnswer answer = find_in(files, "k(float*)");
    EXPECT_EQ(in_words(answer.causes), "library_function 0 sinf 4");
    ASSERT_EQ(answer.causes.size(), 1U);
    EXPECT_EQ(answer.causes[0].file, "angle.h");
}

/// A whole file with one kernel, and its causes.
struct FileWithCauses {
    const char* name;
    const char* text;
    const char* entry;
    const char* causes;
};

class CausesOfFiles : public CausesOf, public testing::WithParamInterface<FileWithCauses> {};

TEST_P(CausesOfFiles, NameTheVariableAndNothingElse)
{
    const auto& [name, text, entry, causes] = GetParam();
    const CausesAnswer answer = find_in({{{"k.cu", text}}, {}}, entry);
    ASSERT_FALSE(answer.error) << answer.error->line();
    EXPECT_EQ(in_words(answer.causes), causes);
}

INSTANTIATE_TEST_SUITE_P(
    On_sm_90, CausesOfFiles,
    testing::Values(
        FileWithCauses{
            "unnamed_namespace",
            "namespace {\n__global__ void k(float* o, int j)\n{\n    float t[8];\n"
            "    for (int i = 0; i < 8; ++i) t[i] = o[i];\n    for (int i = 0; i < j; ++i) t[(i * j) % 8] += 9;\n"
            "    for (int i = 0; i < 8; ++i) o[i] = t[i];\n}\n}\nint main() { k<<<1, 32>>>(nullptr, 1); }\n",
            "(anonymous namespace)::k", "dynamic_index 32 t 4"},
        FileWithCauses{
            "called_function",
            "template <int N> __device__ __noinline__ void work(float* o, int j)\n{\n    float t[N];\n"
            "    for (int i = 0; i < N; ++i) t[i] = o[i];\n    for (int i = 0; i < j; ++i) t[(i * j) % N] += 9;\n"
            "    for (int i = 0; i < N; ++i) o[i] = t[i];\n}\n"
            "__global__ void k(float* o, int j) { work<8>(o, j); }\n",
            "k", "dynamic_index 32 t 3"},
        FileWithCauses{
            "type_of_a_template_argument",
            "struct Big { float x[4]; };\ntemplate <int B> struct Env { typedef Big Local; };\n"
            "template <int B> __global__ void k(float* o, int n)\n{\n    typename Env<B>::Local window[1 << B];\n"
            "    for (int i = 0; i < (1 << B); ++i) window[i].x[i & 3] = o[i];\n"
            "    for (int i = 0; i < n; ++i) window[i * n % (1 << B)].x[i & 3] += 1;\n"
            "    o[0] = window[n & 3].x[0];\n}\nint main() { k<5><<<1, 32>>>(nullptr, 1); }\n",
            "k<5>", "dynamic_index 512 window 5"},
        FileWithCauses{"host_printf",
                       "#include <cstdio>\n__global__ void k(float* o)\n{\n    float a = o[threadIdx.x];\n"
                       "    o[threadIdx.x] = sinf(a) * cosf(a + 1);\n}\nint main() { printf(\"done %f\\n\", 1.0); }\n",
                       "k", "library_function 32 cosf, sinf 5"}),
    [](const auto& file) { return std::string(file.param.name); });

TEST_F(CausesOf, AVariableOfTheToolkitsHeadersIsNamedByItsInlinedFunction)
{
    const catalogue::SourceFiles files{{{"k.cu",
                                         "#include <curand_kernel.h>\n"
                                         "__global__ void k(float* out, unsigned long long seed)\n{\n"
                                         "    curandStateMRG32k3a_t state;\n"
                                         "    curand_init(seed, threadIdx.x, 7, &state);\n"
                                         "    out[threadIdx.x] = curand_uniform(&state);\n}\n"}},
                                       {}};
    const CausesAnswer answer = find_in(files, "k");
    if (answer.error) GTEST_SKIP() << "no curand_kernel.h: " << answer.error->line();
    EXPECT_EQ(in_words(answer.causes), "library_function 72 curand_MRGmatMul3x3 5");
    ASSERT_EQ(answer.causes.size(), 1U);
    EXPECT_NE(answer.causes[0].evidence.find(" of curand_kernel.h, which is not one of your files"), std::string::npos)
        << answer.causes[0].evidence;
}

/// A kernel of 64 values a thread with this launch bound.
std::string bounded_kernel(const std::string& bound)
{
    return "\n__global__ void " + bound + R"( k(float* p)
{
    float r[64];
    #pragma unroll
    for (int i = 0; i < 64; ++i) r[i] = p[threadIdx.x + i * 1024];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 64; ++i) p[threadIdx.x * 64 + i] = r[i] * r[(i + 7) % 64];
})";
}

/// No trial without bounds compiled: the check of sources refused the #line that its edit adds.
TEST_F(CausesOf, SpillsByALaunchBoundEndWithoutIt)
{
    const CausesAnswer answer = find(bounded_kernel("__launch_bounds__(1024, 2)"));
    ASSERT_FALSE(answer.causes.empty());
    EXPECT_EQ(answer.causes[0].kind, model::CauseKind::spill);
    EXPECT_NE(answer.causes[0].evidence.find("Without a register cap and launch bounds it spills nothing"),
              std::string::npos)
        << answer.causes[0].evidence;
}

TEST_F(CausesOf, EachInstanceAndEachFunctionHasItsOwnBytesOfAVariable)
{
    const CausesAnswer instances =
        find(R"(template <int N> __device__ __noinline__ float part(const float* in, const int* at) {
    float buf[N];
    for (int i = 0; i < N; ++i) buf[i] = in[i];
    float sum = 0;
    for (int i = 0; i < 3; ++i) sum += buf[at[i] % N];
    return sum;
}
template __device__ float part<12>(const float*, const int*);
extern "C" __global__ void k(float* out, const float* in, const int* at) { out[0] = part<12>(in, at) + part<48>(in, at); }
)");
    ASSERT_EQ(instances.causes.size(), 2U) << in_words(instances.causes);
    EXPECT_EQ(in_words(instances.causes).substr(0, 23), "dynamic_index 192 buf 2");
    EXPECT_EQ(instances.causes[1].symbol, "buf") << "of the other instance";
    EXPECT_NE(instances.causes[1].evidence.find("48 bytes of .local"), std::string::npos)
        << instances.causes[1].evidence;
    const CausesAnswer functions = find(R"(__device__ __forceinline__ float pick(const float* in, const int* at) {
    float buf[32];
    for (int i = 0; i < 32; ++i) buf[i] = in[i];
    return buf[at[0] & 31] + buf[at[1] & 31];
}
__device__ __noinline__ float called(const float* in, const int* at) { return pick(in + 5, at + 7) * 2; }
extern "C" __global__ void k(float* out, const float* in, const int* at) { out[0] = pick(in, at) + called(in, at); }
)");
    ASSERT_EQ(functions.causes.size(), 2U) << in_words(functions.causes);
    for (const model::Cause& cause : functions.causes) {
        EXPECT_EQ(cause.symbol, "buf") << cause.evidence;
        EXPECT_EQ(cause.bytes, 128);
    }
}

TEST_F(CausesOf, OnlyAQualifierOfTheVariableItselfCounts)
{
    const CausesAnswer written = find(R"(extern "C" __global__ void k(float* out, const float* in, const int* at) {
    const float* rows[6] = {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
    for (int i = 0; i < 6; ++i) rows[at[i] % 6] = in + at[i + 1];
    out[threadIdx.x] = *rows[at[7] % 6];
}
)");
    ASSERT_FALSE(written.causes.empty());
    ASSERT_TRUE(written.causes[0].repair);
    EXPECT_EQ(written.causes[0].repair->kind, model::RepairKind::select)
        << "with static, all threads would share the elements that they write";
    const CausesAnswer pointers =
        find(R"(__device__ __noinline__ float pick(volatile float** p, int n) { return *p[n]; }
extern "C" __global__ void k(volatile float* out, int n) {
    volatile float* ptrs[4] = {out, out + 1, out + 2, out + 3};
    out[0] = pick(ptrs, n & 3);
}
)");
    ASSERT_FALSE(pointers.causes.empty());
    EXPECT_EQ(pointers.causes[0].kind, model::CauseKind::address_taken) << pointers.causes[0].evidence;
}

TEST_F(CausesOf, AnotherDeclarationOfAKernelWritesNoParameter)
{
    const CausesAnswer answer = find(R"(struct Table { float w[64]; };
extern "C" __global__ void k(float* out, const int* at, Table t, int n);
extern "C" __global__ void k(float* out, const int* at, Table t, int n)
{
    for (int i = 0; i < n; ++i) {
        asm volatile("" :: "l"(&t.w[at[i] & 31]) : "memory");
        out[i] = t.w[at[i] & 31];
    }
}
)");
    ASSERT_FALSE(answer.causes.empty());
    EXPECT_EQ(answer.causes[0].kind, model::CauseKind::parameter_copy);
    EXPECT_EQ(answer.causes[0].evidence.find("writes it"), std::string::npos) << answer.causes[0].evidence;
    EXPECT_NE(answer.causes[0].evidence.find("each other declaration"), std::string::npos) << answer.causes[0].evidence;
}

TEST_F(CausesOf, PrintfHasNoBytesOfAnArrayThatAMacroDeclares)
{
    const CausesAnswer answer = find(R"(extern "C" __device__ int printf(const char*, ...);
#define DECLARED(T, n, N) T n[N]
extern "C" __global__ void k(float* out, const float* in, const int* at, int n) {
    DECLARED(float, mm, 24);
    for (int i = 0; i < 24; ++i) mm[i] = in[i];
    out[threadIdx.x] = mm[at[0] % 24] + mm[at[1] % 24];
    if (n < 0) printf("bad n %d\n", n);
}
)");
    for (const model::Cause& cause : answer.causes)
        if (cause.kind == model::CauseKind::library_function) {
            EXPECT_LT(cause.bytes, 96) << cause.evidence;
        }
    EXPECT_TRUE(std::ranges::any_of(answer.causes, [](const auto& cause) { return cause.bytes == 96; }));
}

TEST_F(CausesOf, ALaunchBoundThatNoEditRemovesCountsToo)
{
    // Like a bound in a header of the toolkit: no edit of the text removes it.
    const CausesAnswer answer = find(bounded_kernel("__attribute__((launch_bounds(1024, 2)))"));
    ASSERT_FALSE(answer.causes.empty());
    EXPECT_EQ(answer.causes[0].kind, model::CauseKind::spill);
    EXPECT_NE(answer.causes[0].evidence.find("Its register cap or launch bound could not be removed"),
              std::string::npos)
        << answer.causes[0].evidence;
}

TEST_F(CausesOf, AWholeFileHasTheSameCausesByNvccAlone)
{
    Toolchain tools = find_toolchain();
    if (!tools.nvcc) GTEST_SKIP() << tools.nvcc.error().line();
    tools.nvrtc = model::Error{"NVRTC is hidden", "nvrtc", ""};
    const std::filesystem::path folder = scratch_folder("causes-by-nvcc");
    DiskCache disk{folder, DiskCache::default_max_bytes, [](const model::Error&) {}};
    CompileService by_nvcc{std::move(tools), disk};
    const std::string text = catalogue::bundled({{{"k.cu",
                                                   "#include <cstdio>\n"
                                                   "__global__ void k(const float* in, float* out, int n)\n{\n"
                                                   "    float table[8];\n"
                                                   "    for (int j = 0; j < 8; ++j) table[j] = in[j + threadIdx.x];\n"
                                                   "    out[threadIdx.x] = table[n & 7] + sinf(out[0]);\n}\n"}},
                                                 {}});
    model::CompileRequest request;
    request.source_hash = catalogue::content_hash(text);
    request.entry = "k";
    request.arch = "sm_90";
    request.whole_file = true;
    const model::SourceText source{request.source_hash, "k.cu", text};
    const CausesAnswer answer = find_causes(service_, request, source);
    EXPECT_EQ(in_words(answer.causes).substr(0, 24), "dynamic_index 32 table 4");
    EXPECT_EQ(in_words(answer.causes), in_words(find_causes(by_nvcc, request, source).causes));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace spillway::compiler
