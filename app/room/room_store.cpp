#include "app/room/room_store.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/room/limits.h"
#include "app/room/secrets.h"
#include "app/room/votes_file.h"

namespace spillway::room {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_room_name_bytes = 64;

/// The parsed file; empty if it is not there. The Error names the file.
template <typename Parsed>
model::Expected<std::optional<Parsed>> read_if_there(const fs::path& place,
                                                     model::Expected<Parsed> (*parse)(std::string_view))
{
    const auto folder = base::FolderReader::open(place.parent_path());
    if (!folder) return folder.error();
    if (base::what_stands_at(place) == base::Standing::nothing) return std::optional<Parsed>();
    const auto text = folder->read(place.filename().string(), max_votes_bytes);
    if (!text) return text.error();
    auto parsed = parse(*text);
    if (!parsed) return model::Error{parsed.error().what, place.string(), parsed.error().advice};
    return std::optional<Parsed>(std::move(*parsed));
}

/// The next start could not read a larger file.
std::optional<model::Error> check_size(std::string_view text, const fs::path& place)
{
    if (text.size() <= max_votes_bytes) return std::nullopt;
    return model::Error{"the room has more than 32 MiB of votes; these are not written", place.string(),
                        move_votes_away};
}

std::optional<model::Error> write_private(const fs::path& place, std::string_view text)
{
    auto file = base::OutputFile::begin(place, base::IfThere::replace, base::Durability::none);
    if (!file) return file.error();
    if (fchmod(file->descriptor(), S_IRUSR | S_IWUSR) != 0)
        return model::Error{std::string("the file cannot be made private: ") + std::strerror(errno), place.string(),
                            "choose a folder on another disk"};
    if (auto error = file->write(text)) return error;
    return file->place();
}

/// A room that begins in the future was made before the clock was set back.
bool is_alive(const RoomData& data, std::int64_t now)
{
    return static_cast<double>(now - data.began) < room_seconds;
}

}  // namespace

bool is_room_name(const std::string& name)
{
    constexpr const char* allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return !name.empty() && name.size() <= max_room_name_bytes && name.find_first_not_of(allowed) == std::string::npos;
}

model::Expected<RoomStore> RoomStore::open(const fs::path& folder, const std::string& name, std::int64_t now)
{
    const fs::path votes_place = folder / (name + votes_ending), state_place = folder / (name + state_ending);
    auto lock = base::FileLock::take(state_place);
    if (!lock) return lock.error();
    RoomStore store(std::move(*lock), votes_place, state_place);
    store.written_votes_ = print_votes({});  // a room without votes leaves no file
    auto state = read_if_there<RoomData>(state_place, parse_room);
    if (!state) return state.error();
    if (*state && is_alive(**state, now)) {
        store.found_ = std::move(**state);
        store.is_continued_ = true;
        return store;
    }
    auto votes = read_if_there<std::vector<Voted>>(votes_place, parse_votes);
    if (!votes) return votes.error();
    // The open round and the last second of a killed server may be in its state only.
    if (*state) {
        Room killed(std::move(**state));
        killed.finish();
        if (!*votes || killed.data().votes.size() >= (*votes)->size()) *votes = killed.data().votes;
    }
    store.found_.votes = *votes ? std::move(**votes) : std::vector<Voted>();
    store.found_.code = new_room_code();
    store.found_.presenter = new_token();
    store.found_.began = now;
    if (store.found_.code.empty() || store.found_.presenter.empty())
        return model::Error{"this system gives no random numbers", "serve", "try again"};
    return store;
}

std::optional<RoomData> RoomStore::served_elsewhere(const fs::path& folder, const std::string& name)
{
    const fs::path state_place = folder / (name + state_ending);
    if (base::what_stands_at(state_place) == base::Standing::nothing || base::FileLock::take(state_place))
        return std::nullopt;
    auto state = read_if_there<RoomData>(state_place, parse_room);
    if (!state || !*state || (*state)->links.room.empty()) return std::nullopt;
    return std::move(**state);
}

std::optional<model::Error> RoomStore::write_votes(const RoomData& data)
{
    std::string text = print_votes(data.votes);
    if (text == written_votes_) return std::nullopt;
    if (auto error = check_size(text, votes_place_)) return error;
    if (auto error = base::write_file(votes_place_, text)) return error;
    written_votes_ = std::move(text);
    return std::nullopt;
}

std::optional<model::Error> RoomStore::write(const RoomData& data)
{
    const std::string text = print_room(data);
    if (auto error = check_size(text, votes_place_)) return error;
    if (auto error = write_private(state_place_, text)) return error;
    return data.phase == Phase::open ? std::nullopt : write_votes(data);
}

std::optional<model::Error> RoomStore::end(const RoomData& data)
{
    if (auto error = write_votes(data)) return error;
    std::error_code ignored;
    fs::remove(state_place_, ignored);
    return std::nullopt;
}

}  // namespace spillway::room
