#pragma once

// cuBLAS, loaded at run time as a comparison for a lesson's kernel. Not linked.

#include <filesystem>
#include <string>
#include <vector>

#include "app/gpu/driver_api.h"

namespace spillway::gpu {

class Cublas {
public:
    /// If SPILLWAY_CUBLAS is set, loads that file alone ("none": no library). Otherwise searches `cuda_folders`, then
    /// the dynamic linker's path. The Error says whether cuBLAS is missing, lacks functions or did not start. The
    /// context must be current now and for the lifetime of this object.
    [[nodiscard]] static model::Expected<Cublas> open(const std::vector<std::filesystem::path>& cuda_folders);

    Cublas(Cublas&& other) noexcept;
    Cublas& operator=(Cublas&&) = delete;
    Cublas(const Cublas&) = delete;
    ~Cublas();

    /// Enqueues C = A * B in single precision, for row-major matrices of `rows` x `rows` floats. Without TF32: full
    /// 32-bit products. Returns the status of the call; 0 is success.
    [[nodiscard]] int multiply(CuPointer a, CuPointer b, CuPointer c, int rows, CuStream stream) const;

    /// Example: "13.1.0".
    [[nodiscard]] std::string version() const;

private:
    using Handle = void*;
    struct Functions {
        int (*create)(Handle*) = nullptr;
        int (*destroy)(Handle) = nullptr;
        int (*set_stream)(Handle, CuStream) = nullptr;
        int (*version)(Handle, int*) = nullptr;
        int (*sgemm)(Handle, int, int, int, int, int, const float*, CuPointer, int, CuPointer, int, const float*,
                     CuPointer, int) = nullptr;
    };
    Cublas(const Functions& functions, Handle handle) : functions_(functions), handle_(handle) {}

    Functions functions_;
    Handle handle_ = nullptr;
};

}  // namespace spillway::gpu
