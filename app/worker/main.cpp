// spillway-worker compiles, inspects and measures for spillway. Messages on stdin and stdout, one JSON object per line;
// see ../protocol/FORMAT.md.

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include <unistd.h>

#include "app/compiler/cubin_listing.h"
#include "app/compiler/helper_service.h"
#include "app/compiler/nvcc.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/tool_search.h"
#include "app/worker/program_command.h"
#include "app/worker/worker.h"

namespace {

constexpr const char* help =
    "spillway-worker: the part of Spillway that compiles kernels and talks to the GPU.\n"
    "\n"
    "spillway starts it; you need not. To use another machine's:\n"
    "    spillway --worker \"ssh HOST spillway-worker\"\n"
    "\n"
    "It reads one JSON message per line on its standard input and writes one per line on its standard output;\n"
    "app/protocol/FORMAT.md describes them. It ends when its input does.\n"
    "\n"
    "  --help             this text\n"
    "  --version          the version\n"
    "  --nvrtc FILE       compile with this library instead of SPILLWAY_NVRTC's\n"
    "  --nvrtc-version FILE\n"
    "                     print the version of this NVRTC library\n"
    "  --compile-helper   run as one of the worker's compile processes; only the worker starts these\n"
    "  --confined SECONDS OUTPUTS SOURCES TOOL ARGUMENTS...\n"
    "                     run nvcc or ptxas with only the files that they need; only the worker starts these\n"
    "  --listing CUBIN KERNEL...\n"
    "                     print the code of a module's kernels as JSON; used by spillway trace\n"
    "  --build-program FOLDER FILE [OPTIONS]\n"
    "                     build a program from FOLDER/in/FILE with nvcc; used by spillway trace\n"
    "\n"
    "Environment:\n"
    "  SPILLWAY_NVRTC           NVRTC's library or its folder, or several, colon-separated: the first that loads is\n"
    "                           used, the others can be chosen; none: no compiler\n"
    "  SPILLWAY_COMPILERS       the folder where scripts/fetch-compilers.sh put NVRTC of other CUDA releases\n"
    "  SPILLWAY_NVCC            nvcc or its folder, for .cu files that are opened as they are; none: only NVRTC\n"
    "  SPILLWAY_CUDA_WHEELS     folders like site-packages/nvidia/cu13, colon-separated\n"
    "  SPILLWAY_NVDISASM        nvdisasm, cuobjdump or their folder; none: no disassembly\n"
    "  SPILLWAY_LIBCUDA         the driver's library; none: no GPU\n"
    "  SPILLWAY_CACHE_DIR       where compiled code and its SASS are kept; none: not kept\n"
    "  SPILLWAY_COMPILE_SECONDS how long one compile may take; 10\n"
    "  SPILLWAY_COMPILE_MIB     how much memory of its own one compile may take; 2048\n"
    "  SPILLWAY_REPORTS         the compiler reports that ship with Spillway; none: not used\n"
    "  SPILLWAY_CUPTI           CUPTI's library or its folder; none: no hardware counters\n"
    "  SPILLWAY_LAUNCH_SECONDS  how long a launch may take before the worker ends itself; 5\n"
    "  SPILLWAY_WORKER_THREADS  compiles at once for what you wait for, and as many for guesses; by default one\n"
    "                           for each core, at most 16\n";

/// Capped, because each compile can take a few hundred MB.
int compile_threads()
{
    const std::string text = spillway::compiler::environment("SPILLWAY_WORKER_THREADS");
    int threads = 0;
    std::from_chars(text.data(), text.data() + text.size(), threads);
    if (threads >= 1) return std::min(threads, 64);
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
}

/// Adds the library in front of the listed ones, which stay available.
void choose_nvrtc(const std::string& file)
{
    const std::string others = spillway::compiler::environment("SPILLWAY_NVRTC");
    setenv("SPILLWAY_NVRTC", (others.empty() || others == "none" ? file : file + ":" + others).c_str(), 1);
}

int print_nvrtc_version(const std::string& file)
{
    const auto version = spillway::compiler::nvrtc_version(file);
    if (version) return std::puts(version->c_str()) < 0;
    std::fprintf(stderr, "spillway-worker: %s\n", version.error().line().c_str());
    return 1;
}

}  // namespace

int main(int count, char** arguments)
{
    if (count == 3 && std::string_view(arguments[1]) == "--nvrtc-version") return print_nvrtc_version(arguments[2]);
    if (count == 3 && std::string_view(arguments[1]) == "--nvrtc") {
        choose_nvrtc(arguments[2]);
    } else if (count > 1) {
        const std::string_view word = arguments[1];
        if (word == "--compile-helper")
            return spillway::compiler::serve_compiles(STDIN_FILENO, STDOUT_FILENO, count > 2 ? arguments[2] : "",
                                                      count > 3 ? arguments[3] : "");
        if (word == "--confined") return spillway::compiler::run_confined({arguments + 2, arguments + count});
        if (word == "--listing") return spillway::compiler::print_listing({arguments + 2, arguments + count});
        if (word == "--build-program")
            return spillway::worker::build_program_command({arguments + 2, arguments + count});
        if (word == "--version") return std::puts("spillway-worker " SPILLWAY_VERSION) < 0;
        if (word == "--help" || word == "-h") return std::fputs(help, stdout) < 0;
        std::fprintf(stderr, "spillway-worker: %s: unknown option; try --help\n", arguments[1]);
        return 2;
    }
    // write() then returns an error for a closed pipe or a full disk, instead of raising a signal.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    spillway::worker::Worker worker(STDIN_FILENO, STDOUT_FILENO, compile_threads());
    worker.serve();
}
