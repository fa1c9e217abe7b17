#include "app/room/command_lines.h"

#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "app/room/limits.h"

namespace spillway::room {

CommandLines::CommandLines(int descriptor) : descriptor_(descriptor)
{
    if (descriptor_ < 0) return;
    (void)fcntl(descriptor_, F_SETFD, FD_CLOEXEC);  // workers must not hold it
    const int flags = fcntl(descriptor_, F_GETFL);
    if (flags < 0 || fcntl(descriptor_, F_SETFL, flags | O_NONBLOCK) < 0) descriptor_ = -1;
}

std::vector<std::string> CommandLines::take()
{
    std::vector<std::string> lines;
    std::array<char, 4096> piece{};
    while (descriptor_ >= 0) {
        const ssize_t count = read(descriptor_, piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0) {
            descriptor_ = -1;
            break;
        }
        for (const char c : std::string_view(piece.data(), static_cast<std::size_t>(count))) {
            if (c != '\n' && begun_.size() < max_message_bytes) {
                begun_ += c;
                continue;
            }
            if (c == '\n' && !is_too_long_) lines.push_back(begun_);
            is_too_long_ = c != '\n';
            begun_.clear();
        }
    }
    return lines;
}

}  // namespace spillway::room
