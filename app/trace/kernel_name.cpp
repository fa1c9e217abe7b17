#include "app/trace/kernel_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#include "app/base/visible_text.h"

namespace spillway::trace {
namespace {

constexpr std::size_t longest_mangled = 4096;
constexpr std::size_t longest_shown = 2000;

/// "void scale<float>(float*, int)" gives "scale<float>".
std::string_view without_types(std::string_view signature)
{
    constexpr std::string_view nameless = "(anonymous namespace)";
    if (signature.find("operator") != std::string_view::npos) return signature;
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
    return signature.substr(begin, end - begin);
}

}  // namespace

std::string readable_name(const std::string& mangled)
{
    std::string shown = mangled;
    if (mangled.starts_with("_Z") && mangled.size() <= longest_mangled) {
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> readable(
            abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
        if (status == 0 && readable) shown = without_types(readable.get());
    }
    if (shown.size() > longest_shown) shown = shown.substr(0, longest_shown) + "...";
    return base::visible_line(shown);
}

}  // namespace spillway::trace
