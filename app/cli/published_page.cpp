#include "app/cli/published_page.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_text = 4 << 20, most_recording = 64 << 20;  // the page's limits for a dropped file
constexpr const char* own_folder = "own";                              ///< in the published folder

/// Files added to a page, with their paths in the program: files.json's "own".
class Additions {
public:
    explicit Additions(const fs::path& folder) : folder_(folder) {}

    std::optional<model::Error> add(const fs::path& from, const std::string& name, const std::string& in_page,
                                    std::size_t most_bytes)
    {
        const auto folder = base::FolderReader::open(from.has_parent_path() ? from.parent_path() : ".");
        if (!folder) return folder.error();
        const auto text = folder->read(from.filename().string(), most_bytes);
        if (!text) return text.error();
        const fs::path to = folder_ / own_folder / name;
        std::error_code problem;
        fs::create_directories(to.parent_path(), problem);
        if (problem) return model::Error{problem.message(), to.string(), "check where it lies"};
        if (auto refused = base::write_file(to, *text)) return refused;
        listed_.push_back({in_page, (fs::path(own_folder) / name).generic_string()});
        print(stderr, "published: {}\n", from.string());
        return std::nullopt;
    }
    [[nodiscard]] const json& listed() const { return listed_; }

private:
    fs::path folder_;
    json listed_ = json::array();
};

/// A name that is valid in an address.
std::string plain_name(const fs::path& file)
{
    std::string name = file.stem().string();
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-'; }, '_');
    return name;
}

std::optional<model::Error> add_experiment(Additions& additions, const fs::path& folder, const std::string& name)
{
    for (const char* const file : {"experiment.json", "kernel.cu", "lesson.md"})
        if (auto refused =
                additions.add(folder / file, name + "/" + file, "/spillway/kernels/" + name + "/" + file, most_text))
            return refused;
    return std::nullopt;
}

std::optional<model::Error> add_own(Additions& additions, const PublishOptions& publish,
                                    const std::vector<const model::Experiment*>& own, PublishedPage& page)
{
    for (const model::Experiment* experiment : own) {
        if (auto refused = add_experiment(additions, experiment->origin.folder, experiment->name)) return refused;
        for (const model::Experiment& exercise : experiment->exercises) {
            const std::string within = "exercises/" + exercise.origin.folder.filename().string();
            if (auto refused =
                    add_experiment(additions, experiment->origin.folder / within, experiment->name + "/" + within))
                return refused;
        }
    }
    for (const std::string& file : publish.recordings) {
        const std::string name = plain_name(file) + ".spillway";
        if (auto refused = additions.add(file, name, "/spillway/own/" + name, most_recording)) return refused;
    }
    for (const std::string& file : publish.talks) {
        const std::string name = plain_name(file);
        if (!file.ends_with(".spillway-talk")) return model::Error{"this is no talk", file, "name FILE.spillway-talk"};
        if (auto refused =
                additions.add(file, name + ".spillway-talk", "/spillway/own/" + name + ".spillway-talk", most_text))
            return refused;
        page.talks.push_back(name);
    }
    return std::nullopt;
}

/// Adds the user's files to the page's list. A user's recording replaces the shipped one of the same GPU, so that the
/// page does not fetch the shipped parts.
std::optional<model::Error> list_own(const fs::path& list, const json& own, const std::vector<std::string>& own_gpus)
{
    std::ifstream stream(list, std::ios::binary);
    json listed = json::parse(stream, nullptr, false);
    if (!listed.is_object() || !listed.contains("parts") || !listed["parts"].is_object())
        return model::Error{"this is not the list of a page's files", list.string(), "run scripts/build-web.sh again"};
    listed["own"] = own;
    for (auto& [experiment, addresses] : listed["parts"].items()) {
        json kept = json::array();
        for (const json& address : addresses) {
            const bool is_replaced = address.is_string() && std::ranges::any_of(own_gpus, [&](const std::string& gpu) {
                                         return address.get<std::string>().starts_with("recordings/" + gpu + "/");
                                     });
            if (!is_replaced) kept.push_back(address);
        }
        addresses = std::move(kept);
    }
    return base::write_file(list, listed.dump());
}

}  // namespace

model::Expected<PublishedPage> write_page(const PublishOptions& publish,
                                          const std::vector<const model::Experiment*>& own, const Context& context)
{
    const fs::path built = publish.page.empty() ? base::data_folder() / "build/web" : fs::path(publish.page);
    PublishedPage page;
    std::error_code problem;
    if (!fs::exists(built / "files.json", problem)) {
        page.why_absent = built.string() +
                          " holds none; scripts/build-web.sh in Spillway's source makes it, and --page "
                          "FOLDER names another place";
        return page;
    }
    const fs::path folder = publish.folder;
    fs::remove_all(folder / own_folder, problem);
    fs::copy(built, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, problem);
    if (problem) return model::Error{problem.message(), publish.folder, "check where it lies, and the room there"};
    Additions additions(folder);
    if (auto refused = add_own(additions, publish, own, page)) return *refused;
    std::vector<std::string> own_gpus;
    const auto& open = context.library.recordings().all();
    for (std::size_t i = 0; i < publish.recordings.size() && i < open.size(); ++i)
        own_gpus.push_back(open[i]->gpu().name);
    if (auto refused = list_own(folder / "files.json", additions.listed(), own_gpus)) return *refused;
    return page;
}

}  // namespace spillway::cli
