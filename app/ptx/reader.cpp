#include "app/ptx/reader.h"

#include <algorithm>

#include "app/ptx/module_reader.h"

namespace spillway::ptx {
namespace {

bool have_overlapping_variables(const Module& module)
{
    const auto lies_below = [&](const SharedVariable& variable) {
        return !variable.is_dynamic && variable.offset < module.shared_bytes;
    };
    return std::ranges::any_of(module.functions, [&](const Function& function) {
        return function.is_entry && std::ranges::any_of(function.shared_variables, lies_below);
    });
}

}  // namespace

model::Expected<Module> read_module(std::string_view text)
{
    if (text.size() > max_text_bytes) return model::Error{"the PTX is larger than 64 MiB", "PTX", ""};
    auto module = ModuleReader(text).read();
    // A function after an entry may declare shared variables: the entry's own must not overlap them.
    if (!module || !have_overlapping_variables(*module)) return module;
    return ModuleReader(text, module->shared_bytes).read();
}

}  // namespace spillway::ptx
