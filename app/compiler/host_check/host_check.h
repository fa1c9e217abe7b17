#pragma once

// What a kernel writes, found out without a GPU: its text is compiled for the host and run there, shut in and bounded,
// beside its reference.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/catalogue/access_limits.h"
#include "app/compiler/host_check/host_program.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/work_folder.h"
#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::compiler {

struct HostCompiler {
    std::string program;
    std::string confiner;      ///< spillway-worker, which shuts it and what it makes in
    bool is_confined = false;  ///< it reads no files but its own, so what it says may be passed on
};

/// SPILLWAY_HOST_COMPILER (a program, or "none"), else g++, c++ or clang++ in PATH.
[[nodiscard]] model::Expected<HostCompiler> find_host_compiler(const std::string& confiner, bool is_confined);

/// What became of one kernel on the host.
struct HostRun {
    std::vector<std::string> outputs;  ///< the bytes of each output of the plan, in its order
    std::string trouble;               ///< why there are none: a crash, a write beside a buffer, no end
    std::vector<double> counted;       ///< for each of the program's limits
};

/// Which of the job's two kernels, and in which order the threads of a block take turns.
enum class HostKernel { reference, variant };
enum class HostOrder { forwards, backwards };

/// A job's kernel and its reference, compiled. Removed with it.
class HostProgram {
public:
    /// The Error says what the host's compiler does not know: no fault of the kernel's.
    [[nodiscard]] static model::Expected<HostProgram> make(const HostCompiler& compiler, const WorkFolder& work,
                                                           const model::Job& job, const model::SourceText& source,
                                                           const StopQuestion& should_stop);

    /// `inputs`: what is in each of the plan's buffers before. The Error says what prevents any run here, as that
    /// nothing shuts a program in.
    [[nodiscard]] model::Expected<HostRun> run(HostKernel kernel, HostOrder order,
                                               const std::vector<std::string>& inputs,
                                               const StopQuestion& should_stop) const;

    /// How often the kernel may touch memory, as its text says before the learner's lines.
    [[nodiscard]] const std::vector<catalogue::AccessLimit>& limits() const { return limits_; }

private:
    HostProgram(HostCompiler compiler, WorkTree tree, model::LaunchPlan plan,
                std::vector<catalogue::AccessLimit> limits)
        : compiler_(std::move(compiler)), tree_(std::move(tree)), plan_(std::move(plan)), limits_(std::move(limits))
    {
    }

    HostCompiler compiler_;
    WorkTree tree_;
    model::LaunchPlan plan_;
    std::vector<catalogue::AccessLimit> limits_;
};

/// The rest of `spillway-worker --shut-in WRITABLE READABLE PROGRAM ARGUMENTS...`: becomes a program that reads below
/// READABLE and in the system's libraries only, writes below WRITABLE only, opens no connection and ends in time.
/// Returns only where that fails, with the exit status.
[[nodiscard]] int run_shut_in(const std::vector<std::string>& words);

}  // namespace spillway::compiler
