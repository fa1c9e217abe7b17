#pragma once

// Where a worker runs: on this machine, or on another that the user's own ssh reaches.

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

/// The host of `ssh [options] HOST ...`; empty where the command is no ssh.
[[nodiscard]] std::string host_of(const std::vector<std::string>& command);

/// What a machine may be called in the window: a host as ssh knows it, and the worker program there if it is not on the
/// PATH: "lab", "me@lab", "lab spillway-device/bin/spillway-worker". The Error says what is wrong with it.
[[nodiscard]] std::optional<model::Error> why_no_machine(const std::string& machine);
/// How its worker is started: by an ssh that asks nothing and notices within half a minute that the line is cut.
[[nodiscard]] std::vector<std::string> command_for(const std::string& machine);

/// Why a worker that ssh was to bring is not there any more.
struct FarEnd {
    model::Error error;
    bool is_final = false;     ///< the next attempt would end in the same way
    bool is_line_cut = false;  ///< the connection broke; what the worker did has nothing to do with it
};
[[nodiscard]] FarEnd far_end(const std::string& host, const WorkerExit& exited, bool had_greeted);

}  // namespace spillway::worker_client
