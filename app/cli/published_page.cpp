#include "app/cli/published_page.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/sha256.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/page_place.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t max_text_bytes = 4 << 20, max_recording_bytes = 64 << 20;  // the page's limits for a dropped file
constexpr const char* own_folder = "own";                                        ///< in the published folder

/// Files added to a page, with their paths in the program: files.json's "own".
class Additions {
public:
    explicit Additions(const fs::path& folder) : folder_(folder) {}

    std::optional<model::Error> add(const fs::path& from, const std::string& name, const std::string& in_page,
                                    std::size_t max_bytes)
    {
        const auto folder = base::FolderReader::open(from.has_parent_path() ? from.parent_path() : ".");
        if (!folder) return folder.error();
        const auto text = folder->read(from.filename().string(), max_bytes);
        if (!text) return text.error();
        const fs::path to = folder_ / own_folder / name;
        std::error_code problem;
        fs::create_directories(to.parent_path(), problem);
        if (problem) return model::Error{problem.message(), to.string(), "check where it lies"};
        if (auto error = base::write_file(to, *text)) return error;
        contents_ += base::sha256(*text);
        listed_.push_back({in_page, (fs::path(own_folder) / name).generic_string()});
        print(stderr, "published: {}\n", from.string());
        return std::nullopt;
    }
    [[nodiscard]] const json& listed() const { return listed_; }
    /// Hash of all names and contents so far: 10 hexadecimal digits.
    [[nodiscard]] std::string hash() const { return base::sha256(contents_ + listed_.dump()).substr(0, 10); }

private:
    fs::path folder_;
    std::string contents_;  ///< hashes of the files
    json listed_ = json::array();
};

/// The file's name with only characters that are valid in a URL.
std::string plain_name(const fs::path& file)
{
    std::string name = file.stem().string();
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-'; }, '_');
    return name;
}

