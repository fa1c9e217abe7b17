#include "app/catalogue/plain/compile_commands.h"
#include "app/base/command_words.h"

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

constexpr std::uintmax_t max_command_bytes = std::uintmax_t{64} << 20;
constexpr int max_folders_above = 12;

/// The entries of compile_commands.json; an empty array without the file. Error: too large, or no JSON array.
model::Expected<Json> commands_in(const fs::path& file)
{
    std::error_code error;
    if (!fs::exists(file, error)) return Json::array();
    const auto wrong = [&](const std::string& what) {
        return model::Error{what + ", so its options are not used", file.string(),
                            "let the build tool write it again, or remove it"};
    };
    if (!fs::is_regular_file(file, error)) return wrong("this is not a file");
    if (fs::file_size(file, error) > max_command_bytes) return wrong("this file has more than 64 MiB");
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

/// Words of an entry's command. The Error has no `where`.
model::Expected<std::vector<std::string>> words_of_entry(const Json& entry)
{
    const auto wrong = [](const char* what) { return model::Error{what, "", ""}; };
    const auto arguments = entry.find("arguments"), command = entry.find("command");
    if (arguments != entry.end()) {
        if (!arguments->is_array()) return wrong("has \"arguments\" that are no array");
        std::vector<std::string> words;
        for (const Json& word : *arguments) {
            if (!word.is_string()) return wrong("has \"arguments\" that are not all text");
            words.push_back(word.get<std::string>());
        }
        return words;
    }
    if (command == entry.end()) return wrong("has no \"command\" and no \"arguments\"");
    if (!command->is_string()) return wrong("has a \"command\" that is not a text");
    const auto text = command->get<std::string>();
    if (base::has_open_quote(text)) return wrong("has a \"command\" with a quote that does not close");
    return base::command_words(text);
}

void make_absolute(std::vector<std::string>& paths, const fs::path& folder)
{
    for (std::string& path : paths) path = (folder / path).lexically_normal().string();
}

/// Moves settings that are not allowed to `left_out`.
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

/// Finds the command of one source, and collects sentences about entries that cannot be used.
class ProjectFinder {
public:
    ProjectFinder(const Json& commands, const fs::path& source) : commands_(commands), source_(source) {}

    std::optional<NvccCommand> run()
    {
        std::optional<std::vector<std::string>> used;
        fs::path folder;
        bool differs = false;
        int found = 0, nameless = 0;
        for (const Json& entry : commands_) {
            if (!entry.is_object() || text_at(entry, "file").empty()) {
                ++nameless;
                continue;
            }
            if (!is_of_source(entry)) continue;
            auto words = words_of_entry(entry);
            if (!words) {
                say("the entry for " + source_.filename().string() + " " + words.error().what);
                continue;
            }
            ++found;
            if (!used) {
                used = std::move(*words);
                folder = text_at(entry, "directory");
            } else {
                differs = differs || *used != *words;
            }
        }
        if (differs)
            say("of " + std::to_string(found) + " commands for " + source_.filename().string() + ", the first is used");
        if (!used && nameless > 0)
            say(std::to_string(nameless) + (nameless == 1 ? " entry has" : " entries have") +
                " no \"file\" that is text");
        if (!used) return std::nullopt;
        NvccCommand command = read_nvcc_options(*used);
        make_absolute(command.settings.include_folders, folder);
        make_absolute(command.settings.system_folders, folder);
        make_absolute(command.settings.first_files, folder);
        drop_refused(command);
        return command;
    }

    /// "the entry for k.cu has no \"command\"; ..."; empty if no entry is wrong.
    [[nodiscard]] const std::string& sentences() const { return sentences_; }

private:
    [[nodiscard]] bool is_of_source(const Json& entry)
    {
        const fs::path folder = text_at(entry, "directory"), named = text_at(entry, "file");
        if (named.filename() != source_.filename()) return false;
        std::error_code ignored;
        if (folder.empty() && named.is_relative()) {
            say("the entry for " + named.string() + " has no \"directory\" that is text");
            return false;
        }
        return fs::weakly_canonical(folder / named, ignored) == source_;
    }

    void say(const std::string& sentence)
    {
        if (sentences_.find(sentence) == std::string::npos) sentences_ += (sentences_.empty() ? "" : "; ") + sentence;
    }

    const Json& commands_;
    const fs::path& source_;
    std::string sentences_;
};

}  // namespace

ProjectCommand project_command(const fs::path& source)
{
    std::error_code ignored;
    const fs::path own_path = fs::weakly_canonical(fs::absolute(source, ignored), ignored);
    fs::path folder = own_path.parent_path();
    ProjectCommand found;
    for (int i = 0; i < max_folders_above; ++i) {
        for (const fs::path& file : {folder / "compile_commands.json", folder / "build" / "compile_commands.json"}) {
            const auto commands = commands_in(file);
            if (!commands && !found.error) found.error = commands.error();
            if (!commands) continue;
            ProjectFinder finder(*commands, own_path);
            auto command = finder.run();
            if (!finder.sentences().empty() && !found.error)
                found.error = model::Error{finder.sentences(), file.string(), "let the build tool write it again"};
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
