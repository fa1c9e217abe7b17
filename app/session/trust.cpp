#include "app/session/trust.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/catalogue/catalogue.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t most_file_bytes = 1 << 20;

std::string read_file(const fs::path& path)
{
    std::error_code unreadable;
    if (fs::file_size(path, unreadable) > most_file_bytes || unreadable) return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string hash_of(const model::Experiment& experiment)
{
    return catalogue::content_hash(experiment.source + '\0' + read_file(experiment.folder / "experiment.json"));
}

}  // namespace

void TrustStore::load()
{
    // Whatever is not a list of folder and hash is as good as no trust at all.
    const auto json = nlohmann::json::parse(read_file(file_), nullptr, false);
    if (!json.is_object()) return;
    for (const auto& [folder, hash] : json.items())
        if (hash.is_string()) hash_by_folder_[folder] = hash.get<std::string>();
}

bool TrustStore::is_trusted(const model::Experiment& experiment) const
{
    const auto found = hash_by_folder_.find(experiment.folder.string());
    return found != hash_by_folder_.end() && found->second == hash_of(experiment);
}

std::optional<model::Error> TrustStore::trust(const model::Experiment& experiment)
{
    hash_by_folder_[experiment.folder.string()] = hash_of(experiment);
    std::error_code failure;
    fs::create_directories(file_.parent_path(), failure);
    const fs::path fresh = file_.string() + ".new";
    std::ofstream out(fresh, std::ios::binary);
    out << nlohmann::json(hash_by_folder_).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    out.close();
    if (out) fs::rename(fresh, file_, failure);
    if (!out || failure)
        return model::Error{"the trust in this folder could not be written down", file_.string(),
                            "It holds until the program ends. Check that the folder can be written to."};
    return std::nullopt;
}

}  // namespace spillway::session
