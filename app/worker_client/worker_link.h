#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/worker_client/link.h"

namespace spillway::worker_client {

/// Worker process behind two pipes. A separate thread serves the pipes, so only wait() and the destructor block. The
/// caller's thread takes the events.
class WorkerLink final : public Link {
public:
    /// `command` is the program and its arguments. The link's thread calls `wake` when take() has a new event.
    WorkerLink(std::vector<std::string> command, std::function<void()> wake);
    ~WorkerLink() override;  ///< kills the worker and joins the thread, in bounded time

    void use(std::vector<std::string> command) override;
    void start() override;
    void kill() override;
    /// Encodes the message on the link's thread, because the caller may be drawing.
    void send(protocol::ToWorker message) override;
    void wake_after(double seconds) override;
    void check_after(double seconds) override;
    void watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at) override;
    [[nodiscard]] std::vector<Event> take() override;
    void wait(double seconds) override;

    struct Impl;  ///< libuv part, see worker_link.cpp

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace spillway::worker_client
