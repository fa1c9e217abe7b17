#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/room/host.h"
#include "app/room/live_desk.h"
#include "app/room/page_folder.h"
#include "app/room/room_store.h"
#include "app/room/server/socket_server.h"

namespace spillway::room {

struct ServeOptions {
    Listening listening;
    bool may_change_port = false;  ///< tries the room's earlier port first, and if that fails, any free one
    std::string (*qr)(const std::string&) = nullptr;  ///< a text as SVG; may be null
    std::shared_ptr<PageFolder> page;                 ///< the window as a page; may be null
    LiveDesk* desk = nullptr;                         ///< answers its questions; may be null
    std::function<void(const RoomLinks&)> on_open;    ///< called once, when the port is open
    std::function<bool()> is_stopped;                 ///< called several times a second
    int commands = -1;  ///< file descriptor of presenters' messages, a line each; -1: none
    std::function<void(const std::string&)>
        on_line;  ///< with commands: the room's count when it has changed, and problems
};

enum class RoomEnd { stopped, too_old };
/// Serves the room until it is stopped or room_seconds old; then writes its votes. Sets `content.link`. The Error: the
/// port cannot be opened, or a file of the room cannot be written at the start or at the end. In between, a failed
/// write is shown to the presenter and repeated.
[[nodiscard]] model::Expected<RoomEnd> serve(const ServeOptions& options, RoomStore& store, RoomContent content,
                                             Truths& truths);

/// Host and port for a link: `address`, or for 0.0.0.0 and :: this machine's first IPv4 address that is not a loopback
/// (127.0.0.1 without one).
[[nodiscard]] std::string link_address(const std::string& address, int port);
/// Whether only this machine reaches the address.
[[nodiscard]] bool is_loopback_address(const std::string& address);

}  // namespace spillway::room
