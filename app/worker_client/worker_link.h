#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/model/error.h"
#include "app/protocol/heading.h"
#include "app/protocol/messages.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

/// The worker process at the other end of two pipes, served by a thread of its own, so that nothing
/// here ever waits. Events are taken in the caller's thread.
class WorkerLink {
public:
    struct SpawnFailed {
        model::Error error;
    };
    struct Garbage {
        model::Error error;              ///< a line that is no message
        protocol::Heading heading = {};  ///< and what it would have been
    };
    struct Tick {};  ///< wake_after() has come
    struct FolderChanged {
        std::string folder;
    };
    using Event = std::variant<protocol::FromWorker, WorkerExit, SpawnFailed, Garbage, Tick, FolderChanged>;

    /// `command` is the program and its arguments; `wake` is called from the link's thread whenever
    /// take() has something new.
    WorkerLink(std::vector<std::string> command, std::function<void()> wake);
    ~WorkerLink();  ///< ends the worker and the thread, in bounded time
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;

    void use(std::vector<std::string> command);  ///< what the next start() starts
    void start();                                ///< starts the process, or starts it again after it exited
    void kill();                                 ///< ends the process; WorkerExit follows
    /// One message, put into words on the link's thread: the caller may be drawing. Lost if no process runs.
    void send(protocol::ToWorker message);
    /// One Tick, for whoever has asked for the earliest: the others ask again when it comes.
    void wake_after(double seconds);
    void check_after(double seconds);  ///< a Tick of the dispatcher's own; a later call replaces an earlier one
    /// FolderChanged whenever something in one of them changes, and where something has since they were read.
    void watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at);
    [[nodiscard]] std::vector<Event> take();
    /// Blocks until take() has something or the time is over. For the command line, not the window.
    void wait(double seconds);

    struct Impl;  ///< libuv's side, see worker_link.cpp

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace spillway::worker_client
