#include "app/catalogue/plain/launched_instances.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/host_function.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_instances = 500, max_uses = 2000, max_followed = 500;
constexpr int max_call_depth = 6, max_class_depth = 4;

using Templates = std::map<std::string, NamedTemplate, std::less<>>;

bool is_kernel(const TokenText& file, const Declaration& declaration)
{
    const std::size_t end = declaration.body != 0 ? declaration.body : declaration.last;
    for (std::size_t at = declaration.first; at < end; ++at)
        if (file.word(at) == "__global__") return true;
    return false;
}

NamedTemplate template_of(const TokenText& file, const Declaration& declaration)
{
    return {declaration.scope + declaration.name, template_parameters(file.text, file.tokens, declaration),
            kernel_arguments(file.text, file.tokens, declaration)};
}

/// Maps template parameters to their arguments, or to their defaults.
TemplateBinding bound(const NamedTemplate& named, const std::vector<std::string>& arguments)
{
    TemplateBinding binding;
    for (std::size_t i = 0; i < named.parameters.size(); ++i) {
        const TemplateParameter& parameter = named.parameters[i];
        const std::string& value = i < arguments.size() ? arguments[i] : parameter.initial;
        if (!value.empty() && !parameter.is_pack) binding[parameter.name] = value;
    }
    return binding;
}

std::string instance_name(const std::string& kernel, const std::vector<std::string>& arguments)
{
    std::string name = kernel + "<";
    for (const std::string& argument : arguments) name += (name.back() == '<' ? "" : ", ") + argument;
    return name + ">";
}

class Finder {
public:
    explicit Finder(const SourceFiles& files)
    {
        for (const SourceFile& file : files.files) texts_.push_back({file.path, file.text, cuda_tokens(file.text)});
        for (const TokenText& text : texts_)
            for (const Item& item : declarations(text.text, text.tokens))
                if (!item.is_directive) add(text, item.declaration, 0);
    }

    HostLaunches run()
    {
        if (!kernels_.empty())
            for (const HostFunction& start : starts_) follow(start, {}, 0);
        for (const TokenText& text : texts_) note_libraries(text);
        return std::move(found_);
    }

private:
    /// Collects templates of kernels and functions by name, and the non-template functions to start from.
    void add(const TokenText& text, const Declaration& declaration, int depth)
    {
        using Kind = Declaration::Kind;
        if (declaration.kind == Kind::function && declaration.is_template && declaration.body != 0) {
            const bool is_for_device = is_kernel(text, declaration);
            (is_for_device ? kernels_ : functions_).emplace(declaration.name, template_of(text, declaration));
            if (!is_for_device) bodies_.emplace(declaration.name, HostFunction(text, declaration));
        } else if (declaration.kind == Kind::type && depth < max_class_depth) {
            if (const auto body = body_of_type(text.text, text.tokens, declaration))
                for (const Item& item : members(text.text, text.tokens, *body))
                    if (!item.is_directive) add(text, item.declaration, depth + 1);
        } else if (!is_kernel(text, declaration)) {
            starts_.emplace_back(text, declaration);
        }
    }

    void follow(const HostFunction& function, const TemplateBinding& binding, int depth)
    {
        const auto [known, is_new] = uses_of_.try_emplace(&function);
        if (is_new) known->second = {function.uses_of(kernels_), function.uses_of(functions_)};
        const auto& [launches, calls] = known->second;
        for (const TemplateUse& use : launches) {
            if (++uses_ > max_uses) return;
            const NamedTemplate& kernel = kernels_.find(use.name)->second;
            if (const auto arguments = function.arguments_of_use(use, kernel, binding))
                note(found_.instances, {instance_name(kernel.name, *arguments), function.file().path, use.line});
            else if (use.is_launch)
                note(found_.unknown, {kernel.name, function.file().path, use.line});
        }
        if (depth == max_call_depth) return;
        for (const TemplateUse& use : calls) {
            if (++uses_ > max_uses || followed_.size() >= max_followed) return;
            const NamedTemplate& called = functions_.find(use.name)->second;
            const auto arguments = function.arguments_of_use(use, called, binding);
            if (!arguments || !followed_.insert(instance_name(called.name, *arguments)).second) continue;
            follow(bodies_.find(use.name)->second, bound(called, *arguments), depth + 1);
        }
    }

    /// Notes calls that launch a library's kernels: thrust::sort(...), cub::DeviceScan::ExclusiveSum(...).
    void note_libraries(const TokenText& text)
    {
        for (std::size_t at = 0; at + 2 < text.tokens.size(); ++at) {
            const std::string_view library = text.word(at), name = text.word(at + 2);
            if (text.word(at + 1) != "::" || text.word(at + 3) == ";") continue;
            const bool is_thrust = library == "thrust" && text.word(at + 3) == "(";
            const bool is_cub = library == "cub" && name.starts_with("Device");
            if (is_thrust || is_cub)
                note(found_.unknown,
                     {std::string(library) + "::" + std::string(name), text.path, text.tokens[at].line});
        }
    }

    void note(std::vector<LaunchedInstance>& among, LaunchedInstance instance)
    {
        if (among.size() < max_instances && names_.insert(instance.name).second) among.push_back(std::move(instance));
    }

    std::vector<TokenText> texts_;
    Templates kernels_, functions_;
    std::map<std::string, HostFunction, std::less<>> bodies_;  ///< bodies of functions_
    std::vector<HostFunction> starts_;
    /// Kernels and functions that each host function uses.
    std::map<const HostFunction*, std::pair<std::vector<TemplateUse>, std::vector<TemplateUse>>> uses_of_;
    HostLaunches found_;
    std::set<std::string> names_, followed_;
    std::size_t uses_ = 0;
};

}  // namespace

HostLaunches host_launches(const SourceFiles& files)
{
    return Finder(files).run();
}

}  // namespace spillway::catalogue
