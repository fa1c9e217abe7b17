#pragma once

// Constructs of real files that break a reader of tokens, each as small as possible: nvcc compiles each of them.

#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"

namespace spillway::tests {

struct Real {
    const char* name;
    catalogue::SourceFiles files;
};

inline catalogue::SourceFiles one(const std::string& text)
{
    return {{{"a.cu", text}}, {}};
}

inline std::vector<Real> real_files()
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
        {"constants_of_constants", one("const float twice = 2.5f;\nstatic const double half = 1.0 / twice;\nnamespace "
                                       "n { const float more = half * "
                                       "twice; }\n__global__ void k(float* p) { p[0] = p[1] * half + n::more; }\n")},
        {"told_apart_by_the_compiler",
         one("#ifdef __NVCC__\nconst int size = 64;\n#else\nconst int size = 1024;\n#endif\n__global__ void k(int* p) "
             "{ "
             "__shared__ int s[size]; s[threadIdx.x] = p[0]; __syncthreads(); p[1] = s[1];\n#if "
             "!defined(__NVCC__)\np[2] = s[2] / s[3];\n#endif\n}\nint host()\n{\n#ifdef __NVCC__\n    return "
             "1;\n#else\n"
             "    return 2;\n#endif\n}\n")},
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
        {"members_for_the_host",
         one("#include <string>\n#include <vector>\n"
             "struct Grid {\n  int n;\n  __host__ Grid(int size) : n(size) { std::vector<int> a(size); }\n"
             "  Grid(const std::string& name) : n(int(name.size())) {}\n  ~Grid() { delete[] new int[n]; }\n"
             "  static std::string name() { return \"grid\"; }\n  __host__ __device__ int size() const { return n; }\n"
             "  bool operator==(const Grid& other) const { return name() == other.name(); }\n"
             "  __device__ int twice() const { return 2 * n; }\n};\n"
             "__global__ void k(const Grid* grid, int* p) { p[0] = grid->twice() + grid->size(); }\n")},
        {"types_for_the_host",
         one("#include <map>\n#include <string>\n#include <sys/time.h>\n"
             "class Clock {\npublic:\n  virtual ~Clock() {}\n  virtual double now() = 0;\n};\n"
             "class Wall : public Clock {\n  struct timeval start;\npublic:\n  double now() override { "
             "gettimeofday(&start, "
             "nullptr); return start.tv_sec; }\n};\nstruct Names { std::map<int, std::string> all; };\n"
             "typedef std::map<int, Names> Book;\nusing namespace std;\n"
             "__global__ void k(int* p) { p[0] = 1; }\n")},
        {"what_no_word_tells",
         one("#include <cstdlib>\n#include <string>\nconst int seed = rand();\n"
             "constexpr int length() { return int(std::char_traits<char>::length(\"abc\")); }\n"
             "struct Named { static int count(const char* s) { return length() + atoi(s); } int x; };\n"
             "__global__ void k(Named* n, int* p) { p[0] = n->x; }\n")},
        {"infinities", one("#include <cfloat>\n#include <climits>\n#include <cmath>\n"
                           "constexpr float lowest = -INFINITY;\n__global__ void k(float* f, long* l, double* d) { "
                           "f[0] = fmaxf(lowest, f[1]); f[2] = NAN; f[3] = HUGE_VALF; l[0] = LONG_MAX; d[0] = M_PI_4 "
                           "* DBL_MAX; d[1] = INT_MIN; }\n")},
        {"standard_names_for_devices",
         one("#include <cstdint>\n#include <type_traits>\n#include <utility>\n"
             "template <typename T> __device__ std::enable_if_t<std::is_same<T, float>::value, T> halved(T x) { return "
             "x * 0.5f; }\n__global__ void k(float* p, std::uint32_t* q) { p[0] = halved(p[1]); q[0] = "
             "std::is_integral<std::uint32_t>::value; q[1] = std::conditional<true, int, char>::type(q[2]); }\n")},
        {"tensor_cores",
         one("#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(const half* a, const half* b, float* c) {\n"
             "  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;\n"
             "  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;\n"
             "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;\n  wmma::fill_fragment(z, 0.0f);\n"
             "  wmma::load_matrix_sync(x, a, 16);\n  wmma::load_matrix_sync(y, b, 16);\n"
             "  wmma::mma_sync(z, x, y, z);\n  wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);\n}\n")},
        {"brain_floats", one("#include <cuda_bf16.h>\n__global__ void k(__nv_bfloat16* p, float x) { p[0] = "
                             "__float2bfloat16(x); p[1] = __hadd(p[2], p[3]); }\n")},
        {"cooperative_groups",
         one("#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cstdint>\n"
             "namespace cg = cooperative_groups;\n__global__ void k(int* p, uint32_t* q) {\n"
             "  auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
             "  p[0] = cg::reduce(warp, p[1], cg::plus<int>());\n  q[0] = UINT32_MAX;\n}\n")},
        {"blocks_and_warps_of_cub",
         one("#include <cub/cub.cuh>\n__global__ void k(int* p) { typedef cub::WarpScan<int> Scan; __shared__ "
             "Scan::TempStorage "
             "s; int x = p[threadIdx.x]; Scan(s).InclusiveSum(x, x); p[threadIdx.x] = x; }\n")},
        {"templates_of_the_host",
         one("template <typename T, int N> __global__ void k(T* p) { T a[N]; for (int i = 0; i < N; ++i) a[i] = p[i]; "
             "p[threadIdx.x] = a[threadIdx.x % N]; }\n"
             "template <typename T, int N = 4> void run(T* p) { constexpr int twice = 2 * N; k<T, twice><<<1, "
             "32>>>(p); }\n"
             "template <typename T> void both(T* p) { run<T>(p); run<T, 3>(p); }\n"
             "template <typename A> __global__ void one(A* a, int n) { a[n] = n; }\ntemplate <typename B> void "
             "pass(int n, B* b) { one<<<1, 1>>>(b, n); }\nint main() { both<float>(nullptr); double* d = nullptr; "
             "both(d); pass(3, d); }\n")},
        {"arguments_by_what_is_passed",
         one("template <typename T, int N> __global__ void k(const T* __restrict__ in, T* out, int n) { out[0] = in[n "
             "* N]; }\n"
             "template <typename V> __global__ void fill(V* out, V value) { out[0] = value; }\n"
             "template <int M> __global__ void add(int* p) { p[0] += M; }\n"
             "void run(const float* in) { const int count{5}; double *a = nullptr, *b; float* out = nullptr;\n"
             "  fill<<<1, 1>>>(a, 2.0); fill<<<1, 1>>>(out + 4, 1.0f); auto f = add<count>; f<<<1, 1>>>(nullptr);\n"
             "  void (*g)(int*) = add<3 * 4>; g<<<1, 1>>>(nullptr); b = a; k<double, 2><<<1, 1>>>(a, b, 1); }\n")},
    };
}

}  // namespace spillway::tests
