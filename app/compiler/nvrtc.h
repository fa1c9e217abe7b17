#pragma once

// NVIDIA's run-time compiler, loaded at program start instead of linked: the worker builds and runs without it, and one
// binary supports every version from 12 on.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/compiler/outside_files.h"
#include "app/compiler/tool_search.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Output of a successful compile.
struct NvrtcOutput {
    std::string ptx;
    std::string cubin;         ///< empty for a virtual target (compute_XX)
    std::string lowered_name;  ///< mangled name of the entry; empty if none was requested, or from nvcc
};

/// Outcome of a compile by NVRTC or nvcc, successful or not.
struct NvrtcResult {
    bool compiled = false;
    std::string status;  ///< "NVRTC_ERROR_COMPILATION", "nvcc ended with status 1"; empty if `stopped`
    std::string log;     ///< messages of the compiler; may be empty
    NvrtcOutput output;
    std::optional<model::Error> stopped;  ///< set if a limit, a cancel or a crash ended it, or no process started
    bool cancelled = false;               ///< stopped because no request needs it any more
    std::vector<OutsideFile> outside;     ///< of nvcc: headers that are not in the request
};

/// Properties of a loaded library.
struct NvrtcFacts {
    std::string version;   ///< "13.0.88" if the library reports it, else "13.0"
    std::string identity;  ///< version and build; differs between libraries that may generate different code
    std::string path;
    int version_number = 0;          ///< 1000 * major + 10 * minor, as in CUDA: 13000
    std::vector<int> architectures;  ///< supported compute capabilities, ascending: 75, 80, ...
};

/// Called every few milliseconds; true ends the wait.
using StopQuestion = std::function<bool()>;

/// NVRTC, in this process (load()) or in helper processes (compile_helper.h). Thread-safe.
class Nvrtc {
public:
    /// Loads the library into this process: SPILLWAY_NVRTC (files or folders, colon-separated, or "none"), else
    /// cuda_roots(), then the dynamic linker. The Error says what to install. Compiles then need a stack of at least 8
    /// MiB and have no limits and no stop.
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> load();

    /// Loads exactly this file.
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> load(const std::string& file);

    virtual ~Nvrtc() = default;
    Nvrtc(const Nvrtc&) = delete;
    Nvrtc& operator=(const Nvrtc&) = delete;

    /// Compiles one source with one entry (a name expression; may be empty). `file_seconds`: wall-clock limit of a
    /// whole file; empty: one kernel, with the limit of compile_bounds().
    [[nodiscard]] virtual NvrtcResult compile(const std::string& text, const std::string& name,
                                              const std::string& entry, const std::vector<std::string>& options,
                                              const StopQuestion& should_stop,
                                              std::optional<double> file_seconds = std::nullopt) const = 0;

    /// Prepares for the first compile of this thread.
    virtual void prepare() const {}

    [[nodiscard]] const NvrtcFacts& facts() const { return facts_; }
    [[nodiscard]] const std::string& version() const { return facts_.version; }
    [[nodiscard]] const std::string& identity() const { return facts_.identity; }
    [[nodiscard]] const std::string& path() const { return facts_.path; }
    [[nodiscard]] int version_number() const { return facts_.version_number; }
    [[nodiscard]] const std::vector<int>& architectures() const { return facts_.architectures; }

protected:
    explicit Nvrtc(NvrtcFacts facts) : facts_(std::move(facts)) {}

    NvrtcFacts facts_;
};

/// Libraries that SPILLWAY_NVRTC could name here: those that it names, and those in cuda_roots(), release_folders() and
/// /usr/local/cuda-*; each file once, with its canonical path. Empty if SPILLWAY_NVRTC is "none".
[[nodiscard]] std::vector<std::string> nvrtc_files();
/// Version such as "12.9". Loads the library into this process and leaves it loaded. Error if it is no NVRTC.
[[nodiscard]] model::Expected<std::string> nvrtc_version(const std::string& file);

}  // namespace spillway::compiler
