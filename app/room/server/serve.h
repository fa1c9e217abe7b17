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
    bool may_change_port = false;                     ///< if the port is taken, another free one will do
    std::string (*qr)(const std::string&) = nullptr;  ///< a text as SVG; may be null
    std::shared_ptr<PageFolder> page;                 ///< the window as a page; may be null
    LiveDesk* desk = nullptr;                         ///< answers its questions; may be null
    std::function<void(const RoomLinks&)> on_open;    ///< called once, when the port is open
    std::function<bool()> is_stopped;                 ///< asked several times a second
    int commands = -1;  ///< file descriptor of presenters' messages, a line each; -1: none
    std::function<void(const std::string&)> on_line;  ///< the room's count when it has changed, and a command's problem
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
