#include "app/gpu/driver_errors.h"

#include <algorithm>
#include <array>

namespace spillway::gpu {
namespace {

struct Known {
    CuResult status;
    bool ends_context;
    const char* advice;
};

constexpr std::array known_errors{
    Known{1, false, "The driver refused an argument of the call: block, grid or shared memory exceeds a limit."},
    Known{2, false, "The buffers do not fit into the GPU's free memory: choose fewer elements."},
    Known{200, false, "The driver cannot read this code: it may be older than the compiler; install a newer driver."},
    Known{209, false, "The code was compiled for another architecture than this GPU's."},
    Known{214, true, "The GPU's memory reported an error that it could not correct: the kernel is not at fault."},
    Known{218, false, "The driver is older than the compiler that made this code; install a newer driver."},
    Known{220, true, "The link between GPUs failed: the kernel is not at fault."},
    Known{222, false, "The driver is older than the compiler that made this code; install a newer driver."},
    Known{226, true, "The GPU contained a hardware error: the kernel is not at fault."},
    Known{700, true,
          "The kernel read or wrote outside its buffers, or its calls outgrew the stack (endless recursion is reported "
          "this way, too): compare its indices with the number of elements; compute-sanitizer names the line."},
    Known{701, false,
          "A block needs more registers than an SM has: choose a smaller block_size, or a register_cap or "
          "min_blocks_per_sm."},
    Known{702, true, "The driver stopped the launch because it took too long: choose fewer elements."},
    Known{709, true, "An earlier error ended the context."},
    Known{710, true, "An assert() in the kernel failed; its message is in the worker's output."},
    Known{714, true, "The stack of a thread was corrupted or ran out: endless recursion does that."},
    Known{715, true,
          "The kernel reached an instruction that it must not execute: a __trap() or a wrong jump does that."},
    Known{716, true,
          "An address was not a multiple of the access's size: a pointer cast to a wider type needs 8 or 16 byte "
          "alignment."},
    Known{717, true, "A pointer into one memory space was used for another."},
    Known{718, true, "The kernel jumped to an address without code: a corrupted stack does that."},
    Known{719, true,
          "The kernel failed in a way the GPU does not name: endless recursion, a corrupted stack or a shared-memory "
          "address out of range does that."},
    Known{912, false, "This GPU does not run clusters of so many blocks: choose smaller ones."},
};

const Known* find(CuResult status)
{
    const auto at = std::find_if(known_errors.begin(), known_errors.end(),
                                 [&](const Known& known) { return known.status == status; });
    return at == known_errors.end() ? nullptr : at;
}

}  // namespace

bool ends_context(CuResult status)
{
    const Known* known = find(status);
    return known && known->ends_context;
}

std::string advice_for(CuResult status)
{
    const Known* known = find(status);
    return known ? known->advice : "";
}

}  // namespace spillway::gpu
