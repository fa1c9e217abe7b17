#include "app/base/demangled.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace spillway::base {
namespace {

constexpr std::size_t max_mangled_bytes = 8192;

}  // namespace

std::string demangled(const std::string& name)
{
    if (!name.starts_with("_Z") || name.size() > max_mangled_bytes) return name;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 && text ? std::string(text.get()) : name;
}

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

}  // namespace spillway::base
