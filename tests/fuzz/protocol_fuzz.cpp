// Lines on the pipe between spillway and spillway-worker. What decodes must encode to a line that
// decodes to the same message.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/protocol/messages.h"

namespace {

template <typename Decode>
void check(Decode decode, std::string_view line)
{
    const auto message = decode(line);
    if (!message) {
        if (message.error().what.empty()) std::abort();
        return;
    }
    const std::string once = spillway::protocol::encode(*message);
    const auto again = decode(once);
    if (!again || spillway::protocol::encode(*again) != once) {
        std::fprintf(stderr, "does not survive the way there and back: %s\n", once.c_str());
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    check(spillway::protocol::decode_to_worker, line);
    check(spillway::protocol::decode_from_worker, line);
    return 0;
}
