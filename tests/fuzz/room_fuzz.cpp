// A room's messages, files and requests, torn or made by hand: whole or refused, and what is read is written and read
// the same. A room that gets any messages keeps its bounds.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/room/host.h"
#include "app/room/http.h"
#include "app/room/limits.h"
#include "app/room/live/question.h"
#include "app/room/verdict.h"
#include "app/room/votes_file.h"

namespace room = spillway::room;

namespace {

class NoOutbox : public room::Outbox {
public:
    void send(room::ClientId, room::Slot, std::string text) override
    {
        if (text.empty()) std::abort();
    }
    void add(room::ClientId, std::string) override {}
    [[nodiscard]] std::size_t unsent_bytes(room::ClientId) const override { return 0; }
    void drop(room::ClientId) override {}
};

class NoTruths : public room::Truths {
public:
    void request(const std::string&, const std::string&) override {}
    std::vector<Found> take() override { return {}; }
};

const std::string token = "0123456789abcdef0123456789abcdef";

void read_files(std::string_view text)
{
    if (const auto votes = room::parse_votes(text)) {
        const std::string written = room::print_votes(*votes);
        const auto again = room::parse_votes(written);
        if (!again || room::print_votes(*again) != written) std::abort();
        for (const room::Voted& voted : *votes) {
            (void)room::bars_of(voted.asked, voted.truth, voted.rounds);
            for (const room::Tally& tally : voted.rounds) (void)room::band_of(tally);
        }
    }
    if (const auto data = room::parse_room(text)) {
        const std::string written = room::print_room(*data);
        const auto again = room::parse_room(written);
        if (!again || room::print_room(*again) != written) std::abort();
    }
}

/// Each line is a message, from a phone and from a presenter in turns; what the room becomes can be stored and read.
void play(std::string_view text)
{
    NoOutbox outbox;
    NoTruths truths;
    room::RoomData data;
    data.code = "0123456789";
    data.presenter = token;
    room::RoomHost host(data, {}, outbox, truths);
    host.opened(1, token, "one");
    host.opened(2, token, "two");
    host.received(2, "{\"do\":\"present\",\"token\":\"" + token + "\"}", 0);
    for (room::ClientId client = 1; !text.empty(); client = 3 - client) {
        const std::size_t end = text.find('\n');
        host.received(client, text.substr(0, end), 0);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    host.flush(true);
    const std::string written = room::print_room(host.room().data());
    if (!room::parse_room(written)) std::abort();
}

void ask(std::string_view text)
{
    static const room::Pages pages("0123456789", "127.0.0.1:1", nullptr);
    room::HttpRequest request;
    request.path = "/socket";
    request.arguments = {std::string(text)};
    request.host = request.origin = request.cookie = text;
    if (pages.accept_socket(request)) std::abort();  // one text is never code, origin and cookie
    (void)room::is_host(text);
    request.path = text;
    for (const auto& [name, value] : pages.reply(request).headers)
        if (name.find_first_of("\r\n") != std::string::npos || value.find_first_of("\r\n") != std::string::npos)
            std::abort();
}

/// A page's line: what is read of it has bounds.
void read_page_line(std::string_view text)
{
    const auto line = room::read_line(text);
    if (!line) return;
    if (const auto* cancellation = std::get_if<room::Cancellation>(&*line))
        if (cancellation->ids.size() > room::max_open_questions) std::abort();
    const auto* question = std::get_if<room::Question>(&*line);
    if (question == nullptr) return;
    for (const std::string& name : {question->group, question->experiment, question->variant, question->gpu})
        if (name.size() > 200) std::abort();
    if (question->values.size() > 64 || question->priority < 0 || question->priority > 9) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)room::read_message(text);
    read_page_line(text);
    read_files(text);
    play(text);
    ask(text);
    return 0;
}
