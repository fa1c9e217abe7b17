// Flags of build settings: as text, for each compiler, and joined.
#include "app/catalogue/plain/nvcc_flags.h"

#include <algorithm>
#include <set>

#include "app/base/command_words.h"
#include "app/base/visible_text.h"
#include "app/catalogue/plain/nvcc_flag_words.h"

namespace spillway::catalogue {
namespace {

std::string quoted(const std::string& word)
{
    return word.find(' ') == std::string::npos ? word : "\"" + word + "\"";
}

}  // namespace

std::string flags_text(const model::BuildSettings& build)
{
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
    for (const std::string& folder : build.system_folders) add("-isystem " + quoted(folder));
    for (const std::string& file : build.first_files) add("-include " + quoted(file));
    for (const std::string& flag : build.flags) add(flag);
    return text;
}

model::Expected<model::BuildSettings> flags_in(std::string_view text)
{
    NvccCommand command = read_nvcc_options(base::command_words(text));
    if (command.left_out.empty()) return std::move(command.settings);
    return model::Error{
        "\"" + base::visible_line(command.left_out.front().substr(0, 100)) +
            "\" is not an option that Spillway gives nvcc",
        "build options",
        "give one of these: --extended-lambda, --expt-relaxed-constexpr, -rdc=true, -maxrregcount=64, -Xptxas -O1, "
        "-Xptxas -dlcm=cg, -isystem FOLDER, -include FILE, --use_fast_math, --fmad=false, -arch=sm_90a"};
}

std::vector<std::string> front_end_flags(const model::BuildSettings& build)
{
    std::vector<std::string> flags;
    for (const std::string& flag : build.flags)
        if (!flag.starts_with(ptxas_prefix) && !flag.starts_with(target_prefix)) flags.push_back(flag);
    return flags;
}

std::vector<std::string> ptxas_flags(const model::BuildSettings& build)
{
    std::vector<std::string> flags;
    for (const std::string& flag : build.flags) {
        if (flag.starts_with(ptxas_prefix)) flags.push_back(flag.substr(ptxas_prefix.size()));
        if (is_register_cap(flag) || flag == "--fmad=false") flags.push_back(flag);
    }
    return flags;
}

bool is_register_cap(std::string_view flag)
{
    return flag.starts_with(cap_prefix);
}

bool has_register_cap(const model::BuildSettings& build)
{
    return std::ranges::any_of(build.flags, is_register_cap);
}

bool is_relocatable(const model::BuildSettings& build)
{
    return is_among(build.flags, "-rdc=true");
}

std::string target_of(const model::BuildSettings& build, const std::string& arch)
{
    for (const std::string& flag : build.flags) {
        if (!flag.starts_with(target_prefix)) continue;
        const std::string target = flag.substr(target_prefix.size());
        if (target.substr(0, target.size() - 1) == arch) return target;
    }
    return arch;
}

model::BuildSettings joined_settings(model::BuildSettings first, const model::BuildSettings& more)
{
    const auto join = [](std::vector<std::string>& all, const std::vector<std::string>& added) {
        for (const std::string& each : added)
            if (!is_among(all, each)) all.push_back(each);
    };
    join(first.include_folders, more.include_folders);
    join(first.system_folders, more.system_folders);
    join(first.first_files, more.first_files);
    std::set<std::string_view> groups;
    for (const std::string& flag : first.flags) groups.insert(group_of_flag(flag));
    std::vector<std::string> flags;
    for (const std::string& flag : more.flags)
        if (!groups.contains(group_of_flag(flag))) flags.push_back(flag);
    join(first.flags, flags);
    std::set<std::string> names;
    for (const auto& [name, value] : first.macros) names.insert(name);
    for (const auto& macro : more.macros)
        if (!names.contains(macro.first)) first.macros.push_back(macro);
    for (auto macro = first.macros.begin(); macro != first.macros.end();) {
        const auto is_same = [&](const auto& later) { return later.first == macro->first; };
        macro = std::any_of(macro + 1, first.macros.end(), is_same) ? first.macros.erase(macro) : macro + 1;
    }
    if (first.standard.empty()) first.standard = more.standard;
    if (!first.max_seconds) first.max_seconds = more.max_seconds;
    return first;
}

}  // namespace spillway::catalogue
