#pragma once

// A kernel of a learner's own .cu as a job that the interpreter can run. The user or the file gives the launch; missing
// numbers, and buffers for the kernel's pointers, are made up.

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/plain/run_settings.h"
#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// Source of a number of the launch.
enum class NumberSource { user, file, made_up };

/// An argument as the kernel gets it.
struct InterpretedArgument {
    std::string name, type;  ///< as declared: "n", "float"
    int buffer = -1;         ///< of the plan; -1: a number, `value`
    double value = 0;
    NumberSource source = NumberSource::made_up;  ///< of the number, or of the buffer's size
    bool has_made_up_values = false;              ///< of a buffer: the user did not choose its filling
};

struct InterpretedJob {
    model::Job job;
    std::vector<InterpretedArgument> arguments;
    NumberSource grid_source = NumberSource::made_up, block_source = NumberSource::made_up;
    int launch_line = 0;                 ///< line of the file's first launch, which gives the numbers; 0: none
    int launches = 0;                    ///< of this kernel in the file
    bool may_be_cooperative = true;      ///< false: the file launches it with <<<...>>>, so grid.sync() is invalid
    std::optional<std::string> refusal;  ///< why CUDA would refuse the launch (the interpreter runs it); empty: valid
};

/// `values`: of parameters and knobs, as in make_job(). The Error says which argument cannot be given, or what in the
/// settings is wrong.
[[nodiscard]] model::Expected<InterpretedJob> interpreted_job(const model::Experiment& plain,
                                                              const model::Variant& variant,
                                                              const model::Values& values, const model::Gpu& gpu,
                                                              const RunSettings& settings);

/// Names of the kernel's arguments, as far as the file's text tells them.
[[nodiscard]] std::vector<std::string> argument_names(const model::Experiment& plain, const model::Variant& variant);

}  // namespace spillway::catalogue
