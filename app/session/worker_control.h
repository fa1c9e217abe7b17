#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::session {

struct SessionState;

/// Which worker answers an open session, and what it may be given.
class WorkerControl {
public:
    explicit WorkerControl(SessionState& state) : state_(state) {}

    /// Begins anew with the worker: also what took it down before is asked again.
    void restart();
    /// Compiles and measures on another machine from now on: see why_no_machine() for what it may be; empty: on this
    /// one.
    std::optional<model::Error> use_machine(const std::string& machine);
    /// Compiles with another NVRTC of this machine from now on: a path of the worker's hello.compilers.
    void use_compiler(const std::string& path);
    /// The files of SessionView::files_to_send() may go to the worker's machine.
    void send_files();

private:
    SessionState& state_;
};

/// The program and arguments of Options::worker_command; of the worker beside this program where that is empty.
[[nodiscard]] std::vector<std::string> command_of_worker(const std::string& given);

}  // namespace spillway::session
