#include "app/trace/kernel_name.h"

#include "app/base/demangled.h"
#include "app/base/visible_text.h"

namespace spillway::trace {
namespace {

constexpr std::size_t longest_shown = 2000;

}  // namespace

std::string readable_name(const std::string& mangled)
{
    const std::string signature = base::demangled(mangled);
    std::string shown = signature == mangled ? mangled : base::name_of_signature(signature);
    if (shown.size() > longest_shown) shown = shown.substr(0, longest_shown) + "...";
    return base::visible_line(shown);
}

}  // namespace spillway::trace
