#include "app/trace/kernel_name.h"

#include "app/base/demangled.h"
#include "app/base/visible_text.h"

namespace spillway::trace {
namespace {

constexpr std::size_t max_shown_bytes = 2000;

}  // namespace

std::string readable_name(const std::string& mangled)
{
    const std::string signature = base::demangled(mangled);
    std::string shown = signature == mangled ? mangled : base::name_of_signature(signature);
    if (shown.size() > max_shown_bytes) shown = shown.substr(0, max_shown_bytes) + "...";
    return base::visible_line(shown);
}

}  // namespace spillway::trace
