#include "app/catalogue/plain/source_files.h"
#include "app/base/command_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "app/base/visible_text.h"
#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t max_files = max_source_files, max_bytes = max_source_bytes;
constexpr std::size_t max_sent_bytes = std::size_t{31} << 20;  ///< one line of the worker: protocol::max_line_bytes
constexpr std::size_t max_header_bytes = std::size_t{8} << 20;
constexpr std::size_t max_include_folders = 64, max_first_files = 16, max_macros = 64, max_value_bytes = 100;

bool is_plain_sign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.+-").find(c) != std::string_view::npos;
}

/// Whether a path is relative, visible, and safe as a tool's argument. Blanks within a name are safe.
bool is_plain_path(const fs::path& path)
{
    for (const fs::path& part : path) {
        const std::string name = part.string();
        if (name == ".." || name == ".") continue;
        const bool is_plain = std::ranges::all_of(name, [](char c) { return is_plain_sign(c) || c == ' '; });
        if (!is_plain || name.empty() || !is_plain_sign(name.back())) return false;
        if (!is_plain_sign(name.front()) || name.front() == '.' || name.front() == '-') return false;
    }
    return !path.empty() && !path.is_absolute();
}

/// Whether a path of the user's may be searched: absolute, or relative and visible. Blanks are allowed.
bool is_searchable_path(const fs::path& path)
{
    const std::string text = path.string();
    if (text.empty() || text.front() == '-') return false;
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; })) return false;
    return path.is_absolute() || std::none_of(path.begin(), path.end(), [](const fs::path& part) {
               const std::string name = part.string();
               return name.size() > 1 && name.front() == '.' && name != "..";
           });
}

/// Whether a file has a header's suffix. Other files are not read: the texts are sent to the worker, and messages may
/// quote them.
bool is_header_name(const fs::path& path)
{
    constexpr std::array names{".h",   ".hh",  ".hpp", ".hxx",  ".h++", ".cuh", ".cu",  ".inl", ".inc",
                               ".ipp", ".tpp", ".tcc", ".impl", ".def", ".c",   ".cpp", ".cc",  ".cxx"};
    return std::find(names.begin(), names.end(), path.extension().string()) != names.end();
}

/// Normal form without a trailing slash or dot, for "." and "../common/".
fs::path folder_at(const fs::path& home, const std::string& named)
{
    const fs::path folder = (home / named).lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path();
}

/// Bytes of a text in a line to the worker: a JSON text within JSON, so that a quote or a backslash becomes four.
std::size_t sent_bytes_of(std::string_view text)
{
    constexpr std::size_t of_sign = 4, of_line_end = 3, of_control = 7, of_high = 2;
    std::size_t bytes = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            bytes += of_sign;
        else if (c == '\n' || c == '\t' || c == '\r')
            bytes += of_line_end;
        else
            bytes += byte < ' ' ? of_control : byte < 0x7F ? 1 : of_high;
    }
    return bytes;
}

class Gatherer {
public:
    Gatherer(fs::path file, const BuildSettings& settings) : file_(std::move(file))
    {
        for (const auto* folders : {&settings.include_folders, &settings.system_folders})
            for (const std::string& folder : *folders)
                include_folders_.push_back(folder_at(file_.parent_path(), folder));
        for (const std::string& each : settings.first_files)
            first_files_.push_back((file_.parent_path() / each).lexically_normal());
    }

    /// Names with blanks in the #includes of the files: those folders and headers keep their names.
    [[nodiscard]] const std::set<std::string>& written_with_blanks() const { return written_with_blanks_; }

    /// The files by absolute path, the .cu first.
    std::vector<std::pair<fs::path, std::string>> run(const std::string& text)
    {
        add(file_, text);
        for (const fs::path& each : first_files_) static_cast<void>(take_named(each));
        // files_ grows during the loop.
        for (std::size_t at = 0; at < files_.size(); ++at) {
            const fs::path folder = files_[at].first.parent_path();
            for (const SeenInclude& include : includes_of(files_[at].second)) follow(folder, include);
        }
        return std::move(files_);
    }

private:
    void add(const fs::path& path, std::string text)
    {
        bytes_ += text.size();
        sent_bytes_ += sent_bytes_of(text);
        seen_.insert(path);
        files_.emplace_back(path, std::move(text));
    }

    void follow(const fs::path& folder, const SeenInclude& include)
    {
        const fs::path name(include.name);
        const bool has_suffix = is_header_name(name);
        if (!is_plain_path(name) || (!has_suffix && name.has_extension())) return;
        bool is_found = include.is_quoted && take(folder / include.name, has_suffix);
        for (const fs::path& each : include_folders_) is_found = is_found || take_named(each / include.name);
        if (!is_found) return;
        for (const fs::path& part : name)
            if (part.string().find(' ') != std::string::npos) written_with_blanks_.insert(part.string());
    }

