#include "app/base/demangled.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace spillway::base {
namespace {

constexpr std::size_t longest_name = 8192;

}  // namespace

std::string demangled(const std::string& name)
{
    if (!name.starts_with("_Z") || name.size() > longest_name) return name;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 && text ? std::string(text.get()) : name;
}

}  // namespace spillway::base
