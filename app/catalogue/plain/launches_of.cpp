#include "app/catalogue/plain/launches_of.h"

#include "app/catalogue/plain/kernel_names.h"

namespace spillway::catalogue {

LaunchesOf launches_of(const SourceLook& look, std::string_view kernel)
{
    const NameParts parts = name_parts(kernel);
    const auto named_as = [&](auto&& matches) {
        std::vector<const SeenLaunch*> launches;
        for (const SeenLaunch& launch : look.launches)
            if (matches(launch.kernel)) launches.push_back(&launch);
        return launches;
    };
    LaunchesOf own, named;
    named.launches = named_as(
        [&](const std::string& written) { return is_named(parts.base, written) || is_named(written, parts.base); });
    // Namespaces between the written ones may be inline.
    if (named.launches.empty())
        named.launches = named_as([&](const std::string& written) { return may_mean(written, parts.base); });
    for (const SeenLaunch* launch : named.launches)
        if (parts.is_template && is_same_kernel(parts.template_arguments, launch->template_arguments))
            own.launches.push_back(launch);
    if (!own.launches.empty()) return own;
    named.may_be_of_others = parts.is_template && named.launches.size() > 1;
    return named;
}

}  // namespace spillway::catalogue
