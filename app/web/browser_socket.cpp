#include "app/web/browser_socket.h"

#include <cstdlib>

#include <emscripten.h>

namespace spillway::web {
namespace {

// clang-format off
EM_JS(bool, page_has_room, (), { return Module.room.is; });
EM_JS(void, page_begins_room, (), { Module.room.begin(); });
EM_JS(bool, page_asks_room, (const char* text), { return Module.room.send(UTF8ToString(text)); });
EM_JS(void, page_drops_room, (), { Module.room.drop(); });
// The next event; null without one. The caller frees it.
EM_JS(char*, page_next_of_room, (), {
    const text = Module.room.next();
    if (text === undefined) return 0;
    const bytes = lengthBytesUTF8(text) + 1;
    const at = _malloc(bytes);
    stringToUTF8(text, at, bytes);
    return at;
});
// clang-format on

}  // namespace

bool BrowserSocket::send(const std::string& text)
{
    return page_asks_room(text.c_str());
}

void BrowserSocket::drop()
{
    page_drops_room();
}

std::vector<worker_client::RoomSocket::Event> BrowserSocket::take()
{
    std::vector<Event> events;
    while (char* const text = page_next_of_room()) {
        if (*text == 'M')
            events.emplace_back(std::string(text + 1));
        else if (*text == 'o')
            events.emplace_back(Opened{});
        else
            events.emplace_back(Lost{});
        std::free(text);
    }
    return events;
}

bool BrowserSocket::has_room()
{
    return page_has_room();
}

void BrowserSocket::begin()
{
    page_begins_room();
}

}  // namespace spillway::web
