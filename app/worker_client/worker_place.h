#pragma once

// Machine of a worker: this one, or another that the user's ssh reaches.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

/// Returns the host of `ssh [options] HOST ...`; empty if the command is not ssh.
[[nodiscard]] std::string host_of(const std::vector<std::string>& command);

/// Checks the machine name that the user typed: an ssh host, then the path of the worker program unless it is on the
/// PATH: "lab", "me@lab", "lab spillway-device/bin/spillway-worker". Returns an Error if it is invalid.
[[nodiscard]] std::optional<model::Error> why_no_machine(const std::string& machine);
/// Command that starts the worker there. Its ssh prompts for nothing and detects a lost connection within 30 seconds.
[[nodiscard]] std::vector<std::string> command_for(const std::string& machine);

/// The last line that is not empty, without control characters, cut to a bounded length.
[[nodiscard]] std::string last_line(std::string_view words);

/// Reason why a worker on another machine has exited.
struct FarEnd {
    model::Error error;
    bool is_final = false;     ///< the next attempt would fail for the same reason
    bool is_line_cut = false;  ///< the connection broke; the worker's requests are not the cause
};
[[nodiscard]] FarEnd far_end(const std::string& host, const WorkerExit& exited, bool had_greeted);

}  // namespace spillway::worker_client
