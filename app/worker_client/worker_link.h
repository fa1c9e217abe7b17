#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/worker_client/link.h"

namespace spillway::worker_client {

/// The worker process at the other end of two pipes, served by a thread of its own, so that nothing
/// here ever waits. Events are taken in the caller's thread.
class WorkerLink final : public Link {
public:
    /// `command` is the program and its arguments; `wake` is called from the link's thread whenever
    /// take() has something new.
    WorkerLink(std::vector<std::string> command, std::function<void()> wake);
    ~WorkerLink() override;  ///< ends the worker and the thread, in bounded time

    void use(std::vector<std::string> command) override;
    void start() override;
    void kill() override;
    /// Put into words on the link's thread: the caller may be drawing.
    void send(protocol::ToWorker message) override;
    void wake_after(double seconds) override;
    void check_after(double seconds) override;
    void watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at) override;
    [[nodiscard]] std::vector<Event> take() override;
    void wait(double seconds) override;

    struct Impl;  ///< libuv's side, see worker_link.cpp

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace spillway::worker_client
