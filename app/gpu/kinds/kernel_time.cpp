#include "app/gpu/kinds/kernel_time.h"

namespace spillway::gpu {

std::unique_ptr<Kind> make_kernel_time(RunContext& run)
{
    return std::make_unique<KernelTime>(run);
}

}  // namespace spillway::gpu
