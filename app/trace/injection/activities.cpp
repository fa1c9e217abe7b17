#include "app/trace/injection/activities.h"

#include <dlfcn.h>

#include <type_traits>

#include "app/compiler/tool_search.h"
#include "app/gpu/cupti_search.h"

namespace spillway::trace::injection {
namespace {

/// CUPTI of CUDA 11.8: the first whose kernel record has every field that the trace reads.
constexpr std::uint32_t oldest_version = 18;

/// Returns the first function that the library lacks; null if it has all.
const char* bind(void* library, Activities& api)
{
    const char* missing = nullptr;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
        if (!function && !missing) missing = name;
    };
#define SPILLWAY_BIND(name) find(api.name, #name);
    SPILLWAY_ACTIVITY_FUNCTIONS(SPILLWAY_BIND)
#undef SPILLWAY_BIND
    return missing;
}

}  // namespace

std::optional<std::string> Activities::load()
{
    const std::string not_found =
        "CUPTI (libcupti.so) was not found; install the CUDA toolkit or the wheel nvidia-cuda-cupti, or name its "
        "folder in SPILLWAY_CUPTI";
    std::string reason = not_found;
    for (const std::string& file : gpu::cupti_files(compiler::cuda_roots())) {
        void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            if (reason == not_found && file.find('/') != std::string::npos)
                reason = file + " could not be loaded: " + dlerror();
            continue;
        }
        if (const char* missing = bind(library, *this)) {
            reason = file + " has no " + missing;
            continue;
        }
        if (cuptiGetVersion(&version) == CUPTI_SUCCESS && version >= oldest_version) {
            path = file;
            return std::nullopt;
        }
        reason = file + " is older than CUDA 11.8's";
    }
    return reason;
}

std::string Activities::name_of(CUptiResult result) const
{
    const char* text = nullptr;
    if (cuptiGetResultString(result, &text) == CUPTI_SUCCESS && text) return text;
    return "CUPTI error " + std::to_string(result);
}

}  // namespace spillway::trace::injection
