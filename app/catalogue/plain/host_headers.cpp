#include "app/catalogue/plain/host_headers.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

/// CUDA headers that NVRTC can read.
bool is_device_header(std::string_view name)
{
    constexpr std::array<std::string_view, 5> folders{"cuda/", "cub/", "nv/", "cooperative_groups/", "cccl/"};
    constexpr std::array<std::string_view, 15> files{
        "cuda_fp16.h",     "cuda_bf16.h",          "cuda_fp8.h",       "cuda_fp6.h",      "cuda_fp4.h",
        "mma.h",           "cooperative_groups.h", "math_constants.h", "cuda_pipeline.h", "cuda_awbarrier.h",
        "curand_kernel.h", "vector_types.h",       "cuComplex.h",      "cuda_barrier.h",  "cudaTypedefs.h"};
    return begins_with_one_of(name, folders) || is_one_of(name, files);
}

/// Headers of C and of common systems.
bool is_of_system(std::string_view name)
{
    constexpr std::array<std::string_view, 11> folders{"sys/", "bits/", "net/", "netinet/",      "arpa/",    "linux/",
                                                       "asm/", "ext/",  "tr1/", "experimental/", "parallel/"};
    constexpr std::array<std::string_view, 62> files{
        "aio.h",    "alloca.h", "assert.h",   "byteswap.h", "complex.h",   "conio.h",     "ctype.h",  "direct.h",
        "dirent.h", "dlfcn.h",  "endian.h",   "err.h",      "errno.h",     "execinfo.h",  "fcntl.h",  "fenv.h",
        "float.h",  "getopt.h", "glob.h",     "intrin.h",   "inttypes.h",  "io.h",        "iso646.h", "libgen.h",
        "limits.h", "locale.h", "malloc.h",   "math.h",     "mm_malloc.h", "memory.h",    "mpi.h",    "netdb.h",
        "omp.h",    "poll.h",   "process.h",  "pthread.h",  "pwd.h",       "regex.h",     "sched.h",  "semaphore.h",
        "setjmp.h", "signal.h", "stdalign.h", "stdarg.h",   "stdbool.h",   "stdatomic.h", "stddef.h", "stdint.h",
        "stdio.h",  "stdlib.h", "string.h",   "strings.h",  "tgmath.h",    "threads.h",   "time.h",   "uchar.h",
        "unistd.h", "values.h", "wchar.h",    "wctype.h",   "windows.h",   "Windows.h"};
    // Standard C++ headers, like <vector>.
    if (name.find_first_of("./") == std::string_view::npos) return true;
    return is_one_of(name, files) || begins_with_one_of(name, folders) || name.ends_with("intrin.h");
}

/// Headers of CUDA's runtime, driver and libraries.
bool is_of_cudas_host_side(std::string_view name)
{
    constexpr std::array<std::string_view, 50> beginnings{"builtin_types.h",
                                                          "channel_descriptor",
                                                          "common_functions",
                                                          "crt/",
                                                          "cublas",
                                                          "cuda.h",
                                                          "cudaD3D",
                                                          "cudaEGL",
                                                          "cudaGL",
                                                          "cudaProfiler",
                                                          "cudaVDPAU",
                                                          "cuda_d3d",
                                                          "cuda_device_runtime",
                                                          "cuda_egl",
                                                          "cuda_gl",
                                                          "cuda_occupancy",
                                                          "cuda_profiler",
                                                          "cuda_runtime",
                                                          "cuda_stdint.h",
                                                          "cuda_surface",
                                                          "cuda_texture",
                                                          "cuda_vdpau",
                                                          "cudnn",
                                                          "cufft",
                                                          "cufile.h",
                                                          "cupti",
                                                          "curand",
                                                          "cusolver",
                                                          "cusparse",
                                                          "cutensor",
                                                          "device_atomic_functions",
                                                          "device_double_functions",
                                                          "device_functions",
                                                          "device_launch_parameters",
                                                          "device_types.h",
                                                          "driver_functions",
                                                          "driver_types.h",
                                                          "host_config.h",
                                                          "host_defines.h",
                                                          "library_types.h",
                                                          "math_functions",
                                                          "nccl",
                                                          "npp",
                                                          "nvToolsExt",
                                                          "nvtx3/",
                                                          "sm_",
                                                          "surface_",
                                                          "texture_",
                                                          "thrust/",
                                                          "vector_functions"};
    constexpr std::array<std::string_view, 8> files{"nvJitLink.h", "nvPTXCompiler.h", "nvblas.h", "nvgraph.h",
                                                    "nvjpeg.h",    "nvml.h",          "nvrtc.h",  "nvvm.h"};
    return begins_with_one_of(name, beginnings) || is_one_of(name, files);
}

/// Headers of libraries that many .cu files include; their kernels compile without them.
bool is_of_well_known_library(std::string_view name)
{
    constexpr std::array<std::string_view, 17> folders{
        "ATen/",   "EGL/",  "GL/",    "GLES",    "GLFW/",    "SDL",       "X11/",   "benchmark/", "c10/",
        "gflags/", "glog/", "gtest/", "opencv/", "opencv2/", "pybind11/", "torch/", "boost/"};
    return begins_with_one_of(name, folders);
}

/// Whether a system package installed the header in the host compiler's search path.
bool is_installed(std::string_view name)
{
    constexpr std::array folders{"/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu"};
    if (name.starts_with('/') || name.find("..") != std::string_view::npos) return false;
    return std::any_of(folders.begin(), folders.end(), [&](const char* folder) {
        std::error_code ignored;
        return fs::is_regular_file(fs::path(folder) / name, ignored);
    });
}

}  // namespace

bool is_host_header(std::string_view name)
{
    if (is_device_header(name)) return false;
    return is_of_system(name) || is_of_cudas_host_side(name) || is_of_well_known_library(name) || is_installed(name);
}

bool includes_libcuxx(std::string_view name)
{
    constexpr std::array<std::string_view, 7> places{
        "cuda/", "cub/", "nv/", "cooperative_groups", "cuda_pipeline", "cuda_awbarrier", "curand_kernel"};
    return begins_with_one_of(name, places);
}

bool is_header_of_cub_for_hosts(std::string_view name)
{
    return name == "cub/cub.cuh" || name.starts_with("cub/device/") || name.starts_with("cub/util_") ||
           name.starts_with("cub/iterator/");
}

}  // namespace spillway::catalogue
