#pragma once

// Compiles a whole .cu with NVRTC, which rejects host code: compiles the device part, then again without the lines that
// NVRTC rejects.

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/device_part.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/toolchain.h"
#include "app/model/job.h"

namespace spillway::compiler {

struct DeviceCompile {
    NvrtcResult result;
    std::vector<catalogue::LaunchedInstance>
        untaken;  ///< kernels that the host code seems to launch, but that were not compiled
    std::vector<catalogue::RefusedLine> refused;  ///< lines that were left out
};

/// With no launched instances, makes the request's entry if it is not empty, beside the kernels that are no templates.
/// `refused`: lines that an earlier compile of this file left out, which saves their attempts. The Error says why there
/// is not a folder to compile in.
[[nodiscard]] model::Expected<DeviceCompile> compile_device_part(
    const Toolchain& tools, const Nvrtc& nvrtc, const catalogue::SourceFiles& files,
    const model::CompileRequest& request, const StopQuestion& should_stop,
    std::vector<catalogue::RefusedLine> refused = {},
    catalogue::WithInstances with = catalogue::WithInstances::launched);

/// Locations of the errors in a compiler log, and of the instantiations that lead to them: in files below `root`, or in
/// `first`.
[[nodiscard]] std::vector<catalogue::RefusedLine> refused_lines(std::string_view log, const std::string& root,
                                                                const catalogue::SourceFile& first);

}  // namespace spillway::compiler
