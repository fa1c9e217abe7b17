// libcuda's functions for modules, launches, streams and events.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "app/gpu/driver_api.h"
#include "tests/support/stand_in_driver/gpu.h"

using stand_in::gpu;
using Address = unsigned long long;
using Attribute = spillway::gpu::CuLaunchAttribute;
using Config = spillway::gpu::CuLaunchConfig;

namespace {

int launch(void* function, const Config& shape, void** arguments)
{
    const auto& made = *static_cast<stand_in::Function*>(function);
    const auto [x, y, z] = shape.grid;
    const unsigned int threads = shape.block[0] * shape.block[1] * shape.block[2];
    if (x * y * z == 0 || y > 65535 || z > 65535 || threads == 0 || threads > 1024 ||
        static_cast<int>(shape.shared_bytes) > made.max_dynamic_shared_bytes)
        return 1;
    gpu().threads = static_cast<double>(x) * y * z * threads;
    return stand_in::run_kernel(gpu(), made, arguments);
}

/// Records a launch attribute; 0, or the driver's error code.
int take(const Attribute& attribute, const Config& config, const stand_in::Function& function)
{
    if (attribute.id == 4) {
        const auto [x, y, z] = attribute.value.cluster;
        if (x > 16 || y != 1 || z != 1 || config.grid[0] % x != 0 || (x > 8 && !function.takes_any_cluster)) return 912;
        gpu().counts.cluster = static_cast<int>(x);
        return 0;
    }
    if (attribute.id != 1) return 1;
    const auto& window = attribute.value.window;
    if (window.bytes > gpu().bytes_at(reinterpret_cast<std::uintptr_t>(window.address)) ||
        window.bytes > static_cast<std::size_t>(stand_in::max_window_bytes) || window.hit_property != 2 ||
        window.miss_property != 1)
        return 1;
    gpu().counts.window_bytes = window.bytes;
    gpu().counts.hit_ratio = window.hit_ratio;
    return 0;
}

}  // namespace

extern "C" {

int cuModuleLoadData(void** module, const void* image)
{
    ENTER(cuModuleLoadData);
    const bool is_code =
        std::memcmp(image, "\177ELF", 4) == 0 || std::strstr(static_cast<const char*>(image), ".target");
    if (!is_code) return 200;
    auto* loaded = new stand_in::Module;
    gpu().modules[loaded];
    ++gpu().counts.modules;
    *module = loaded;
    return 0;
}
int cuModuleUnload(void* module)
{
    ENTER(cuModuleUnload);
    auto* loaded = static_cast<stand_in::Module*>(module);
    if (gpu().modules.erase(loaded) == 0) return 400;
    delete loaded;
    --gpu().counts.modules;
    return 0;
}
int cuModuleGetFunction(void** function, void* module, const char* name)
{
    ENTER(cuModuleGetFunction);
    const auto found = gpu().modules.find(static_cast<stand_in::Module*>(module));
    if (found == gpu().modules.end()) return 400;
    if (!*name) return 500;
    stand_in::Function& made = found->second[name];
    made.name = name;
    *function = &made;
    return 0;
}
int cuModuleGetGlobal_v2(Address*, std::size_t*, void*, const char*)
{
    ENTER(cuModuleGetGlobal_v2);
    return 500;
}
int cuFuncGetAttribute(int* value, int attribute, void* function)
{
    ENTER(cuFuncGetAttribute);
    const auto& made = *static_cast<stand_in::Function*>(function);
    const bool is_fat = made.name.find("fat") != std::string::npos;
    if (attribute == 0) *value = is_fat ? 256 : 1024;
    if (attribute == 3) *value = made.name.find("local") != std::string::npos ? 128 : 0;
    if (attribute == 4) *value = is_fat ? 255 : 32;
    return attribute == 0 || attribute == 3 || attribute == 4 ? 0 : 1;
}
int cuFuncSetAttribute(void* function, int attribute, int value)
{
    ENTER(cuFuncSetAttribute);
    auto& made = *static_cast<stand_in::Function*>(function);
    if (attribute == 8 && value <= 232448) return made.max_dynamic_shared_bytes = std::max(value, 48 << 10), 0;
    if (attribute == 14) return made.takes_any_cluster = value != 0, 0;
    return attribute == 9 && value >= -1 && value <= 100 ? 0 : 1;
}
int cuLaunchKernel(void* function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
                   unsigned int block_y, unsigned int block_z, unsigned int shared_bytes, void*, void** arguments,
                   void** extra)
{
    ENTER(cuLaunchKernel);
    if (extra) return 1;
    return launch(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, nullptr, nullptr, 0},
                  arguments);
}
int cuLaunchKernelEx(const Config* config, void* function, void** arguments, void** extra)
{
    ENTER(cuLaunchKernelEx);
    if (extra || config->attribute_count == 0) return 1;
    ++gpu().counts.extended_launches;
    for (unsigned int i = 0; i < config->attribute_count; ++i)
        if (const int refused = take(config->attributes[i], *config, *static_cast<stand_in::Function*>(function)))
            return refused;
    return launch(function, *config, arguments);
}
int cuOccupancyMaxActiveClusters(int* clusters, void* function, const Config* config)
{
    ENTER(cuOccupancyMaxActiveClusters);
    const auto& made = *static_cast<stand_in::Function*>(function);
    const auto* cluster = std::find_if(config->attributes, config->attributes + config->attribute_count,
                                       [](const Attribute& attribute) { return attribute.id == 4; });
    if (cluster == config->attributes + config->attribute_count) return 1;
    if (cluster->value.cluster.x > 8 && !made.takes_any_cluster) return 912;
    // "lonely": a block so large that its cluster cannot hold a second one.
    *clusters = made.name.find("lonely") != std::string::npos ? 0 : 132 / static_cast<int>(cluster->value.cluster.x);
    return 0;
}

