#include "app/teaching/demangle.h"

#include "app/base/demangled.h"

namespace spillway::teaching {
namespace {

bool is_part_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Length of the function's name in <function>_param_0, a parameter in PTX; the whole word otherwise.
std::size_t length_of_function(std::string_view word)
{
    const std::size_t parameter = word.rfind("_param_");
    return parameter == std::string_view::npos ? word.size() : parameter;
}

}  // namespace

ReadableLine readable_line(std::string_view line)
{
    ReadableLine shown;
    for (std::size_t at = 0; at < line.size();) {
        const bool begins = line.substr(at).starts_with("_Z") && (at == 0 || !is_part_of_name(line[at - 1]));
        if (!begins) {
            shown.text += line[at] == '\t' ? std::string(4, ' ') : std::string(1, line[at]);
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < line.size() && is_part_of_name(line[end])) ++end;
        const std::string_view word = line.substr(at, end - at);
        const std::string mangled(word.substr(0, length_of_function(word)));
        const std::string signature = base::demangled(mangled);
        if (signature != mangled) {
            const auto begin = static_cast<std::uint32_t>(shown.text.size());
            shown.text += base::name_of_signature(signature);
            shown.names.push_back({begin, static_cast<std::uint32_t>(shown.text.size()), mangled, signature});
            shown.text += word.substr(mangled.size());
        } else {
            shown.text += word;
        }
        at = end;
    }
    return shown;
}

}  // namespace spillway::teaching
