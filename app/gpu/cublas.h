#pragma once

// cuBLAS, found when the program runs: what a kernel of a lesson is compared with. Nothing is linked with it.

#include <filesystem>
#include <string>
#include <vector>

#include "app/gpu/driver_api.h"

namespace spillway::gpu {

class Cublas {
public:
    /// SPILLWAY_CUBLAS (a file, or "none"), else the library in one of the CUDA installations, else the dynamic
    /// linker's. The Error says what was looked for. A context has to be current, and stays so as long as this lives.
    [[nodiscard]] static model::Expected<Cublas> open(const std::vector<std::filesystem::path>& cuda_folders);

    Cublas(Cublas&& other) noexcept;
    Cublas& operator=(Cublas&&) = delete;
    Cublas(const Cublas&) = delete;
    ~Cublas();

    /// C = A * B in single precision, each of `rows` rows of `rows` floats, row after row: put into the stream.
    /// No TF32: every product is one of 32 bits. The status of the call; 0 is success.
    [[nodiscard]] int multiply(CuPointer a, CuPointer b, CuPointer c, int rows, CuStream stream) const;

    /// "13.1.0".
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
