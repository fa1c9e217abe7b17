#include "app/ptx/machine.h"

#include "app/ptx/running.h"

namespace spillway::ptx {

model::Expected<RunResult> run(const Module& module, const Launch& launch)
{
    return Machine(module, launch).run();
}

}  // namespace spillway::ptx
