#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/room/vote.h"

namespace spillway::room {

/// waiting: no question on the phones. open: phones may answer. closed: counted, on the projector.
enum class Phase { waiting, open, closed };

/// Addresses of a room.
struct RoomLinks {
    std::string room, presenter;
    std::string page;  ///< empty without the window as a page
};

/// Everything that a room must remember to continue after its server was killed.
struct RoomData {
    std::string code;              ///< in the link
    std::string presenter;         ///< the presenter's token
    std::int64_t began = 0;        ///< seconds since 1970
    std::uint64_t round = 0;       ///< number of the current or last round; grows with each one
    Phase phase = Phase::waiting;  ///< the question of `open` and `closed` is the last of `votes`
    bool is_truth_shown = false;
    std::map<std::string, Answer> answers;  ///< of the open round, by device; empty in every other phase
    std::vector<Voted> votes;
    RoomLinks links;  ///< of the server that wrote this; empty before the port is open
};

/// The rules of a vote: one answer per device and round, changeable while the round is open. No clock, file or socket.
class Room {
public:
    explicit Room(RoomData data) : data_(std::move(data)) {}

    [[nodiscard]] const RoomData& data() const { return data_; }
    /// The question on the phones or on the projector; null while waiting.
    [[nodiscard]] const Voted* current() const;
    [[nodiscard]] const Answer* answer_of(const std::string& device) const;

    // Actions of the presenter. The Error says why an action is not possible now; then nothing changes.
    [[nodiscard]] std::optional<model::Error> open(Asked asked, judging::Truth truth);
    [[nodiscard]] std::optional<model::Error> close();
    /// Another round of the closed question.
    [[nodiscard]] std::optional<model::Error> open_again();
    [[nodiscard]] std::optional<model::Error> show_truth();
    /// Counts of cards that the lecturer counted by hand: replaces the open round of a choice question and closes it.
    [[nodiscard]] std::optional<model::Error> take_cards(const std::vector<std::size_t>& counts);
    /// Takes the question off the projector; its rounds stay in the votes.
    [[nodiscard]] std::optional<model::Error> put_away();

    /// Stores the answer of a device; a later one replaces it. False, without a change, if this round is over, or if
    /// max_devices other devices have answered.
    [[nodiscard]] bool take_answer(const std::string& device, std::uint64_t round, Answer answer);

    /// Stores the right answer of a lesson's question in every vote on that question.
    void set_truth(const std::string& lesson, const std::string& question, const judging::Truth& truth,
                   const std::string& gpu);

    /// Ends the room: counts an open round if it has answers, and removes the last question if it has no round.
    void finish();
    [[nodiscard]] bool is_over() const { return is_over_; }  ///< after finish()

private:
    void begin_round();
    void count(Tally tally);

    RoomData data_;
    bool is_over_ = false;
};

}  // namespace spillway::room
