// A stand-in for the cuBLAS calls that Spillway uses, on the stand-in driver's memory, which is host memory.
//
// SPILLWAY_STANDIN_CUBLAS: "no_start", "fails" (each product), or "wrong" (one number of it).

#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace {

using Address = unsigned long long;

bool is_to(const char* what)
{
    const char* word = std::getenv("SPILLWAY_STANDIN_CUBLAS");
    return word != nullptr && std::string(word) == what;
}

/// Fills the result: the GPU's clock advances, and a result pointer outside its memory is detected.
int let_time_pass(Address c, std::size_t count)
{
    void* driver = dlopen(std::getenv("SPILLWAY_LIBCUDA"), RTLD_NOW | RTLD_NOLOAD);
    if (driver == nullptr) return 1;
    const auto fill =
        reinterpret_cast<int (*)(Address, unsigned int, std::size_t, void*)>(dlsym(driver, "cuMemsetD32Async"));
    const int status = fill != nullptr ? fill(c, 0, count, nullptr) : 1;
    dlclose(driver);
    return status;
}

}  // namespace

extern "C" {

int cublasCreate_v2(void** handle)
{
    static int one;
    *handle = &one;
    return is_to("no_start") ? 3 : 0;
}
int cublasDestroy_v2(void*)
{
    return 0;
}
int cublasSetStream_v2(void*, void*)
{
    return 0;
}
int cublasGetVersion_v2(void*, int* version)
{
    *version = 130100;
    return 0;
}
/// As in cuBLAS, matrices are column-major.
int cublasSgemm_v2(void*, int a_is_transposed, int b_is_transposed, int m, int n, int k, const float* alpha,
                   Address a_address, int lda, Address b_address, int ldb, const float* beta, Address c_address,
                   int ldc)
{
    if (is_to("fails") || a_is_transposed != 0 || b_is_transposed != 0 || *beta != 0) return 13;
    const auto* a = reinterpret_cast<const float*>(a_address);
    const auto* b = reinterpret_cast<const float*>(b_address);
    if (let_time_pass(c_address, static_cast<std::size_t>(ldc) * static_cast<std::size_t>(n)) != 0) return 14;
    auto* c = reinterpret_cast<float*>(c_address);
    for (int column = 0; column < n; ++column)
        for (int row = 0; row < m; ++row) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += a[row + i * lda] * b[i + column * ldb];
            c[row + column * ldc] = *alpha * sum;
        }
    if (is_to("wrong")) c[ldc * (n - 1)] += 1;
    return 0;
}

}  // extern "C"
