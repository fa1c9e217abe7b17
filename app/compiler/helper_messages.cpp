#include "app/compiler/helper_messages.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace spillway::compiler {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int stop_check_milliseconds = 10;

void append_number(std::string& bytes, std::uint32_t number)
{
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes.append(raw, sizeof raw);
}

std::uint32_t number_at(const std::string& bytes, std::size_t at)
{
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

/// Milliseconds for the next poll(). Negative: no limit; 0: the deadline has passed.
int next_wait(std::optional<Clock::time_point> deadline, bool checks_stop)
{
    int wait = checks_stop ? stop_check_milliseconds : -1;
    if (deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
        if (left <= 0) return 0;
        wait = static_cast<int>(wait < 0 ? left : std::min<std::int64_t>(left, wait));
    }
    return wait;
}

/// Reads exactly `size` bytes.
FrameEnd read_bytes(int descriptor, std::string& bytes, std::size_t size, std::optional<Clock::time_point> deadline,
                    const StopQuestion& should_stop)
{
    bytes.clear();
    char piece[65536];
    while (bytes.size() < size) {
        if (should_stop && should_stop()) return FrameEnd::stopped;
        const int wait = next_wait(deadline, static_cast<bool>(should_stop));
        if (wait == 0) return FrameEnd::too_late;
        pollfd ready{descriptor, POLLIN, 0};
        if (poll(&ready, 1, wait) <= 0) continue;  // the loop checks deadline and stop
        const ssize_t count = read(descriptor, piece, std::min(sizeof piece, size - bytes.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return FrameEnd::closed;
        bytes.append(piece, static_cast<std::size_t>(count));
    }
    return FrameEnd::whole;
}

/// Decodes a list: the number of parts, then length and bytes of each part.
bool decode(const std::string& bytes, Frame& frame)
{
    frame.clear();
    if (bytes.size() < 4) return false;
    const std::uint32_t parts = number_at(bytes, 0);
    if (parts > max_frame_parts) return false;
    std::size_t at = 4;
    for (std::uint32_t i = 0; i < parts; ++i) {
        if (bytes.size() - at < 4) return false;
        const std::uint32_t size = number_at(bytes, at);
        at += 4;
        if (bytes.size() - at < size) return false;
        frame.push_back(bytes.substr(at, size));
        at += size;
    }
    return at == bytes.size();
}

std::optional<int> whole_number(const std::string& text)
{
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

bool write_frame(int descriptor, const Frame& frame)
{
    std::string bytes(4, '\0');
    append_number(bytes, static_cast<std::uint32_t>(frame.size()));
    for (const std::string& part : frame) {
        append_number(bytes, static_cast<std::uint32_t>(part.size()));
        bytes += part;
    }
    if (bytes.size() - 4 > max_frame_bytes) return false;
    const auto length = static_cast<std::uint32_t>(bytes.size() - 4);
    std::memcpy(bytes.data(), &length, sizeof length);
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = write(descriptor, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += static_cast<std::size_t>(count);
    }
    return true;
}

FrameEnd read_frame(int descriptor, Frame& frame, std::optional<Clock::time_point> deadline,
                    const StopQuestion& should_stop)
{
    std::string bytes;
    if (const FrameEnd end = read_bytes(descriptor, bytes, 4, deadline, should_stop); end != FrameEnd::whole)
        return end;
    const std::uint32_t length = number_at(bytes, 0);
    if (length > max_frame_bytes) return FrameEnd::malformed;
    if (const FrameEnd end = read_bytes(descriptor, bytes, length, deadline, should_stop); end != FrameEnd::whole)
        return end;
    return decode(bytes, frame) ? FrameEnd::whole : FrameEnd::malformed;
}

Frame to_frame(const HelperHello& hello)
{
    Frame frame{hello.confined_by ? *hello.confined_by : "", hello.confined_by ? "" : hello.confined_by.error().what};
    if (!hello.facts) {
        const model::Error& error = hello.facts.error();
        frame.insert(frame.end(), {"error", error.what, error.where, error.advice});
        return frame;
    }
    const NvrtcFacts& facts = *hello.facts;
    frame.insert(frame.end(),
                 {"nvrtc", facts.version, facts.identity, facts.path, std::to_string(facts.version_number)});
    for (const int architecture : facts.architectures) frame.push_back(std::to_string(architecture));
    return frame;
}

std::optional<HelperHello> hello_of(const Frame& frame)
{
    if (frame.size() < 2) return std::nullopt;
    model::Expected<std::string> confined_by = frame[0];
    if (!frame[1].empty()) confined_by = model::Error{frame[1], "confinement", ""};
    if (frame.size() == 6 && frame[2] == "error")
        return HelperHello{model::Error{frame[3], frame[4], frame[5]}, std::move(confined_by)};
    if (frame.size() < 7 || frame[2] != "nvrtc") return std::nullopt;
    NvrtcFacts facts{frame[3], frame[4], frame[5], 0, {}};
    const auto version = whole_number(frame[6]);
    if (!version) return std::nullopt;
    facts.version_number = *version;
    for (std::size_t i = 7; i < frame.size(); ++i) {
        const auto architecture = whole_number(frame[i]);
        if (!architecture) return std::nullopt;
        facts.architectures.push_back(*architecture);
    }
    return HelperHello{std::move(facts), std::move(confined_by)};
}

Frame to_frame(const HelperRequest& request)
{
    Frame frame{request.text, request.name, request.entry, std::to_string(request.max_seconds)};
    frame.insert(frame.end(), request.options.begin(), request.options.end());
    return frame;
}

std::optional<HelperRequest> request_of(Frame frame)
{
    if (frame.size() < 4) return std::nullopt;
    const auto seconds = whole_number(frame[3]);
    if (!seconds || *seconds < 1) return std::nullopt;
    HelperRequest request{std::move(frame[0]), std::move(frame[1]), std::move(frame[2]), {}, *seconds};
    request.options.assign(std::make_move_iterator(frame.begin() + 4), std::make_move_iterator(frame.end()));
    return request;
}

Frame to_frame(NvrtcResult result)
{
    return {result.compiled ? "compiled" : "refused",
            std::move(result.status),
            std::move(result.log),
            std::move(result.output.ptx),
            std::move(result.output.cubin),
            std::move(result.output.lowered_name)};
}

std::optional<NvrtcResult> result_of(Frame frame)
{
    if (frame.size() != 6 || (frame[0] != "compiled" && frame[0] != "refused")) return std::nullopt;
    NvrtcResult result;
    result.compiled = frame[0] == "compiled";
    result.status = std::move(frame[1]);
    result.log = std::move(frame[2]);
    result.output = {std::move(frame[3]), std::move(frame[4]), std::move(frame[5])};
    return result;
}

}  // namespace spillway::compiler
