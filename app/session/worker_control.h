#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::session {

struct SessionState;

/// Selects the worker of an open session and the files that it may receive.
class WorkerControl {
public:
    explicit WorkerControl(SessionState& state) : state_(state) {}

    /// Restarts the worker and allows requests that crashed it to be sent again.
    void restart();
    /// Compiles and measures on another machine from now on; empty: on this one. why_no_machine() says which names are
    /// valid.
    std::optional<model::Error> use_machine(const std::string& machine);
    /// Compiles with another NVRTC of this machine from now on: a path of the worker's hello.compilers.
    void use_compiler(const std::string& path);
    /// Allows the files of SessionView::files_to_send() to go to the worker's machine.
    void send_files();

private:
    SessionState& state_;
};

/// Program and arguments of Options::worker_command; if it is empty, the worker beside this program.
[[nodiscard]] std::vector<std::string> command_of_worker(const std::string& given);

}  // namespace spillway::session
