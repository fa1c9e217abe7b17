#pragma once

// The library libspillway_room.so: sockets by libwebsockets. The program loads it for `serve` only, because every other
// command would load OpenSSL with it, which costs milliseconds of each start.

#include "app/room/server/socket_server.h"

/// Opens the port. The caller deletes the server.
extern "C" __attribute__((visibility("default"))) spillway::model::Expected<spillway::room::SocketServer*>
spillway_open_sockets(const spillway::room::Listening& listening, spillway::room::SocketHandler& handler);