    /// Adds a file beside one of the gathered files; returns true if it is among them now. Headers without a suffix,
    /// like those of the standard library, are read only below the folders that the user named.
    bool take(const fs::path& named, bool has_suffix)
    {
        const fs::path path = named.lexically_normal();
        const bool is_below_named =
            std::any_of(include_folders_.begin(), include_folders_.end(),
                        [&](const auto& each) { return path.string().starts_with(each.string() + "/"); });
        if (!is_below_named && !(has_suffix && is_searchable_path(path.lexically_relative(file_.parent_path()))))
            return false;
        return take_named(path);
    }

    /// Same for a file in a folder that the user named.
    bool take_named(const fs::path& named)
    {
        const fs::path path = named.lexically_normal();
        if (seen_.contains(path)) return true;
        if (missing_.contains(path) || files_.size() >= max_files) return false;
        auto text = read_file_text(path, max_header_bytes);
        if (!text || bytes_ + text->size() > max_bytes || sent_bytes_ + sent_bytes_of(*text) > max_sent_bytes) {
            missing_.insert(path);
            return false;
        }
        add(path, std::move(*text));
        return true;
    }

    fs::path file_;
    std::vector<fs::path> include_folders_, first_files_;
    std::vector<std::pair<fs::path, std::string>> files_;
    std::set<fs::path> seen_, missing_;
    std::set<std::string> written_with_blanks_;
    std::size_t bytes_ = 0, sent_bytes_ = 0;
};

/// Longest common parent folder.
fs::path common_folder(const fs::path& a, const fs::path& b)
{
    fs::path common;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end() && *i == *j; ++i, ++j) common /= *i;
    return common;
}

/// Path with each unsafe character or name, and blanks in names that are not to be kept, replaced for use as a tool's
/// argument.
std::string safe_path(const fs::path& path, const std::set<std::string>& kept)
{
    fs::path safe;
    for (const fs::path& part : path) {
        std::string name = part.string();
        if (kept.contains(name)) {
            safe /= name;
            continue;
        }
        for (char& c : name)
            if (!is_plain_sign(c)) c = '_';
        if (name != "." && !name.empty() && !is_plain_path(name)) name.front() = '_';
        safe /= name;
    }
    return safe.string();
}

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Encodes each byte as the character with the same number, so that text can carry it.
std::string as_text(std::string_view bytes)
{
    if (is_ascii(bytes)) return std::string(bytes);
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) text += static_cast<char>(0xC0 | (byte >> 6));
        text += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3F)) : c;
    }
    return text;
}

std::string as_bytes(std::string text)
{
    if (is_ascii(text)) return text;
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto first = static_cast<unsigned char>(text[at]);
        if (first < 0x80 || at + 1 == text.size())
            bytes += text[at];
        else
            bytes += static_cast<char>(((first & 0x03) << 6) | (static_cast<unsigned char>(text[++at]) & 0x3F));
    }
    return bytes;
}

bool is_macro_value(std::string_view value)
{
    return value.size() <= max_value_bytes && std::all_of(value.begin(), value.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                      c == '.' || c == '+' || c == '-';
           });
}

bool is_own_path(const std::string& path)
{
    return is_plain_path(path) && ("/" + path + "/").find("/../") == std::string::npos;
}

}  // namespace

std::optional<model::Error> check_settings(const BuildSettings& settings, const std::string& where)
{
    if (settings.include_folders.size() + settings.system_folders.size() > max_include_folders)
        return model::Error{"more than 64 include folders", where, "name fewer"};
    for (const auto* folders : {&settings.include_folders, &settings.system_folders})
        for (const std::string& folder : *folders)
            if (!is_searchable_path(folder))
                return model::Error{
                    "\"" + base::visible_line(folder.substr(0, 200)) + "\" is not an include folder", where,
                    "name it relative to the .cu, ../common, or by its whole path; no part may be hidden"};
    if (settings.first_files.size() > max_first_files)
        return model::Error{"more than 16 files for -include", where, "name fewer"};
    for (const std::string& file : settings.first_files)
        if (!is_searchable_path(file) || !is_header_name(file))
            return model::Error{"\"" + base::visible_line(file.substr(0, 200)) + "\" is not a header for -include",
                                where, "name it relative to the .cu, ../common/first.h, or by its whole path"};
    for (const std::string& flag : settings.flags)
        if (!is_nvcc_flag(flag))
            return model::Error{"\"" + base::visible_line(flag.substr(0, 100)) + "\" is not an option for nvcc here",
                                where, "docs/your-own-kernels.md lists them"};
    if (settings.max_seconds && (*settings.max_seconds < 1 || *settings.max_seconds > model::max_compile_seconds))
        return model::Error{std::to_string(*settings.max_seconds) + " s is no time limit for a compile", where,
                            "give 1 to " + std::to_string(model::max_compile_seconds) + " seconds"};
    if (settings.macros.size() > max_macros) return model::Error{"more than 64 macros", where, "name fewer"};
    for (const auto& [name, value] : settings.macros)
        if (!is_identifier(name) || !is_macro_value(value))
            return model::Error{"\"" + base::visible_line(name.substr(0, 100)) + "\" cannot be defined like this",
                                where, "a name and a value of letters, digits and _.+- were expected: TILE=32"};
    constexpr std::array standards{"", "c++11", "c++14", "c++17", "c++20", "c++23"};
    if (std::find(standards.begin(), standards.end(), settings.standard) == standards.end())
        return model::Error{"\"" + base::visible_line(settings.standard.substr(0, 40)) + "\" is not a standard of C++",
                            where, "c++14, c++17 or c++20 was expected"};
    return std::nullopt;
}

