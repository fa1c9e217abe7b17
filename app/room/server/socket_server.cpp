#include "app/room/server/socket_server.h"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>

#include "app/base/paths.h"
#include "app/room/server/lws_server.h"

namespace spillway::room {
namespace fs = std::filesystem;
namespace {

constexpr const char* library_name = "libspillway_room.so";

/// Beside the program, or in ../lib/spillway. Empty if this program was built without libwebsockets.
fs::path room_library()
{
    const fs::path here = base::worker_program().parent_path();
    std::error_code ignored;
    for (const fs::path& folder : {here / "../lib/spillway", here})
        if (fs::exists(folder / library_name, ignored)) return fs::weakly_canonical(folder / library_name, ignored);
    return {};
}

}  // namespace

model::Expected<std::unique_ptr<SocketServer>> open_socket_server(const Listening& listening, SocketHandler& handler)
{
    const fs::path place = room_library();
    if (place.empty())
        return model::Error{"this program was built without libwebsockets", "serve",
                            "install libwebsockets-dev and build Spillway again"};
    void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays loaded: the server's code is in it
    if (library == nullptr)
        return model::Error{std::string("the room's sockets cannot be loaded: ") + dlerror(), "serve",
                            "install the package libwebsockets17 or newer"};
    const auto open = reinterpret_cast<decltype(&spillway_open_sockets)>(dlsym(library, "spillway_open_sockets"));
    if (open == nullptr)
        return model::Error{"the room's sockets belong to another version", place.string(), "install Spillway again"};
    const auto server = open(listening, handler);
    if (!server) return server.error();
    return std::unique_ptr<SocketServer>(*server);
}

}  // namespace spillway::room
