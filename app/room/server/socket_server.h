#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/room/host.h"
#include "app/room/http.h"

namespace spillway::room {

/// Answers the requests of a SocketServer. All calls come from SocketServer::run.
class SocketHandler {
public:
    SocketHandler() = default;
    virtual ~SocketHandler() = default;
    SocketHandler(const SocketHandler&) = delete;
    SocketHandler& operator=(const SocketHandler&) = delete;

    [[nodiscard]] virtual HttpReply on_request(const HttpRequest& request) = 0;
    /// The device's token if the request may open a WebSocket; empty for a live page, which needs none.
    [[nodiscard]] virtual std::optional<std::string> on_upgrade(const HttpRequest& request) = 0;
    /// `machine`: see machine_of(). Behind a proxy it is the proxy's address.
    virtual void on_open(ClientId client, const std::string& device, const std::string& machine) = 0;
    virtual void on_message(ClientId client, std::string_view text) = 0;
    virtual void on_close(ClientId client) = 0;
};

/// HTTP/1.1 and WebSockets on one port, with the bounds of limits.h. Only its implementation uses libwebsockets.
class SocketServer : public Outbox {
public:
    /// Serves for at most this time, and returns earlier after some events or a signal.
    virtual void run(double seconds) = 0;
    [[nodiscard]] virtual int port() const = 0;
    /// Ends run() soon; from any thread.
    virtual void wake() = 0;
};

struct Listening {
    std::string address;           ///< IPv4 or IPv6 address of this machine
    int port = 0;                  ///< 0: a free one
    std::string certificate, key;  ///< PEM files for TLS; both or none
    [[nodiscard]] bool is_secure() const { return !certificate.empty(); }
};

/// Opens the port. The Error says why it cannot be opened, or names the package that was missing when this program was
/// built.
[[nodiscard]] model::Expected<std::unique_ptr<SocketServer>> open_socket_server(const Listening& listening,
                                                                                SocketHandler& handler);

}  // namespace spillway::room
