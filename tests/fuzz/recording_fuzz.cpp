// A recording's bytes, and its text: what does not begin as zstd is packed first, since a blind mutation
// hardly ever gets past the checksum. What is read must survive being written and read again.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_reader.h"
#include "tests/protocol/packed.h"

namespace {

using namespace spillway::protocol;

void check(std::string_view bytes)
{
    const auto recording = parse_recording(bytes, "fuzz");
    if (!recording) {
        if (recording.error().what.empty()) std::abort();
        return;
    }
    std::string text = encode_header(recording->header) + '\n';
    for (const auto& result : recording->results) {
        const std::string line = encode_recorded(result);
        const auto heading = read_heading(line);
        if (heading && (heading->experiment != result.experiment || heading->variant != result.variant)) {
            std::fprintf(stderr, "its heading names another: %s\n", line.c_str());
            std::abort();
        }
        text += line + '\n';
    }
    const auto again = parse_recording(packed(text), "fuzz");
    if (!again || again->trouble || again->results.size() != recording->results.size()) {
        std::fprintf(stderr, "does not survive the way there and back: %s\n", text.c_str());
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const bool is_packed = size >= 4 && data[0] == 0x28 && data[1] == 0xb5 && data[2] == 0x2f && data[3] == 0xfd;
    check(is_packed ? input : packed(input));
    return 0;
}
