#include "app/catalogue/plain/compile_commands.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uintmax_t most_command_bytes = std::uintmax_t{64} << 20;
constexpr int most_folders_above = 12;

/// An empty array if there is no such file. Error: it is not what a build tool writes.
model::Expected<Json> commands_in(const fs::path& file)
{
    std::error_code error;
    if (!fs::exists(file, error)) return Json::array();
    const auto wrong = [&](const std::string& what) {
        return model::Error{what + ", so its options are not used", file.string(),
                            "let the build tool write it again, or remove it"};
    };
    if (!fs::is_regular_file(file, error)) return wrong("this is no file");
    if (fs::file_size(file, error) > most_command_bytes) return wrong("this file has more than 64 MiB");
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_array()) return wrong("this is no JSON array of commands");
    return json;
}

std::string text_at(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> words_of_entry(const Json& entry)
{
    std::vector<std::string> words;
    const auto arguments = entry.find("arguments");
    if (arguments == entry.end() || !arguments->is_array()) return command_words(text_at(entry, "command"));
    for (const Json& word : *arguments)
        if (word.is_string()) words.push_back(word.get<std::string>());
    return words;
}

void make_absolute(std::vector<std::string>& paths, const fs::path& folder)
{
    for (std::string& path : paths) path = (folder / path).lexically_normal().string();
}

/// Drops settings that the compiler may not be given, and names them.
void drop_refused(NvccCommand& command)
{
    const auto keep = [&](std::vector<std::string>& list, const char* option, auto member) {
        std::erase_if(list, [&](const std::string& value) {
            BuildSettings one;
            (one.*member).push_back(value);
            const bool is_refused = check_settings(one, "").has_value();
            if (is_refused) command.left_out.push_back(std::string(option) + " " + value);
            return is_refused;
        });
    };
    keep(command.settings.include_folders, "-I", &BuildSettings::include_folders);
    keep(command.settings.system_folders, "-isystem", &BuildSettings::system_folders);
    keep(command.settings.first_files, "-include", &BuildSettings::first_files);
    std::erase_if(command.settings.macros, [&](const auto& macro) {
        const bool is_refused = check_settings({{}, {macro}, ""}, "").has_value();
        if (is_refused) command.left_out.push_back("-D" + macro.first + "=" + macro.second);
        return is_refused;
    });
    if (check_settings({{}, {}, command.settings.standard}, "")) {
        command.left_out.push_back("-std=" + command.settings.standard);
        command.settings.standard.clear();
    }
}

std::optional<NvccCommand> command_for(const Json& commands, const fs::path& source)
{
    std::error_code ignored;
    for (const Json& entry : commands) {
        if (!entry.is_object()) continue;
        const fs::path folder = text_at(entry, "directory"), named = text_at(entry, "file");
        if (named.filename() != source.filename()) continue;
        if (fs::weakly_canonical(folder / named, ignored) != source) continue;
        NvccCommand command = read_nvcc_options(words_of_entry(entry));
        make_absolute(command.settings.include_folders, folder);
        make_absolute(command.settings.system_folders, folder);
        make_absolute(command.settings.first_files, folder);
        drop_refused(command);
        return command;
    }
    return std::nullopt;
}

}  // namespace

ProjectCommand project_command(const fs::path& source)
{
    std::error_code ignored;
    const fs::path place = fs::weakly_canonical(fs::absolute(source, ignored), ignored);
    fs::path folder = place.parent_path();
    ProjectCommand found;
    for (int i = 0; i < most_folders_above; ++i) {
        for (const fs::path& file : {folder / "compile_commands.json", folder / "build" / "compile_commands.json"}) {
            const auto commands = commands_in(file);
            if (!commands && !found.error) found.error = commands.error();
            auto command = commands ? command_for(*commands, place) : std::nullopt;
            if (!command) continue;
            found.file = file.string();
            found.command = std::move(*command);
            return found;
        }
        if (folder == folder.parent_path()) break;
        folder = folder.parent_path();
    }
    return found;
}

}  // namespace spillway::catalogue