int cuStreamCreate(void** stream, unsigned int)
{
    ENTER(cuStreamCreate);
    *stream = new int;
    ++gpu().counts.streams;
    return 0;
}
int cuStreamSynchronize(void*)
{
    ENTER(cuStreamSynchronize);
    return stand_in::finish();
}
int cuStreamDestroy_v2(void* stream)
{
    ENTER(cuStreamDestroy_v2);
    delete static_cast<int*>(stream);
    --gpu().counts.streams;
    return 0;
}
int cuEventCreate(void** event, unsigned int)
{
    ENTER(cuEventCreate);
    *event = new stand_in::Event;
    ++gpu().counts.events;
    return 0;
}
int cuEventRecord(void* event, void*)
{
    ENTER(cuEventRecord);
    auto* recorded = static_cast<stand_in::Event*>(event);
    *recorded = {gpu().clock_seconds, false, 0};
    gpu().unfinished.push_back(recorded);
    return 0;
}
int cuEventSynchronize(void*)
{
    ENTER(cuEventSynchronize);
    return stand_in::finish();
}
int cuEventQuery(void* event)
{
    ENTER(cuEventQuery);
    if (gpu().calls["cuEventQuery"] <= stand_in::setting("SPILLWAY_STANDIN_BEHIND", 0)) return 0;
    auto* asked = static_cast<stand_in::Event*>(event);
    // A caller that polls repeatedly is waiting for the event.
    constexpr int patience = 3;
    if (!asked->is_done && ++asked->queries >= patience) return stand_in::finish();
    return asked->is_done ? 0 : 600;
}
int cuEventElapsedTime(float* milliseconds, void* begin, void* end)
{
    ENTER(cuEventElapsedTime);
    const auto *from = static_cast<stand_in::Event*>(begin), *to = static_cast<stand_in::Event*>(end);
    if (!from->is_done || !to->is_done) return 600;
    *milliseconds = static_cast<float>(1e3 * (to->at_seconds - from->at_seconds));
    return 0;
}
int cuEventDestroy_v2(void* event)
{
    ENTER(cuEventDestroy_v2);
    auto* gone = static_cast<stand_in::Event*>(event);
    std::erase(gpu().unfinished, gone);
    delete gone;
    --gpu().counts.events;
    return 0;
}

}  // extern "C"
