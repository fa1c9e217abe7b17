#pragma once

#include "app/worker_client/room_socket.h"

namespace spillway::web {

/// The WebSocket of room.js.
class BrowserSocket final : public worker_client::RoomSocket {
public:
    bool send(const std::string& text) override;
    void drop() override;
    [[nodiscard]] std::vector<Event> take() override;

    /// Whether the page's address names a room.
    [[nodiscard]] static bool has_room();
    /// Connects from now on.
    static void begin();
};

}  // namespace spillway::web
