#pragma once

// NVIDIA's run-time compiler, loaded when the program starts rather than linked: the worker builds and runs
// without it, and one binary serves every version from 12 on.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/compiler/tool_search.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// What a program handle yields after a compile that succeeded.
struct NvrtcOutput {
    std::string ptx;
    std::string cubin;         ///< empty when the target was virtual (compute_XX)
    std::string lowered_name;  ///< mangled name of the entry; empty when none was asked for
};

/// A compile's outcome: the log is there either way.
struct NvrtcResult {
    bool compiled = false;
    std::string status;  ///< NVRTC's name for its return code, "NVRTC_ERROR_COMPILATION"
    std::string log;
    NvrtcOutput output;
    std::optional<model::Error> stopped;  ///< it did not come to its end: a bound, a cancel or a crash
    bool cancelled = false;               ///< stopped because nobody wants it any more
};

/// What is known of a library once it is loaded.
struct NvrtcFacts {
    std::string version;   ///< "13.0.88" where the library tells, else "13.0"
    std::string identity;  ///< version and build: two libraries that may generate different code differ in it
    std::string path;
    int version_number = 0;          ///< 1000 * major + 10 * minor, as CUDA writes it: 13000
    std::vector<int> architectures;  ///< compute capabilities it generates code for, ascending: 75, 80, ...
};

/// Whether a wait shall end; asked every few milliseconds.
using StopQuestion = std::function<bool()>;

/// What is compiled, for its bound on time.
enum class Extent { one_kernel, whole_file };

/// NVRTC, in this process (load()) or in helper processes (compile_helper.h). Thread safe.
class Nvrtc {
public:
    /// Finds and loads the library into this process: SPILLWAY_NVRTC (files or folders, colon-separated, or "none"),
    /// else cuda_roots(), then the dynamic linker. The Error says what to install. A compile then wants a stack of at
    /// least 8 MiB, and is neither bounded nor stopped.
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> load();

    /// This library's file and no other.
    [[nodiscard]] static model::Expected<std::shared_ptr<const Nvrtc>> load(const std::string& file);

    virtual ~Nvrtc() = default;
    Nvrtc(const Nvrtc&) = delete;
    Nvrtc& operator=(const Nvrtc&) = delete;

    /// Compiles one text with one entry (a name expression; may be empty).
    [[nodiscard]] virtual NvrtcResult compile(const std::string& text, const std::string& name,
                                              const std::string& entry, const std::vector<std::string>& options,
                                              const StopQuestion& should_stop, Extent extent) const = 0;

    /// Gets ready for a compile of this thread.
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

/// Every library that SPILLWAY_NVRTC could name here: what it names, cuda_roots(), /usr/local/cuda-*; each file once.
[[nodiscard]] std::vector<std::string> nvrtc_files();
/// "12.9", by loading the library into this process, where it stays. The Error says why it is none.
[[nodiscard]] model::Expected<std::string> nvrtc_version(const std::string& file);

}  // namespace spillway::compiler
