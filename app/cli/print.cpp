#include "app/cli/print.h"

#include <cerrno>
#include <system_error>

#include "app/base/visible_text.h"

namespace spillway::cli {
namespace {

void write(std::FILE* stream, const std::string& text)
{
    errno = 0;
    // A lost progress line does not matter; an incomplete table does.
    if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() && stream == stdout)
        throw std::system_error(errno, std::generic_category(), "the output could not be written");
}

}  // namespace

void print_text(std::FILE* stream, const std::string& text)
{
    // The progress line writes its own carriage return.
    const bool returns = text.starts_with('\r');
    write(stream, (returns ? "\r" : "") + base::visible_text(std::string_view(text).substr(returns ? 1 : 0)));
}

void print_exactly(const std::string& text)
{
    write(stdout, text);
}

}  // namespace spillway::cli
