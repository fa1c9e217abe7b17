#pragma once

// HTTP as the room needs it: which page a request gets, and whether it may open a WebSocket. No socket.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/room/page_folder.h"

namespace spillway::room {

/// The parts of a request that the room reads. Each may be any text.
struct HttpRequest {
    bool is_get = true;                  ///< GET; every other method is refused, HEAD too
    std::string path;                    ///< without the query
    std::vector<std::string> arguments;  ///< of the query: "room=ABC", decoded
    std::string host, origin, cookie;
    std::string forwarded_scheme;  ///< "https" if this server uses TLS; else X-Forwarded-Proto of a server in front
};

struct HttpReply {
    int status = 200;
    std::string type;
    std::shared_ptr<const std::string> body;
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Value of `name` in the query; empty if absent.
[[nodiscard]] std::string_view argument_of(const HttpRequest& request, std::string_view name);
/// The device's token in the cookies; empty if there is none, or if it is not a token.
[[nodiscard]] std::string device_of(const HttpRequest& request);
/// Whether the text has 1 to 255 bytes, and only characters of host names, addresses and ports. Checks no more.
[[nodiscard]] bool is_host(std::string_view text);
/// Whether the request's page came from this server: Origin is http:// or https:// and Host.
[[nodiscard]] bool is_same_origin(const HttpRequest& request);

/// Answers requests for the room with this code.
class Pages {
public:
    /// `address` is the host and port of the printed link. `qr` draws a text as SVG, and may be null.
    /// `page`: the window as a page, below /page/; null without one.
    Pages(std::string code, std::string address, std::string (*qr)(const std::string&),
          std::shared_ptr<PageFolder> page = nullptr);

    [[nodiscard]] HttpReply reply(const HttpRequest& request) const;
    /// The device's token if the request may open a WebSocket: right path, code, Origin and a device's cookie.
    [[nodiscard]] std::optional<std::string> accept_socket(const HttpRequest& request) const;
    /// Whether the window as a page may open its WebSocket: right path, code and Origin.
    [[nodiscard]] bool accepts_live(const HttpRequest& request) const;

private:
    [[nodiscard]] bool is_room(const HttpRequest& request) const;
    [[nodiscard]] HttpReply device_reply(const HttpRequest& request) const;
    [[nodiscard]] HttpReply qr_reply(const HttpRequest& request) const;
    [[nodiscard]] HttpReply page_reply(const HttpRequest& request) const;

    std::string code_, address_;
    std::string (*qr_)(const std::string&);
    std::shared_ptr<PageFolder> page_;
};

}  // namespace spillway::room