std::string text_of(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The talk's own title; its file's name if it has none.
std::string title_of_talk(const fs::path& file)
{
    const json talk = json::parse(text_of(file), nullptr, false);
    const bool has_title = talk.is_object() && talk.contains("title") && talk["title"].is_string();
    const std::string title = has_title ? talk["title"].get<std::string>() : "";
    return title.empty() ? file.stem().string() : title;
}

std::optional<model::Error> add_experiment(Additions& additions, const fs::path& folder, const std::string& name)
{
    for (const char* const file : {"experiment.json", "kernel.cu", "lesson.md"})
        if (auto error = additions.add(folder / file, name + "/" + file, "/spillway/kernels/" + name + "/" + file,
                                       max_text_bytes))
            return error;
    std::error_code ignored;
    const std::string kernels = catalogue::claim_kernels_name;
    if (!fs::exists(folder / kernels, ignored)) return std::nullopt;
    return additions.add(folder / kernels, name + "/" + kernels, "/spillway/kernels/" + name + "/" + kernels,
                         max_text_bytes);
}

std::optional<model::Error> add_own(Additions& additions, const PublishOptions& publish,
                                    const std::vector<const model::Experiment*>& own, PublishedPage& page)
{
    for (const model::Experiment* experiment : own) {
        if (auto error = add_experiment(additions, experiment->origin.folder, experiment->name)) return error;
        for (const model::Experiment& exercise : experiment->exercises) {
            const std::string within = "exercises/" + exercise.origin.folder.filename().string();
            if (auto error =
                    add_experiment(additions, experiment->origin.folder / within, experiment->name + "/" + within))
                return error;
        }
    }
    std::set<std::string> taken;
    const auto free_name = [&](const std::string& file) {
        const std::string plain = plain_name(file);
        std::string name = plain;
        for (int number = 2; !taken.insert(name).second; ++number) name = plain + "-" + std::to_string(number);
        return name;
    };
    for (const std::string& file : publish.recordings) {
        const std::string name = free_name(file) + ".spillway";
        if (auto error = additions.add(file, name, "/spillway/own/" + name, max_recording_bytes)) return error;
    }
    for (const std::string& file : publish.talks) {
        if (!file.ends_with(".spillway-talk"))
            return model::Error{"this is not a talk", file, "name FILE.spillway-talk"};
        const std::string name = free_name(file);
        if (auto error = additions.add(file, name + ".spillway-talk", "/spillway/own/" + name + ".spillway-talk",
                                       max_text_bytes))
            return error;
        page.talks.push_back({name, title_of_talk(file)});
    }
    return std::nullopt;
}

void replace_all(std::string& text, const std::string& what, const std::string& by)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// Adds the user's files to the page's list, and gives the page a build name of its own (scripts/pack_web.py), so that
/// browsers fetch it anew. Shows the link to the plain pages, which this folder has.
std::optional<model::Error> list_own(const fs::path& folder, const Additions& additions)
{
    const fs::path list = folder / "files.json";
    json listed = json::parse(text_of(list), nullptr, false);
    if (!listed.is_object() || !listed.contains("parts") || !listed.contains("build") || !listed["build"].is_string())
        return model::Error{"this is not the list of a page's files", list.string(), "run scripts/build-web.sh again"};
    listed["own"] = additions.listed();
    const std::string build = listed["build"], own_build = build + "-" + additions.hash();
    for (const char* const name : {"index.html", "offline.js"}) {
        std::string text = text_of(folder / name);
        replace_all(text, build, own_build);
        replace_all(text, "<a id=\"plain\" href=\"lessons/index.html\" hidden>",
                    "<a id=\"plain\" href=\"lessons/index.html\">");
        if (auto error = base::write_file(folder / name, text)) return error;
    }
    listed["build"] = own_build;
    return base::write_file(list, listed.dump());
}

/// "page.0123456789.js": a name that scripts/pack_web.py makes.
bool has_hash(const std::string& name)
{
    constexpr std::size_t digits = 10;
    const std::size_t first = name.find('.'), second = first == std::string::npos ? first : name.find('.', first + 1);
    return second != std::string::npos && second - first - 1 == digits &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                       name.begin() + static_cast<std::ptrdiff_t>(second),
                       [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

/// Removes one of files.json's "own", and the folders that it leaves empty.
void remove_listed(const fs::path& folder, const json& own)
{
    if (!own.is_array() || own.size() != 2 || !own[1].is_string()) return;
    const fs::path file = fs::path(own[1].get<std::string>()).lexically_normal();
    if (file.empty() || *file.begin() != own_folder) return;
    std::error_code problem;
    fs::remove(folder / file, problem);
    for (fs::path above = file.parent_path(); !problem && !above.empty(); above = above.parent_path())
        fs::remove(folder / above, problem);
}

/// Removes the files of an earlier page, which have other names in this one, and the user's files that it lists. In a
/// folder without an earlier page nothing is removed.
void remove_earlier_page(const fs::path& folder)
{
    std::error_code ignored;
    const json listed = json::parse(text_of(folder / "files.json"), nullptr, false);
    if (!listed.is_object() || !listed.contains("parts")) return;
    if (const auto own = listed.find("own"); own != listed.end() && own->is_array())
        for (const json& each : *own) remove_listed(folder, each);
    const std::string page_names = text_of(folder / "offline.js");  // each in double quotes: scripts/pack_web.py
    std::vector<fs::path> earlier;
    for (const char* const part : {"", "recordings", "reports", "ptx", "fonts", "previews"})
        for (fs::recursive_directory_iterator at(folder / part, ignored), end; at != end; at.increment(ignored)) {
            if (*part == 0 && at->is_directory(ignored)) at.disable_recursion_pending();
            const std::string name = at->path().lexically_relative(folder).generic_string();
            if (at->is_regular_file(ignored) && has_hash(at->path().filename().string()) &&
                page_names.find('"' + name + '"') != std::string::npos)
                earlier.push_back(at->path());
        }
    for (const fs::path& file : earlier) fs::remove(file, ignored);
}

}  // namespace

model::Expected<PublishedPage> write_page(const PublishOptions& publish,
                                          const std::vector<const model::Experiment*>& own)
{
    const fs::path built = page_folder(publish.page);
    PublishedPage page;
    page.why_absent = why_no_page(built);
    if (page.why_absent) return page;
    std::error_code problem;
    const fs::path folder = publish.folder;
    remove_earlier_page(folder);
    fs::copy(built, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, problem);
    if (problem) return model::Error{problem.message(), publish.folder, "check where it lies, and the room there"};
    Additions additions(folder);
    if (auto error = add_own(additions, publish, own, page)) return *error;
    if (auto error = list_own(folder, additions)) return *error;
    return page;
}

}  // namespace spillway::cli
