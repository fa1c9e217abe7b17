#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {

/// A .cu that was asked to run: compiled, traced, and its trace or the reason why there is none. Or a report of Nsight
/// Compute that is read.
struct FileRun {
    bool is_report = false;
    std::filesystem::path file;
    std::filesystem::path folder;  ///< of its temporary files, and of its trace; empty: nothing was started
    std::unique_ptr<worker_client::ProgramRun> program;  ///< null once it has ended
    std::optional<model::Error> problem;                 ///< why no trace came of it

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
