// A program for tests to trace: it loads what CUDA_INJECTION64_PATH names, as the driver does in cuInit, and lets the
// stand-in for CUPTI say what a GPU would have run. The first argument says how it goes on.

#include <cuda.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/trace/stand_in_activities.h"

// The driver's functions that the library asks.
extern "C" {
__attribute__((visibility("default"))) CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    *device = ordinal;
    return CUDA_SUCCESS;
}
__attribute__((visibility("default"))) CUresult cuDeviceGetName(char* name, int size, CUdevice)
{
    std::snprintf(name, static_cast<std::size_t>(size), "Stand-in GPU");
    return CUDA_SUCCESS;
}
__attribute__((visibility("default"))) CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice)
{
    switch (attribute) {
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 9; break;
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
        case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 132; break;
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = 1024; break;
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = 2048; break;
        case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: *value = 32; break;
        case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *value = 49152; break;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
        case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: *value = 1024; break;
        default: *value = 65536; break;  // registers
    }
    return CUDA_SUCCESS;
}
__attribute__((visibility("default"))) CUresult cuGetErrorName(CUresult error, const char** name)
{
    *name = error == CUDA_ERROR_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_INVALID_VALUE";
    return CUDA_SUCCESS;
}
__attribute__((visibility("default"))) CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status)
{
    const bool is_captured = reinterpret_cast<std::uintptr_t>(stream) == captured_stream;
    *status = is_captured ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}
__attribute__((visibility("default"))) CUresult cuDriverGetVersion(int* version)
{
    *version = 13000;
    return CUDA_SUCCESS;
}
}

namespace {

StandInLaunchFunction* stand_in_launch = nullptr;
StandInWaitFunction* stand_in_wait = nullptr;
StandInDropFunction* stand_in_drop = nullptr;
StandInLoadFunction* stand_in_load = nullptr;

template <typename Function>
void find(void* library, Function*& function, const char* name)
{
    function = reinterpret_cast<Function*>(dlsym(library, name));
}

/// Loads the library of CUDA_INJECTION64_PATH, as cuInit does.
void start_cuda()
{
    if (const char* path = std::getenv("CUDA_INJECTION64_PATH")) {
        void* injected = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!injected) std::printf("%s\n", dlerror());
        int (*initialize)() = nullptr;
        if (injected) initialize = reinterpret_cast<int (*)()>(dlsym(injected, "InitializeInjection"));
        if (initialize) (void)initialize();
    }
    const char* cupti = std::getenv("STAND_IN_CUPTI");
    if (void* library = cupti ? dlopen(cupti, RTLD_NOW | RTLD_NOLOAD) : nullptr) {
        find(library, stand_in_launch, "stand_in_launch");
        find(library, stand_in_wait, "stand_in_wait");
        find(library, stand_in_drop, "stand_in_drop");
        find(library, stand_in_load, "stand_in_load");
    }
}

void launch(const char* name, unsigned block, unsigned shared, unsigned long long duration, int result = 0,
            unsigned stream = 7, int is_in_graph = 0)
{
    const StandInLaunch asked{name, 64, block, shared, result, stream, duration, is_in_graph};
    if (stand_in_launch) stand_in_launch(&asked);
}

void wait_for_gpu(int result = 0)
{
    if (stand_in_wait) stand_in_wait(result);
}

constexpr const char* add = "_Z3addPfi";
constexpr const char* scale = "_Z5scaleIfEvPT_i";

void load_module()
{
    const char* file = std::getenv("STAND_IN_CUBIN");
    if (!file || !stand_in_load) return;
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    stand_in_load(bytes.data(), bytes.size());
}

void launch_some()
{
    load_module();
    for (unsigned i = 0; i < 5; ++i) launch(add, 256, 0, 2000 + 1000 * i);
    for (unsigned i = 0; i < 7; ++i) launch(scale, 128, 8192, 500, 0, 7 + i % 2);
    launch("in_a_graph", 32, 0, 0, 0, captured_stream);
    for (int i = 0; i < 3; ++i) launch("in_a_graph", 32, 0, 100, 0, 7, 1);
    launch(add, 2048, 0, 0, CUDA_ERROR_INVALID_VALUE);
    wait_for_gpu();
}

void write_garbage()
{
    const char* path = std::getenv("SPILLWAY_TRACE_LOG");
    const int file = path ? open(path, O_WRONLY | O_APPEND) : -1;
    for (const std::string& line :
         {std::string("garbage\n"), std::string("{\"pid\":1,\"kernel\":{}}\n"), std::string(3 << 20, 'x') + "\n",
          "{\"pid\":" + std::to_string(getpid()) + ",\"ran\":[99,1,2,3]}\n", std::string("\0\xff{\n", 4),
          std::string(100000, '[') + "\n"})
        (void)!write(file, line.data(), line.size());
    close(file);
}

int run(const std::string& mode, int number)
{
    if (mode == "plain") launch_some();
    if (mode == "many")
        for (int i = 0; i < number; ++i) launch(add, 256, 0, 1000);
    if (mode == "exit") {
        launch_some();
        return number;
    }
    if (mode == "crash" || mode == "die") {
        launch(add, 64, 0, 100);
        wait_for_gpu();
        launch("wild", 64, 0, 0);
        if (mode == "die") raise(SIGSEGV);
        wait_for_gpu(CUDA_ERROR_ILLEGAL_ADDRESS);
        std::abort();
    }
    if (mode == "hang" || mode == "stubborn") {
        if (mode == "stubborn") signal(SIGTERM, SIG_IGN);
        for (int i = 0; i < 20; ++i) launch(add, 64, 0, 100);
        launch("endless", 32, 0, 0);
        if (mode == "stubborn" && fork() == 0) execl("/bin/sleep", "sleep", "1000", nullptr);
        std::printf("hanging\n");
        std::fflush(stdout);
        for (;;) pause();
    }
    if (mode == "fork") {
        launch_some();
        const pid_t child = fork();
        if (child == 0) {
            launch("of_the_child", 32, 0, 100);
            std::exit(0);
        }
        waitpid(child, nullptr, 0);
    }
    if (mode == "garbage") {
        launch_some();
        write_garbage();
    }
    if (mode == "drop") {
        launch_some();
        stand_in_drop(17);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "plain";
    if (mode == "early_fork") {
        const bool is_child = fork() == 0;
        start_cuda();
        launch(is_child ? "of_child" : "of_parent", 32, 0, 100);
        wait_for_gpu();
        if (!is_child) wait(nullptr);
        return 0;
    }
    if (mode == "again") {  // becomes another program, with CUDA of its own
        start_cuda();
        launch("before", 32, 0, 100);
        usleep(300000);
        execl(argv[0], argv[0], "plain", nullptr);
    }
    if (mode != "nothing") start_cuda();
    std::printf("the program's own output\n");
    std::fflush(stdout);
    return run(mode, argc > 2 ? std::atoi(argv[2]) : 0);
}
