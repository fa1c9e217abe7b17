#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/base/file_lock.h"
#include "app/model/error.h"
#include "app/room/room.h"

namespace spillway::room {

/// Whether the name can be a part of a file's name: letters, digits, '-' and '_', at most 64.
[[nodiscard]] bool is_room_name(const std::string& name);

/// The two files of a room, in one folder. A lock keeps a second server from the same room.
class RoomStore {
public:
    /// Opens the room NAME in `folder`. Continues the room that a killed server left, if it began less than
    /// room_seconds before `now` (seconds since 1970). Otherwise counts a round that is still open, begins a new room,
    /// and adds to the votes that are in its files.
    [[nodiscard]] static model::Expected<RoomStore> open(const std::filesystem::path& folder, const std::string& name,
                                                         std::int64_t now);

    /// The room NAME while another server serves it. Empty if none does, or before that server has written its links.
    [[nodiscard]] static std::optional<RoomData> served_elsewhere(const std::filesystem::path& folder,
                                                                  const std::string& name);

    /// The room as it was found, or a new one.
    [[nodiscard]] const RoomData& found() const { return found_; }
    [[nodiscard]] bool is_continued() const { return is_continued_; }
    [[nodiscard]] const std::filesystem::path& votes_place() const { return votes_place_; }

    /// Writes the state, which only the user may read. While no round is open, also writes the votes if they changed.
    [[nodiscard]] std::optional<model::Error> write(const RoomData& data);
    /// Writes the votes and deletes the state: the room is over. After an Error the state is still there.
    [[nodiscard]] std::optional<model::Error> end(const RoomData& data);

private:
    RoomStore(base::FileLock lock, std::filesystem::path votes_place, std::filesystem::path state_place)
        : lock_(std::move(lock)), votes_place_(std::move(votes_place)), state_place_(std::move(state_place))
    {
    }
    [[nodiscard]] std::optional<model::Error> write_votes(const RoomData& data);

    base::FileLock lock_;
    std::filesystem::path votes_place_, state_place_;
    RoomData found_;
    bool is_continued_ = false;
    std::string written_votes_;
};

}  // namespace spillway::room
