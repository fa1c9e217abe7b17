// The log of a compiler: tens of kilobytes of text in a layout that changes with every release.

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "app/compiler/ptxas_report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto report = spillway::compiler::parse_ptxas_report(text);
    std::set<std::string> names;
    for (const auto& function : report.functions) {
        if (!names.insert(function.name).second) std::abort();  // one block per function
        if (report.find(function.name) == nullptr) std::abort();
        if (function.registers.value_or(0) < 0 || function.stack_frame_bytes.value_or(0) < 0) std::abort();
    }
    return 0;
}
