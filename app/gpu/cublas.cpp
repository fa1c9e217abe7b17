#include "app/gpu/cublas.h"

#include <cstdlib>
#include <utility>

#include <dlfcn.h>

namespace spillway::gpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* cublas_library_names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};

std::vector<std::string> candidate_files(const std::vector<fs::path>& cuda_folders)
{
    if (const char* wanted = std::getenv("SPILLWAY_CUBLAS")) return {wanted};
    std::vector<std::string> found;
    for (const fs::path& folder : cuda_folders)
        for (const char* part : {"lib64", "lib", "targets/x86_64-linux/lib"})
            for (const char* name : cublas_library_names) {
                std::error_code error;
                const fs::path file = folder / part / name;
                if (fs::exists(file, error)) found.push_back(file.string());
            }
    found.insert(found.end(), std::begin(cublas_library_names), std::end(cublas_library_names));
    return found;
}

void* load_first(const std::vector<std::string>& candidates)
{
    for (const std::string& file : candidates) {
        if (file == "none") continue;
        if (void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    }
    return nullptr;
}

}  // namespace

model::Expected<Cublas> Cublas::open(const std::vector<fs::path>& cuda_folders)
{
    void* library = load_first(candidate_files(cuda_folders));
    if (library == nullptr)
        return model::Error{"cuBLAS was not found", "launch", "install libcublas of CUDA 12 or 13 beside the compiler"};
    Functions functions;
    bool is_complete = true;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
        is_complete = is_complete && function != nullptr;
    };
    find(functions.create, "cublasCreate_v2");
    find(functions.destroy, "cublasDestroy_v2");
    find(functions.set_stream, "cublasSetStream_v2");
    find(functions.version, "cublasGetVersion_v2");
    find(functions.sgemm, "cublasSgemm_v2");
    if (!is_complete)
        return model::Error{"the cuBLAS that was found lacks functions", "launch", "install cuBLAS of CUDA 12 or 13"};
    Handle handle = nullptr;
    if (const int status = functions.create(&handle); status != 0)
        return model::Error{"cuBLAS did not start: status " + std::to_string(status), "launch",
                            "free some of the GPU's memory"};
    return Cublas(functions, handle);
}

Cublas::Cublas(Cublas&& other) noexcept : functions_(other.functions_), handle_(std::exchange(other.handle_, nullptr))
{
}

Cublas::~Cublas()
{
    if (handle_ != nullptr) functions_.destroy(handle_);
}

int Cublas::multiply(CuPointer a, CuPointer b, CuPointer c, int rows, CuStream stream) const
{
    // cuBLAS is column-major and sees each row-major matrix transposed; C' = B' * A'.
    constexpr int not_transposed = 0;
    const float one = 1, zero = 0;
    if (const int status = functions_.set_stream(handle_, stream); status != 0) return status;
    return functions_.sgemm(handle_, not_transposed, not_transposed, rows, rows, rows, &one, b, rows, a, rows, &zero, c,
                            rows);
}

std::string Cublas::version() const
{
    int number = 0;
    if (functions_.version(handle_, &number) != 0) return "";
    return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." +
           std::to_string(number % 100);
}

}  // namespace spillway::gpu