model::Expected<BuildSettings> build_settings_beside(const fs::path& file)
{
    BuildSettings settings;
    const fs::path own_path = file.parent_path() / ".spillway.json";
    std::error_code ignored;
    if (!fs::exists(own_path, ignored)) return settings;
    const auto text = read_file_text(own_path);
    if (!text) return text.error();
    const Json json = text->size() > 65536 ? Json() : Json::parse(*text, nullptr, false);
    const auto wrong = [&](const std::string& what) {
        return model::Error{
            what, own_path.string(),
            R"({"include": ["../common"], "define": {"TILE": "32"}, "standard": "c++20", "options": ["-rdc=true"], "compile_seconds": 300} was expected)"};
    };
    if (!json.is_object()) return wrong("this is no JSON object");
    for (const auto& [key, value] : json.items()) {
        if (key == "include" && value.is_array()) {
            for (const Json& folder : value) {
                if (!folder.is_string()) return wrong("\"include\" holds something other than folders");
                settings.include_folders.push_back(folder);
            }
        } else if (key == "define" && value.is_object()) {
            for (const auto& [name, number] : value.items())
                settings.macros.emplace_back(name, number.is_string() ? number.get<std::string>() : number.dump());
        } else if (key == "standard" && value.is_string()) {
            settings.standard = value;
        } else if (key == "options" && value.is_array()) {
            std::vector<std::string> words;
            for (const Json& word : value)
                for (std::string& each : base::command_words(word.is_string() ? word.get<std::string>() : word.dump()))
                    words.push_back(std::move(each));
            NvccCommand command = read_nvcc_options(words);
            if (!command.left_out.empty())
                return wrong("\"" + base::visible_line(command.left_out.front().substr(0, 60)) +
                             "\" is not an option for nvcc here");
            settings = joined_settings(std::move(settings), command.settings);
        } else if (key == "compile_seconds") {
            const auto seconds = value.is_number_integer() ? value.get<std::int64_t>() : 0;
            if (seconds < 1 || seconds > model::max_compile_seconds)
                return model::Error{
                    "\"compile_seconds\" is " + base::visible_line(value.dump().substr(0, 60)), own_path.string(),
                    "give a whole number from 1 to " + std::to_string(model::max_compile_seconds) + ", as in 300"};
            settings.max_seconds = static_cast<int>(seconds);
        } else if (key == "include" || key == "define" || key == "standard" || key == "options") {
            return wrong("\"" + key + "\" has a value of another kind");
        } else if (key != "run_here") {  // read by run_settings.cpp
            return wrong("\"" + base::visible_line(key.substr(0, 60)) + "\" is not a key here");
        }
    }
    if (auto error = check_settings(settings, own_path.string())) return *error;
    return settings;
}

SourceFiles gathered(const fs::path& file, const std::string& text, const BuildSettings& settings)
{
    std::error_code ignored;
    const fs::path own_path = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
    Gatherer gatherer(own_path, settings);
    const auto found = gatherer.run(text);
    const std::set<std::string>& kept = gatherer.written_with_blanks();
    fs::path top = own_path.parent_path();
    for (const auto& [path, words] : found) top = common_folder(top, path.parent_path());
    for (const auto* folders : {&settings.include_folders, &settings.system_folders})
        for (const std::string& folder : *folders) top = common_folder(top, folder_at(own_path.parent_path(), folder));
    SourceFiles files;
    files.settings = settings;
    for (auto* folders : {&files.settings.include_folders, &files.settings.system_folders})
        for (std::string& folder : *folders)
            folder = safe_path(folder_at(own_path.parent_path(), folder).lexically_relative(top), kept);
    for (std::string& first : files.settings.first_files)
        first = safe_path((own_path.parent_path() / first).lexically_normal().lexically_relative(top), kept);
    for (const auto& [path, words] : found)
        files.files.push_back({safe_path(path.lexically_relative(top), kept), words});
    // Tools get the .cu's own name as an argument: keep no blanks in it.
    const fs::path own = files.files.front().path;
    files.files.front().path = (own.parent_path() / safe_path(own.filename(), {})).string();
    return files;
}

