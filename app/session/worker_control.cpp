#include "app/session/worker_control.h"

#include <algorithm>

#include "app/base/command_words.h"
#include "app/base/paths.h"
#include "app/session/session_state.h"
#include "app/worker_client/worker_place.h"

namespace spillway::session {

void WorkerControl::restart()
{
    state_.scheduler.restart();
    ++state_.revision;
}

std::optional<model::Error> WorkerControl::use_machine(const std::string& machine)
{
    if (!machine.empty())
        if (auto error = worker_client::why_no_machine(machine)) return error;
    state_.use_worker(machine.empty() ? std::vector{base::worker_program().string()}
                                      : worker_client::command_for(machine));
    return std::nullopt;
}

void WorkerControl::use_compiler(const std::string& path)
{
    std::vector<std::string> command = command_of_worker(state_.options.worker_command);
    if (!worker_client::host_of(command).empty()) command = {base::worker_program().string()};
    // The worker takes one compiler.
    if (const auto named = std::ranges::find(command, "--nvrtc"); named != command.end())
        command.erase(named, std::min(named + 2, command.end()));
    command.insert(command.end(), {"--nvrtc", path});
    state_.use_worker(std::move(command));
}

void WorkerControl::send_files()
{
    state_.scheduler.send_files(state_.experiment());
    ++state_.revision;
}

std::vector<std::string> command_of_worker(const std::string& given)
{
    std::vector<std::string> command = base::command_words(given);
    if (command.empty()) command = {base::worker_program().string()};
    return command;
}

}  // namespace spillway::session
