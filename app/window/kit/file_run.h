#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {

/// A .cu being compiled and traced, or the reason why there is no trace; or a Nsight Compute report being read.
struct FileRun {
    bool is_report = false;
    std::filesystem::path file;
    std::filesystem::path folder;                        ///< temporary files and the trace; empty: nothing started
    std::unique_ptr<worker_client::ProgramRun> program;  ///< null: not started, or it has ended
    std::optional<model::Error> problem;                 ///< reason why there is no trace

    FileRun() = default;
    ~FileRun()
    {
        program.reset();
        std::error_code ignored;
        if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
    }
    FileRun(const FileRun&) = delete;
    FileRun& operator=(const FileRun&) = delete;
};

}  // namespace spillway::window
