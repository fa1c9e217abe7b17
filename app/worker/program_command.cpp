#include "app/worker/program_command.h"

#include <cstdio>

#include "app/base/paths.h"
#include "app/compiler/program_build.h"
#include "app/gpu/driver.h"

namespace spillway::worker {

int build_program_command(const std::vector<std::string>& words)
{
    const auto refuse = [](const model::Error& error) {
        std::fprintf(stderr, "%s\n", error.line().c_str());
        return 1;
    };
    if (words.size() < 2) return refuse({"a folder and a file are needed", "--build-program", ""});
    const gpu::DriverProbe driver = gpu::probe_driver();
    if (driver.gpus.empty()) {
        const std::string why = driver.trouble ? ": " + driver.trouble->what : "";
        return refuse({"this machine has no usable NVIDIA GPU to run it on" + why, words[1],
                       "run it on a machine with one, and open the trace that 'spillway trace -o' makes there"});
    }
    const auto nvcc = compiler::find_nvcc(base::worker_program().string());
    if (!nvcc) return refuse(nvcc.error());
    const auto problem = compiler::build_program(*nvcc, words[0], words[1], driver.gpus.front().arch(),
                                                 {words.begin() + 2, words.end()});
    return problem ? refuse(*problem) : 0;
}

}  // namespace spillway::worker
