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

/// The answering side: a worker's process on this machine or, through ssh, on another (worker_link.h), or what ships
/// with the program alone (shipped_link.h). No call waits for a reply, save wait(). Used from one thread.
class Link {
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
    /// There is no answer to this request here.
    struct NoAnswer {
        std::uint64_t id = 0;
        model::Error why;
    };
    using Event = std::variant<protocol::FromWorker, WorkerExit, SpawnFailed, Garbage, Tick, FolderChanged, NoAnswer>;

    Link() = default;
    virtual ~Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    virtual void use(std::vector<std::string> command) = 0;  ///< what the next start() starts
    virtual void start() = 0;                                ///< starts it, or starts it again after it exited
    virtual void kill() = 0;                                 ///< ends it; WorkerExit follows
    virtual void send(protocol::ToWorker message) = 0;       ///< lost if nothing runs
    /// One Tick, for the earliest request: the others ask again when it comes.
    virtual void wake_after(double seconds) = 0;
    virtual void check_after(double seconds) = 0;  ///< a Tick of the dispatcher's own; a later call replaces an earlier
    /// FolderChanged whenever something in one of them changes, and where something has since they were read.
    virtual void watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at) = 0;
    [[nodiscard]] virtual std::vector<Event> take() = 0;
    /// Blocks until take() has something or the time is over. For the command line, not the window.
    virtual void wait(double seconds) = 0;

    /// Nothing but what ships with the program replies.
    [[nodiscard]] virtual bool is_shipped() const { return false; }
    /// When take() will have something without a call of `wake`; nothing where `wake` is always called.
    [[nodiscard]] virtual std::optional<double> seconds_to_next() const { return std::nullopt; }
};

/// This command line's link: {"none"} is what ships with the program, and so is everything in a build without processes
/// (SPILLWAY_PORTABLE). `wake` is called, perhaps from another thread, whenever take() has something new.
[[nodiscard]] std::unique_ptr<Link> open_link(std::vector<std::string> command, std::function<void()> wake);

}  // namespace spillway::worker_client
