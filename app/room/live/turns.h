#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/room/host.h"
#include "app/room/live/closed_list.h"

namespace spillway::room {

/// A question that waits for its turn.
struct Waiting {
    ClientId client = 0;
    std::uint64_t id = 0;  ///< the page's
    std::string group;
    int priority = 0;
    Task task;
};

/// Questions that wait, in turns by machine and among the clients of a machine: first those that a user waits for, then
/// the rest of the curves.
class Turns {
public:
    /// The client comes from this machine.
    void open(ClientId client, const std::string& machine);
    void add(Waiting waiting);
    /// Removes the client's waiting questions of this group, and returns their ids. None for an empty group.
    std::vector<std::uint64_t> replace(ClientId client, const std::string& group);
    /// Removes this question. False if it does not wait.
    bool remove(ClientId client, std::uint64_t id);
    /// Removes the client's waiting questions of which this is true, and returns their ids.
    std::vector<std::uint64_t> remove_if(ClientId client, const std::function<bool(const Waiting&)>& is_so);
    void forget(ClientId client);

    /// Takes the next question of this pace, of a client that `may` have one.
    [[nodiscard]] std::optional<Waiting> next(Pace pace, const std::function<bool(ClientId)>& may);
    [[nodiscard]] std::size_t count(ClientId client) const;

private:
    struct Line {
        std::vector<Waiting> waiting;  ///< by arrival
        std::string machine;
        std::uint64_t served_at = 0;  ///< turn number of its last question
    };
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> last_turn(const Line& line) const;

    std::map<ClientId, Line> lines_;
    /// Turn number of a machine's last question. It outlives the machine's clients, so that a client gains nothing by
    /// connecting again.
    std::map<std::string, std::uint64_t> machines_;
    std::uint64_t turn_ = 0;
};

}  // namespace spillway::room
