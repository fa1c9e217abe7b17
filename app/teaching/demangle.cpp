#include "app/teaching/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <optional>

namespace spillway::teaching {
namespace {

constexpr std::size_t longest_name = 4096;

bool is_part_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<std::string> signature_of(const std::string& mangled)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    if (status != 0 || readable == nullptr) return std::nullopt;
    return std::string(readable.get());
}

/// PTX calls a parameter <function>_param_0, and a local of a function <function>$name: the name is what is before.
std::size_t length_of_function(std::string_view word)
{
    const std::size_t parameter = word.rfind("_param_");
    return parameter == std::string_view::npos ? word.size() : parameter;
}

}  // namespace

std::string name_of_signature(std::string_view signature)
{
    constexpr std::string_view nameless = "(anonymous namespace)";
    if (signature.find("operator") != std::string_view::npos) return std::string(signature);
    int depth = 0;
    std::size_t begin = 0, end = signature.size();
    for (std::size_t at = 0; at < signature.size(); ++at) {
        if (signature.substr(at).starts_with(nameless)) {
            at += nameless.size() - 1;
            continue;
        }
        const char c = signature[at];
        if (c == '(' && depth == 0) {
            end = at;
            break;
        }
        if (c == '<' || c == '(') ++depth;
        if (c == '>' || c == ')') --depth;
        if (c == ' ' && depth == 0) begin = at + 1;
    }
    return std::string(signature.substr(begin, end - begin));
}

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
        const auto signature = mangled.size() > longest_name ? std::nullopt : signature_of(mangled);
        if (signature) {
            const auto begin = static_cast<std::uint32_t>(shown.text.size());
            shown.text += name_of_signature(*signature);
            shown.names.push_back({begin, static_cast<std::uint32_t>(shown.text.size()), mangled, *signature});
            shown.text += word.substr(mangled.size());
        } else {
            shown.text += word;
        }
        at = end;
    }
    return shown;
}

}  // namespace spillway::teaching