std::string bundled(const SourceFiles& files)
{
    Json json{{"files", Json::array()},
              {"include_folders", files.settings.include_folders},
              {"macros", files.settings.macros},
              {"standard", files.settings.standard}};
    // Absent without settings, so that earlier sources keep their hashes.
    if (!files.settings.system_folders.empty()) json["system_folders"] = files.settings.system_folders;
    if (!files.settings.first_files.empty()) json["first_files"] = files.settings.first_files;
    if (!files.settings.flags.empty()) json["flags"] = files.settings.flags;
    for (const SourceFile& file : files.files) json["files"].push_back({file.path, as_text(file.text)});
    return json.dump();
}

std::optional<SourceFiles> unbundled(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    SourceFiles files;
    try {
        for (const Json& file : json.at("files"))
            files.files.push_back({file.at(0).get<std::string>(), as_bytes(file.at(1).get<std::string>())});
        files.settings.include_folders = json.at("include_folders").get<std::vector<std::string>>();
        files.settings.macros = json.at("macros").get<std::vector<std::pair<std::string, std::string>>>();
        files.settings.standard = json.at("standard").get<std::string>();
        const auto list = [&](const char* key) {
            return json.contains(key) ? json.at(key).get<std::vector<std::string>>() : std::vector<std::string>();
        };
        files.settings.system_folders = list("system_folders");
        files.settings.first_files = list("first_files");
        files.settings.flags = list("flags");
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    std::set<std::string> paths;
    if (!files.files.empty() && fs::path(files.files.front().path).filename().string().find(' ') != std::string::npos)
        return std::nullopt;
    for (const SourceFile& file : files.files)
        if (!is_own_path(file.path) || !paths.insert(file.path).second) return std::nullopt;
    for (const auto* named :
         {&files.settings.include_folders, &files.settings.system_folders, &files.settings.first_files})
        for (const std::string& path : *named)
            if (path != "." && !is_own_path(path)) return std::nullopt;
    if (files.files.empty() || files.files.size() > max_files || check_settings(files.settings, ""))
        return std::nullopt;
    return files;
}

void write_numbers(SourceFiles& files, const std::vector<std::pair<std::string, std::int64_t>>& numbers)
{
    if (numbers.empty()) return;
    for (auto& [name, value] : files.settings.macros)
        for (const auto& [wanted, number] : numbers)
            if (name == wanted) value = std::to_string(number);
    std::vector<std::pair<std::string, std::int64_t>> of_headers = numbers;
    for (const SeenDefine& define : look_at(files.files.front().text).defines)
        std::erase_if(of_headers, [&](const auto& number) { return number.first == define.name; });
    for (SourceFile& file : files.files)
        file.text = with_numbers(file.text, &file == &files.files.front() ? numbers : of_headers);
}

std::string with_numbers(const std::string& text, const std::vector<std::pair<std::string, std::int64_t>>& numbers)
{
    if (numbers.empty()) return text;
    const std::map<std::string, std::int64_t> wanted(numbers.begin(), numbers.end());
    std::string out;
    std::size_t done = 0;
    for (const SeenDefine& define : look_at(text).defines) {
        const auto found = wanted.find(define.name);
        if (found == wanted.end() || found->second == define.value) continue;
        out += text.substr(done, define.begin - done);
        std::string_view written = std::string_view(text).substr(define.begin, define.end - define.begin);
        if (written.starts_with('-'))
            written.remove_prefix(std::min(written.find_first_of("0123456789"), written.size()));
        const std::int64_t value = found->second;
        char digits[40];
        const bool is_hexadecimal = written.starts_with("0x") || written.starts_with("0X");
        const bool is_octal = !is_hexadecimal && written.size() > 1 && written.starts_with('0');
        std::snprintf(digits, sizeof digits,
                      is_hexadecimal ? "0x%llx"
                      : is_octal     ? "0%llo"
                                     : "%llu",
                      static_cast<unsigned long long>(value < 0 ? -value : value));
        out += (value < 0 ? "-" : "") + std::string(digits);
        done = define.end;
    }
    return out + text.substr(done);
}

}  // namespace spillway::catalogue
