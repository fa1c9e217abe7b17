#pragma once

// Another program run beside the window, which goes on drawing: its words, once it has ended.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::worker_client {

struct ProgramEnd {
    int status = 0;
    std::string text;  ///< what it wrote
};

struct ProgramToRun {
    std::string program;  ///< a path
    std::vector<std::string> arguments;
    std::string temporary_folder;    ///< its TMPDIR
    std::chrono::seconds most_time;  ///< then it is ended, with all that it started
};

/// Destroyed, it ends the program with all that it started, and waits for that.
class ProgramRun {
public:
    virtual ~ProgramRun() = default;
    [[nodiscard]] static std::unique_ptr<ProgramRun> start(ProgramToRun what);
    [[nodiscard]] virtual bool has_ended() const = 0;
    /// Nothing while it runs. The Error says that it could not be started, or was ended.
    [[nodiscard]] virtual std::optional<model::Expected<ProgramEnd>> end() = 0;
};

}  // namespace spillway::worker_client
