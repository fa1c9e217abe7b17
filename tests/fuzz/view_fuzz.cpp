// A view and a talk come out of a mail: whatever they hold, they are read or refused, and what is read is written the
// same from then on.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/teaching/talk.h"
#include "app/teaching/view_text.h"

namespace teaching = spillway::teaching;

namespace {

void check_view(std::string_view text)
{
    const auto view = teaching::parse_view(text);
    if (!view) {
        const auto& error = view.error();
        if (error.what.empty() || error.where.empty() || error.advice.empty()) std::abort();
        return;
    }
    const std::string line = teaching::format_view(*view);
    if (line.find_first_of(" \t\r\n\"'<>\\`$&;|#") != std::string::npos) std::abort();
    // A text in another form may be longer in its own form, and is then refused.
    if (line.size() > teaching::max_view_bytes) return;
    const auto again = teaching::parse_view(line);
    if (!again || !(*again == *view) || teaching::format_view(*again) != line) std::abort();
}

void check_talk(std::string_view text)
{
    const auto talk = teaching::parse_talk(text);
    if (!talk) {
        if (talk.error().what.empty() || talk.error().where.empty() || talk.error().advice.empty()) std::abort();
        return;
    }
    if (talk->stops.size() > teaching::max_talk_stops) std::abort();
    for (const teaching::TalkStop& stop : talk->stops)
        if (!teaching::parse_view(stop.view) || stop.notes.size() > teaching::max_note_bytes) std::abort();
    const std::string written = teaching::print_talk(*talk);
    if (written.size() > teaching::max_talk_bytes) return;
    const auto again = teaching::parse_talk(written);
    if (!again || !(*again == *talk)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_view(text);
    check_talk(text);
    return 0;
}
