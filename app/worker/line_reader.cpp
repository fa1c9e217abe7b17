#include "app/worker/line_reader.h"

#include <cerrno>

#include <unistd.h>

namespace spillway::worker {

std::optional<LineReader::Line> LineReader::next()
{
    for (;;) {
        const auto feed = buffer_.find('\n', scanned_);
        if (feed != std::string::npos) {
            Line line;
            line.too_long = skipping_ || feed > max_bytes_;
            if (!line.too_long) line.text = buffer_.substr(0, feed);
            buffer_.erase(0, feed + 1);
            scanned_ = 0;
            skipping_ = false;
            return line;
        }
        scanned_ = buffer_.size();
        if (buffer_.size() > max_bytes_) {
            skipping_ = true;
            buffer_.clear();
            scanned_ = 0;
        }
        if (!fill()) return std::nullopt;
    }
}

bool LineReader::fill()
{
    char chunk[65536];
    ssize_t count = 0;
    do {
        count = read(descriptor_, chunk, sizeof chunk);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return false;
    buffer_.append(chunk, static_cast<std::size_t>(count));
    return true;
}

}  // namespace spillway::worker
