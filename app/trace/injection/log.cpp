#include "app/trace/injection/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace spillway::trace::injection {

Line::Line() : text_("{\"pid\":" + std::to_string(getpid())) {}

void Line::separate()
{
    if (needs_comma_) text_ += ',';
    needs_comma_ = true;
}

Line& Line::key(std::string_view name)
{
    separate();
    text_ += '"';
    text_ += name;
    text_ += "\":";
    needs_comma_ = false;
    return *this;
}

Line& Line::number(std::int64_t value)
{
    separate();
    text_ += std::to_string(value);
    return *this;
}

Line& Line::real(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    separate();
    text_ += text;
    return *this;
}

Line& Line::text(std::string_view value)
{
    constexpr std::size_t max_bytes = 8192;  // maximum of a kernel's mangled name
    constexpr const char* digits = "0123456789abcdef";
    separate();
    text_ += '"';
    for (const char c : value.substr(0, max_bytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f) {
            text_ += "\\u00";
            text_ += digits[byte >> 4];
            text_ += digits[byte & 15];
        } else {
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
    }
    text_ += '"';
    return *this;
}

Line& Line::open(char bracket)
{
    separate();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
}

Line& Line::close(char bracket)
{
    text_ += bracket;
    needs_comma_ = true;
    return *this;
}

std::string Line::finish() &&
{
    text_ += "}\n";
    return std::move(text_);
}

bool Log::open(const char* path)
{
    descriptor_ = ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    return descriptor_ >= 0;
}

bool Log::write(Line&& line)
{
    if (descriptor_ < 0 || is_full_) return false;
    struct stat state {};
    if (fstat(descriptor_, &state) != 0 || static_cast<std::uint64_t>(state.st_size) > max_file_bytes) {
        is_full_ = true;
        return false;
    }
    const int error_before = errno;  // keep the program's errno unchanged
    const std::string text = std::move(line).finish();
    const auto wrote = ::write(descriptor_, text.data(), text.size());
    errno = error_before;
    if (wrote != static_cast<ssize_t>(text.size())) {
        is_full_ = true;
        return false;
    }
    written_ += text.size();
    return true;
}

}  // namespace spillway::trace::injection
