// Output of a compile helper: a stranger's kernel was in its memory, so it may write anything.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <unistd.h>

#include "app/compiler/helper_messages.h"

namespace {

using namespace spillway::compiler;

constexpr std::size_t max_in_a_pipe = 32768;

/// The frame that stands in these bytes, if one does.
bool read_back(std::string_view bytes, Frame& frame)
{
    int ends[2];
    if (bytes.size() > max_in_a_pipe || pipe(ends) != 0) return false;
    const bool is_written = write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    close(ends[1]);
    const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    const bool is_whole = is_written && read_frame(ends[0], frame, soon) == FrameEnd::whole;
    close(ends[0]);
    return is_whole;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Frame frame;
    if (!read_back({reinterpret_cast<const char*>(data), size}, frame)) return 0;
    if (frame.size() > max_frame_parts) std::abort();
    if (const auto hello = hello_of(frame);
        hello && hello->facts && hello->facts->architectures.size() > max_frame_parts)
        std::abort();
    if (const auto request = request_of(frame); request && to_frame(*request) != frame) std::abort();
    if (const auto result = result_of(frame); result && to_frame(*result) != frame) std::abort();
    return 0;
}
