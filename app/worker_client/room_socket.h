#pragma once

#include <string>
#include <variant>
#include <vector>

namespace spillway::worker_client {

/// The page's WebSocket to its room's server. Once begun, it connects, and again after each
/// loss. Single-threaded.
class RoomSocket {
public:
    struct Opened {};
    struct Lost {};
    using Event = std::variant<Opened, Lost, std::string>;  ///< a string is a message from the server

    RoomSocket() = default;
    virtual ~RoomSocket() = default;
    RoomSocket(const RoomSocket&) = delete;
    RoomSocket& operator=(const RoomSocket&) = delete;

    /// False if it is not open: not connected yet, or lost (Lost follows or has been taken).
    virtual bool send(const std::string& text) = 0;
    /// Ends this connection; Lost follows, then another attempt.
    virtual void drop() = 0;
    [[nodiscard]] virtual std::vector<Event> take() = 0;
};

}  // namespace spillway::worker_client
