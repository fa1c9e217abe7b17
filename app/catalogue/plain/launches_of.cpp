#include "app/catalogue/plain/launches_of.h"

#include <algorithm>
#include <set>

#include "app/catalogue/plain/file_constants.h"

namespace spillway::catalogue {
namespace {

/// Number of parameters of "b::k(double*, int)"; empty if the name has none.
std::optional<std::size_t> parameters_of(const std::string& name)
{
    if (!name.ends_with(')')) return std::nullopt;
    int depth = 0;
    std::size_t open = name.size();
    while (open > 0) {
        const char c = name[--open];
        depth += c == ')' ? 1 : c == '(' ? -1 : 0;
        if (depth == 0) break;
    }
    const std::string_view list = std::string_view(name).substr(open + 1, name.size() - open - 2);
    return list.empty() ? 0 : arguments_of(list).size();
}

}  // namespace

KernelLaunches::KernelLaunches(const SourceLook& look, const std::vector<std::string>& kernels) : look_(look)
{
    for (const std::string& name : kernels) add(name, look);
    // Kernels that only the text shows count too, unless they are emitted kernels in a namespace that a macro opens.
    std::set<std::string> seen, hidden;
    for (const SeenKernel& kernel : look.kernels) seen.insert(kernel.name);
    for (const auto& [base, indices] : by_base_)
        if (const std::size_t scope = base.rfind("::"); scope != std::string::npos && !seen.contains(base))
            for (std::size_t at = 0; at != std::string::npos; at = base.find("::", at + 1))
                hidden.insert(base.substr(at == 0 ? 0 : at + 2));
    for (const std::string& name : seen)
        if (!by_base_.contains(name) && !hidden.contains(name)) add(name, look);
    for (const SeenLaunch& launch : look.launches) meant_.push_back(meant_by(launch));
}

void KernelLaunches::add(std::string_view name, const SourceLook& look)
{
    Kernel kernel;
    kernel.name = without_unnamed(name);
    kernel.parts = name_parts(without_arguments(kernel.name));
    kernel.arguments = plain_name(kernel.parts.template_arguments);
    kernel.parameters = parameters_of(kernel.name);
    const auto known = by_base_.find(kernel.parts.base);
    const SeenKernel* seen = known == by_base_.end() ? seen_kernel(look, kernel.parts.base) : nullptr;
    kernel.may_get_fewer =
        known != by_base_.end() ? kernels_[known->second.front()].may_get_fewer : seen == nullptr || seen->has_default;
    by_base_[kernel.parts.base].push_back(kernels_.size());
    kernels_.push_back(std::move(kernel));
}

/// Kernels with a name that the launch may mean.
KernelLaunches::Indices KernelLaunches::of_names(const SeenLaunch& launch) const
{
    Indices found;
    const auto take = [&](const auto& known) { found.insert(found.end(), known.second.begin(), known.second.end()); };
    const auto take_named = [&](const std::string& base) {
        const auto known = by_base_.find(base);
        if (known != by_base_.end()) take(*known);
        return known != by_base_.end();
    };
    const bool is_global = launch.kernel.starts_with("::");
    const std::string written = is_global ? launch.kernel.substr(2) : launch.kernel;
    if (is_global && take_named(written)) return found;
    if (!is_global)
        for (const std::string& scope : launch.scopes)
            if (take_named(scope + written)) return found;
    for (const std::string& import : launch.imports)
        if (import.ends_with("::"))
            take_named(import + written);
        else if (is_named(import, written))
            take_named(import);
    if (!found.empty()) return found;
    for (const auto& known : by_base_)
        if (is_named(known.first, written) || is_named(written, known.first)) take(known);
    // Namespaces between the written ones may be inline.
    if (found.empty())
        for (const auto& known : by_base_)
            if (may_mean(written, known.first)) take(known);
    return found;
}

KernelLaunches::Indices KernelLaunches::meant_by(const SeenLaunch& launch) const
{
    const Indices named = of_names(launch);
    const std::string arguments = plain_name(launch.template_arguments);
    Indices instances, fitting;
    for (const std::size_t i : named) {
        const Kernel& kernel = kernels_[i];
        if (kernel.parts.is_template && kernel.arguments == arguments) instances.push_back(i);
        if (fits(launch, kernel)) fitting.push_back(i);
    }
    Indices meant = !instances.empty() ? instances : !fitting.empty() ? fitting : named;
    std::ranges::sort(meant);
    return meant;
}

/// Whether the number of arguments fits.
bool KernelLaunches::fits(const SeenLaunch& launch, const Kernel& kernel)
{
    if (!launch.shows_arguments || !kernel.parameters) return true;
    const std::size_t count = launch.arguments.size();
    return kernel.may_get_fewer ? count <= *kernel.parameters : count == *kernel.parameters;
}

LaunchesOf KernelLaunches::of(std::string_view kernel) const
{
    const std::string name = without_unnamed(kernel), base = name_parts(without_arguments(name)).base;
    const auto of_base = by_base_.find(base);
    if (of_base == by_base_.end()) return {};
    std::size_t wanted = of_base->second.front();
    for (const std::size_t i : of_base->second)
        if (kernels_[i].name == name) wanted = i;
    LaunchesOf own, shared;
    for (std::size_t i = 0; i < meant_.size(); ++i) {
        const Indices& meant = meant_[i];
        if (!std::binary_search(meant.begin(), meant.end(), wanted)) continue;
        LaunchesOf& found = meant.size() == 1 ? own : shared;
        found.launches.push_back(&look_.launches[i]);
        found.others = std::max(found.others, meant.size() - 1);
        if (meant.size() == 1 || shared.are_overloads) continue;
        shared.are_overloads = std::ranges::any_of(meant, [&](std::size_t each) {
            return kernels_[each].parts.base != base || !kernels_[each].parts.is_template;
        });
    }
    return own.launches.empty() ? shared : own;
}

const SeenKernel* seen_kernel(const SourceLook& look, std::string_view base)
{
    const std::string name = without_unnamed(base);
    const SeenKernel* found = nullptr;
    for (const SeenKernel& kernel : look.kernels) {
        if (kernel.name == name) return &kernel;
        if (found == nullptr && is_named(name, kernel.name)) found = &kernel;
    }
    return found;
}

}  // namespace spillway::catalogue
