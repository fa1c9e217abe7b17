// PTX of a stranger: read, and run for a short while. Whatever it says, it touches no memory but its buffers.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace ptx = spillway::ptx;
    const auto module = ptx::read_module({reinterpret_cast<const char*>(data), size});
    if (!module) {
        if (module.error().what.empty()) std::abort();
        return 0;
    }
    for (const ptx::Function& function : module->functions) {
        if (!function.is_entry || !function.has_body) continue;
        std::array<std::byte, 256> memory{};
        ptx::Launch launch;
        launch.entry = function.name;
        launch.block = {33, 1, 1};
        launch.grid = {2, 1, 1};
        launch.buffers = {{"memory", memory}};
        for (const ptx::Param& param : function.params) {
            ptx::LaunchArgument argument;
            if (param.bytes >= 8)
                argument.kind = ptx::LaunchArgument::Kind::buffer;
            else
                argument.bytes.resize(static_cast<std::size_t>(param.bytes), std::byte{3});
            launch.arguments.push_back(std::move(argument));
        }
        launch.limits.instructions = 20'000;
        launch.limits.bytes = std::int64_t{64} << 20;
        const auto done = ptx::run(*module, launch);
        if (done && done->fault && ptx::sentence(*done->fault).empty()) std::abort();
    }
    return 0;
}
