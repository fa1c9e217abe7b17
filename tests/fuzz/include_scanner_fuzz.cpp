// A kernel's text is somebody else's: whatever is accepted names no file outside the compiler's folders
// in any line that begins with #include.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/compiler/source_check.h"

namespace {

/// A second, naive reader: the plain spelling only, line by line.
bool includes_foreign_file(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        constexpr std::string_view word = "#include ";
        if (!line.starts_with(word)) continue;
        line.remove_prefix(word.size());
        if (line.starts_with("\"/") || line.starts_with("</") || line.starts_with("\"../") || line.starts_with("<../"))
            return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto refused = spillway::compiler::check_source("kernel.cu", text);
    if (refused && refused->what.empty()) std::abort();
    if (!refused && includes_foreign_file(text)) std::abort();
    return 0;
}
