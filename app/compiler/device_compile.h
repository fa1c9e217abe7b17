#pragma once

// A whole .cu by NVRTC, which takes no host code: what is for the device alone, and again without what it refuses.

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
        untaken;  ///< kernels that the host's part seems to launch, and are not there
};

/// The Error says why there is no folder to compile in.
[[nodiscard]] model::Expected<DeviceCompile> compile_device_part(const Toolchain& tools, const Nvrtc& nvrtc,
                                                                 const catalogue::SourceFiles& files,
                                                                 const model::CompileRequest& request,
                                                                 const StopQuestion& should_stop);

/// The places that a compiler's log names errors at, and whence it came to instantiate what it refuses: in files below
/// `root`, or in `first`.
[[nodiscard]] std::vector<catalogue::RefusedLine> refused_lines(std::string_view log, const std::string& root,
                                                                const catalogue::SourceFile& first);

}  // namespace spillway::compiler
