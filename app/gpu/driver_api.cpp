#include "app/gpu/driver_api.h"

#include <cstdlib>
#include <type_traits>

#include <dlfcn.h>

namespace spillway::gpu {

std::string DriverApi::describe(CuResult status) const
{
    const char* name = nullptr;
    const char* text = nullptr;
    if (!error_name || error_name(status, &name) != 0 || !name) return "error " + std::to_string(status);
    std::string words = name;
    if (error_string && error_string(status, &text) == 0 && text) words += std::string(" (") + text + ")";
    return words;
}

model::Error DriverApi::error(const CuError& failed, const std::string& advice) const
{
    return {std::string(failed.call) + ": " + describe(failed.code), "launch",
            advice.empty() ? advice_for(failed.code) : advice};
}

DriverApi bind_driver(void* library)
{
    DriverApi api;
    const auto find_symbol = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
        if (!function) api.missing += (api.missing.empty() ? "" : ", ") + std::string(name);
    };
#define SPILLWAY_BIND(member, name, parameters) find_symbol(api.member, #name);
    SPILLWAY_DRIVER_FUNCTIONS(SPILLWAY_BIND)
#undef SPILLWAY_BIND
#define SPILLWAY_BIND_NEWER(member, name, parameters) \
    api.member = reinterpret_cast<decltype(api.member)>(dlsym(library, #name));
    SPILLWAY_NEWER_DRIVER_FUNCTIONS(SPILLWAY_BIND_NEWER)
#undef SPILLWAY_BIND_NEWER
    return api;
}

void* open_driver()
{
    const std::string file = driver_file();
    return file == "none" ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

DriverApi load_driver()
{
    void* library = open_driver();
    return library ? bind_driver(library) : DriverApi{};
}

std::string driver_file()
{
    const char* named = std::getenv("SPILLWAY_LIBCUDA");
    return named && *named ? named : "libcuda.so.1";
}

}  // namespace spillway::gpu
