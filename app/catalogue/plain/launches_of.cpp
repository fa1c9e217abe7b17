#include "app/catalogue/plain/launches_of.h"

#include "app/catalogue/plain/kernel_names.h"

namespace spillway::catalogue {

LaunchesOf launches_of(const SourceLook& look, std::string_view kernel)
{
    const NameParts parts = name_parts(kernel);
    LaunchesOf own, named;
    for (const SeenLaunch& launch : look.launches) {
        if (!is_named(parts.base, launch.kernel) && !is_named(launch.kernel, parts.base)) continue;
        named.launches.push_back(&launch);
        if (parts.is_template && is_same_kernel(parts.template_arguments, launch.template_arguments))
            own.launches.push_back(&launch);
    }
    if (!own.launches.empty()) return own;
    named.may_be_of_others = parts.is_template && named.launches.size() > 1;
    return named;
}

}  // namespace spillway::catalogue
