#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/learner/hand_in.h"

namespace spillway::cli {

struct AssignOptions {
    std::vector<std::string> lessons;
    std::vector<int> levels;  ///< levels of questions; empty: all
    std::string title, output;
    bool force = false;
};
/// Writes a task for learners into a file.
int assign_command(const CommonOptions& options, const AssignOptions& assigned);

struct HandInOptions {
    std::string task;  ///< file; empty: all work on this machine
    std::string name, output;
    bool force = false;
};
/// Lists a learner's work and then writes it into one file; without an output, only lists it.
int hand_in_command(const CommonOptions& options, const HandInOptions& handed);

/// Machine-independent name of a GPU in a hand-in: the table's name.
[[nodiscard]] std::string handed_gpu_name(const Context& context, const model::Gpu& gpu);

/// Reads a task with limits, because the file may come from a stranger.
[[nodiscard]] model::Expected<learner::Task> read_task(const std::string& file);

}  // namespace spillway::cli
