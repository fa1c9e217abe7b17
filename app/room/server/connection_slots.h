#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

struct sockaddr;

namespace spillway::room {

/// Machine that a connection comes from: its IPv4 address, or the first 64 bits of its IPv6 address, because one
/// machine may choose the other 64 bits freely. "?" for any other kind of address.
[[nodiscard]] std::string machine_of(const sockaddr& address);

/// Shares a server's connection slots among machines: when all are taken, a newcomer gets the slot of a machine with
/// many. So one machine cannot keep the others out.
class ConnectionSlots {
public:
    using Key = const void*;  ///< of a connection

    void add(Key key, std::string machine);
    void remove(Key key);
    /// The connection has sent a whole request.
    void mark_page(Key key);
    void mark_socket(Key key);  ///< the connection is a WebSocket from now on
    [[nodiscard]] const std::string& machine(Key key) const;

    /// The connection to close for a new one. Only connections without a request are considered, or, if
    /// there are none, those of pages: the oldest one of the machine with the most. Empty if all are WebSockets.
    [[nodiscard]] std::optional<Key> connection_to_close() const;
    /// The WebSocket to close for one of `machine`: the newest one of the machine with the most. Empty if that
    /// machine would then have fewer than the newcomer.
    [[nodiscard]] std::optional<Key> socket_to_close(const std::string& machine) const;

private:
    enum class Kind { no_request, page, socket };
    struct Connection {
        std::string machine;
        Kind kind = Kind::no_request;
        std::uint64_t order = 0;  ///< of its arrival
    };
    [[nodiscard]] std::map<std::string, std::size_t> counts(Kind kind) const;
    [[nodiscard]] std::optional<Key> find(Kind kind, const std::string& machine, bool is_newest) const;

    std::map<Key, Connection> slots_;
    std::uint64_t last_ = 0;
};

}  // namespace spillway::room
