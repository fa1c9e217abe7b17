#pragma once

// The real worker, driven through its pipes.

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include <sys/types.h>

#include "app/protocol/messages.h"

namespace spillway::worker {

class WorkerProcess {
public:
    /// Starts build/.../bin/spillway-worker with these variables on top of the environment, and no disk cache.
    explicit WorkerProcess(const std::map<std::string, std::string>& variables = {});
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    void send(const protocol::ToWorker& message) { send_raw(protocol::encode(message) + "\n"); }
    void send_raw(const std::string& bytes);
    void close_input();
    void kill_now();

    /// The next message, waiting up to 30 s; nothing at the end of the output.
    [[nodiscard]] std::optional<protocol::FromWorker> receive();

    /// The next message of one kind; others are skipped.
    template <typename Message>
    [[nodiscard]] std::optional<Message> receive()
    {
        while (auto message = receive()) {
            if (auto* wanted = std::get_if<Message>(&*message)) return std::move(*wanted);
        }
        return std::nullopt;
    }

    /// Waits until the worker, or a helper of its own, has computed for some time since `since_seconds` of CPU time.
    [[nodiscard]] bool wait_until_busy(double since_seconds);
    [[nodiscard]] double cpu_seconds() const;

    /// The exit status, 128 + signal where a signal ended it; -1 where it did not end within 10 s.
    [[nodiscard]] int wait_for_end();

private:
    pid_t process_ = 0;
    int input_ = -1;
    int output_ = -1;
    std::string buffer_;
    std::optional<int> status_;
};

}  // namespace spillway::worker
