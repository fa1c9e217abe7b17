#include "app/catalogue/bundle.h"

namespace spillway::catalogue {
namespace {

/// The line before a header's text: a comment, with the name between the two.
constexpr std::string_view line_begin = "\n//spillway:header \"", line_end = "\"\n";

}  // namespace

std::string bundled(const Bundle& bundle)
{
    std::string text = bundle.source;
    for (const auto& [name, header] : bundle.headers) {
        text += line_begin;
        text += name;
        text += line_end;
        text += header;
    }
    return text;
}

Bundle unbundled(std::string_view text)
{
    Bundle bundle;
    std::string* into = &bundle.source;
    for (;;) {
        const std::size_t mark = text.find(line_begin);
        const std::size_t name = mark == std::string_view::npos ? mark : mark + line_begin.size();
        const std::size_t end = name == std::string_view::npos ? name : text.find(line_end, name);
        *into = text.substr(0, end == std::string_view::npos ? end : mark);
        if (end == std::string_view::npos) return bundle;
        into = &bundle.headers.emplace_back(text.substr(name, end - name), "").second;
        text.remove_prefix(end + line_end.size());
    }
}

}  // namespace spillway::catalogue
