#include "app/compiler/helper_service.h"

#include <csignal>

#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "app/compiler/compile_bounds.h"
#include "app/compiler/confinement.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/helper_messages.h"
#include "app/compiler/releases.h"
#include "app/compiler/tool_search.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

// NVRTC recurses deeply: its documentation asks for a stack of 8 MiB, and 1 MiB overflows. This leaves a margin.
constexpr std::size_t compile_stack_bytes = std::size_t{32} << 20;

/// CUDA headers, the files to compile, and the library's folder, because NVRTC opens its built-ins only when it
/// compiles.
std::vector<fs::path> readable_folders(const model::Expected<std::shared_ptr<const Nvrtc>>& nvrtc,
                                       const std::string& work_folder, bool is_library_named)
{
    std::vector<fs::path> folders =
        nvrtc && is_library_named ? headers_beside((*nvrtc)->path()) : cuda_include_folders();
    if (!work_folder.empty()) folders.emplace_back(work_folder);
    if (nvrtc) folders.push_back(fs::path((*nvrtc)->path()).parent_path());
    return folders;
}

/// Truncates an oversized log, and replaces a result with oversized code by an error: a kernel's code has only a few
/// kilobytes.
void bound(NvrtcResult& result)
{
    constexpr std::size_t max_log_bytes = std::size_t{1} << 20, max_code_bytes = std::size_t{64} << 20;
    if (result.log.size() > max_log_bytes) result.log.resize(max_log_bytes);
    if (result.output.ptx.size() + result.output.cubin.size() <= max_code_bytes) return;
    result = {};
    result.status = "NVRTC_ERROR_COMPILATION";
    result.log = "the compiled code is larger than 64 MiB\n";
}

struct Service {
    int input, output;
    const Nvrtc& nvrtc;
    bool is_confined;

    void run() const
    {
        for (Frame frame; read_frame(input, frame) == FrameEnd::whole;) {
            const auto request = request_of(std::move(frame));
            if (!request) return;
            // The worker kills a compile at its timeout. If the worker hangs, the alarm does.
            alarm(static_cast<unsigned>(request->max_seconds));
            NvrtcResult result = nvrtc.compile(request->text, request->name, request->entry, request->options, {});
            bound(result);
            if (!is_confined) result.log = without_foreign_words(result.log, {request->name});
            alarm(0);
            if (!write_frame(output, to_frame(std::move(result)))) return;
        }
    }
};

/// Runs on a thread with the stack that NVRTC needs. The thread starts after the process has entered the
/// sandbox, so it is restricted too.
bool run_on_large_stack(const Service& service)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, compile_stack_bytes);
    pthread_t thread{};
    const auto body = [](void* given) -> void* {
        static_cast<const Service*>(given)->run();
        return nullptr;
    };
    const int error = pthread_create(&thread, &attributes, body, const_cast<Service*>(&service));
    pthread_attr_destroy(&attributes);
    return error == 0 && pthread_join(thread, nullptr) == 0;
}

}  // namespace

int serve_compiles(int input, int output, const std::string& work_folder, const std::string& library)
{
    // The helper must exit with the worker, even while it is busy.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_IGN);
    const CompileBounds bounds = compile_bounds();
    bound_memory(bounds.memory_bytes);
    const auto nvrtc = library.empty() ? Nvrtc::load() : Nvrtc::load(library);
    const HelperHello hello{nvrtc ? model::Expected<NvrtcFacts>((*nvrtc)->facts()) : nvrtc.error(),
                            confine_files(readable_folders(nvrtc, work_folder, !library.empty()))};
    if (!write_frame(output, to_frame(hello))) return 1;
    if (!nvrtc) return 0;
    return run_on_large_stack({input, output, **nvrtc, hello.confined_by.has_value()}) ? 0 : 1;
}

}  // namespace spillway::compiler
