#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/learner/hand_in.h"

namespace spillway::cli {

struct AssignOptions {
    std::vector<std::string> lessons;
    std::vector<int> levels;  ///< of questions; empty: all
    std::string title, output;
    bool force = false;
};
/// What is to be done, as a file for learners.
int assign_command(const CommonOptions& options, const AssignOptions& assigned);

struct HandInOptions {
    std::string task;  ///< file; empty: everything that was done here
    std::string name, output;
    bool force = false;
};
/// A learner's work in one file; what goes into it is listed first. Without an output it is only listed.
int hand_in_command(const CommonOptions& options, const HandInOptions& handed);

/// Name of a GPU in a hand-in: the table's, so that it is the same on every machine with that GPU.
[[nodiscard]] std::string handed_gpu_name(const Context& context, const model::Gpu& gpu);

/// Read within its bounds: it may be a stranger's.
[[nodiscard]] model::Expected<learner::Task> read_task(const std::string& file);

}  // namespace spillway::cli
