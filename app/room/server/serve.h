#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/room/host.h"
#include "app/room/room_store.h"

namespace spillway::room {

struct ServeOptions {
    std::string address = "127.0.0.1";  ///< --bind
    int port = 8017;
    std::string (*qr)(const std::string&) = nullptr;  ///< a text as SVG; may be null
    /// Called once with both links, when the port is open.
    std::function<void(const std::string& room, const std::string& presenter)> on_open;
    std::function<bool()> is_stopped;  ///< asked several times a second
};

enum class RoomEnd { stopped, too_old };
/// Serves the room until it is stopped or room_seconds old; then its votes are written. `content.link` is set here. The
/// Error: the port cannot be opened, or the votes cannot be written at the end. A file that cannot be written meanwhile
/// is shown to the presenter, and tried again.
[[nodiscard]] model::Expected<RoomEnd> serve(const ServeOptions& options, RoomStore& store, RoomContent content,
                                             Truths& truths);

/// Host and port for a link: `address`, or for 0.0.0.0 and :: this machine's first address that is not a loopback.
[[nodiscard]] std::string link_address(const std::string& address, int port);
/// Whether only this machine reaches the address.
[[nodiscard]] bool is_loopback_address(const std::string& address);

}  // namespace spillway::room
