#include "app/trace/kernel_code.h"

#include <algorithm>
#include <map>
#include <string>

#include "app/trace/cubin.h"

namespace spillway::trace {

namespace {

/// The GPU allocates registers in steps of 8, at least 16.
bool is_allocation_of(std::int64_t compiled, std::int64_t allocated)
{
    return compiled == allocated || std::max<std::int64_t>(16, (compiled + 7) / 8 * 8) == allocated;
}

}  // namespace

std::vector<std::size_t> add_code(Trace& trace, std::string_view bytes)
{
    const auto cubin = read_cubin(bytes);
    if (!cubin) return {};
    std::vector<std::size_t> taken;
    std::map<std::string_view, const CubinKernel*> by_name;
    for (const CubinKernel& kernel : cubin->kernels) by_name[kernel.mangled] = &kernel;
    for (std::size_t i = 0; i < trace.kernels.size(); ++i) {
        TracedKernel& kernel = trace.kernels[i];
        const auto found = by_name.find(kernel.mangled);
        if (kernel.code || found == by_name.end() || !is_allocation_of(found->second->registers, kernel.registers))
            continue;
        KernelCode& code = kernel.code.emplace();
        code.registers = found->second->registers;
        code.stack_frame_bytes = found->second->stack_frame_bytes;
        code.code_bytes = found->second->code_bytes;
        code.has_lines = cubin->has_lines;
        taken.push_back(i);
    }
    return taken;
}

}  // namespace spillway::trace
