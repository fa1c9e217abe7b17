#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/model/error.h"
#include "app/protocol/heading.h"
#include "app/protocol/messages.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

/// Connection to the answering side: a worker process on this machine or, through ssh, on another (worker_link.h), the
/// reports that ship with the program (shipped_link.h), or a room's server (room_link.h). Only wait() blocks.
/// Single-threaded.
class Link {
public:
    struct SpawnFailed {
        model::Error error;
    };
    struct Garbage {
        model::Error error;              ///< the line is not a message
        protocol::Heading heading = {};  ///< its type and id, if readable
    };
    struct Tick {};  ///< wake_after() or check_after() is due
    struct FolderChanged {
        std::string folder;
    };
    /// This link cannot answer the request.
    struct NoAnswer {
        std::uint64_t id = 0;
        model::Error why;
        bool may_come = false;  ///< the link may have the answer later
    };
    /// From now on another side answers: a page has found its room, or lost it.
    struct Changed {
        protocol::Hello hello;
        bool is_room = false;                 ///< otherwise the reports that ship with the program
        std::optional<model::Error> trouble;  ///< why the room was lost
    };
    using Event =
        std::variant<protocol::FromWorker, WorkerExit, SpawnFailed, Garbage, Tick, FolderChanged, NoAnswer, Changed>;

    Link() = default;
    virtual ~Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    virtual void use(std::vector<std::string> command) = 0;  ///< command of the next start()
    virtual void start() = 0;                                ///< starts the worker, also after an exit
    virtual void kill() = 0;                                 ///< kills the worker; WorkerExit follows
    virtual void send(protocol::ToWorker message) = 0;       ///< lost if no worker runs
    /// Sends one Tick at the earliest requested time; other callers call this again on that Tick.
    virtual void wake_after(double seconds) = 0;
    virtual void check_after(double seconds) = 0;  ///< a Tick for the dispatcher; a later call replaces an earlier one
    /// Sends FolderChanged for each change in one of them, and for changes since `read_at`.
    virtual void watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at) = 0;
    [[nodiscard]] virtual std::vector<Event> take() = 0;
    /// Blocks until take() has an event or the time is over. For the command line, not the window.
    virtual void wait(double seconds) = 0;

    /// True if only the reports that ship with the program answer, until an event Changed.
    [[nodiscard]] virtual bool is_shipped() const { return false; }
    /// Whether the other side may hang without an event, so that the Dispatcher watches it.
    [[nodiscard]] virtual bool may_hang() const { return true; }
    /// Time until take() has an event without a call of `wake`; empty if every event calls `wake`.
    [[nodiscard]] virtual std::optional<double> seconds_to_next() const { return std::nullopt; }
};

/// Opens the link for this command. {"none"} selects the reports that ship with the program, as does every command in a
/// browser (link_in_browser.cpp). `wake` is called, possibly from another thread, for each new event.
[[nodiscard]] std::unique_ptr<Link> open_link(std::vector<std::string> command, std::function<void()> wake);

}  // namespace spillway::worker_client
