#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/room/messages.h"
#include "app/room/room.h"

namespace spillway::room {

/// Number of a WebSocket; never used twice.
using ClientId = std::uint64_t;

/// Kind of a message to a client. An unsent message is replaced by a newer one of its kind, so a slow reader's queue
/// holds at most one of each.
enum class Slot { state, questions, problem };
inline constexpr std::size_t slots = 3;

/// Receives the host's messages to clients.
class Outbox {
public:
    Outbox() = default;
    virtual ~Outbox() = default;
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    virtual void send(ClientId client, Slot slot, std::string text) = 0;
    /// Sends every one of these, in their order. For live pages.
    virtual void add(ClientId client, std::string line) = 0;
    /// Bytes of such lines that the client has not taken yet.
    [[nodiscard]] virtual std::size_t unsent_bytes(ClientId client) const = 0;
    /// Ends the connection; later closed() of its RoomHost or LiveDesk is called.
    virtual void drop(ClientId client) = 0;
};

/// Finds the right answers of the lessons' questions. A compiler may need seconds for one.
class Truths {
public:
    struct Found {
        std::string lesson, question, gpu;  ///< label of the GPU
        judging::Truth truth;
    };
    Truths() = default;
    virtual ~Truths() = default;
    Truths(const Truths&) = delete;
    Truths& operator=(const Truths&) = delete;

    virtual void request(const std::string& lesson, const std::string& question) = 0;
    [[nodiscard]] virtual std::vector<Found> take() = 0;
};

/// Number of messages that a client may still send; grows by messages_per_second.
class Allowance {
public:
    /// Takes one message at this time, in seconds. False if the client sends too fast.
    [[nodiscard]] bool take(double now);

private:
    double left_ = -1;  ///< below 0: no message yet
    double at_ = 0;
};

/// Everything that a room offers besides its votes.
struct RoomContent {
    std::vector<LessonQuestion> questions;
    Misconceptions misconceptions;
    std::string link;  ///< for phones
};

/// Connects clients with the room: reads their messages, and sends each client its state. flush() sends the changes;
/// the caller stores the room's data before. An answer is acknowledged only once it is stored, so that a phone never
/// shows as saved what a killed server would forget.
class RoomHost {
public:
    /// `data` may come from a server that was killed.
    RoomHost(RoomData data, RoomContent content, Outbox& outbox, Truths& truths);

    /// `machine`: the client's address (machine_of()), which is never stored. A class behind one router shares one.
    void opened(ClientId client, const std::string& device, const std::string& machine);
    /// `now`: seconds of a clock that never goes back.
    void received(ClientId client, std::string_view text, double now);
    void closed(ClientId client);
    /// Takes the right answers that arrived.
    void poll();
    /// Carries out a presenter's message from the program that started the server; it needs no token. The Error says
    /// why it was not carried out.
    [[nodiscard]] std::optional<model::Error> command(std::string_view text);
    /// See room_count().
    [[nodiscard]] std::string count() const { return room_count(room_, phones_.size()); }

    [[nodiscard]] const Room& room() const { return room_; }
    /// Ends the room: see Room::finish().
    void finish();
    /// True once after a change of the room's data, which the caller then stores.
    [[nodiscard]] bool take_change();
    /// Sends what has changed. `is_stored`: the room's data is in its file. Only then are answers acknowledged.
    void flush(bool is_stored);
    /// Shows a problem of the server on the presenters' pages, also on those that come later, until it is over.
    void set_trouble(const std::optional<model::Error>& trouble);

private:
    struct Client {
        std::string device, machine;
        bool is_presenter = false;
        bool is_due = false;  ///< its state has changed
        std::uint64_t taken_mark = 0, stored_mark = 0;
        Allowance allowance;
    };
    using Problem = std::optional<model::Error>;

    void handle(ClientId client, const AnswerMessage& message);
    void handle(ClientId client, const PingMessage& message);
    void handle(ClientId client, const PresentMessage& message);
    void handle(ClientId client, const OpenMessage& message);
    void handle(ClientId client, const OpenTypedMessage& message);
    void handle(ClientId client, const CardsMessage& message);
    void handle(ClientId client, PresenterAction action);
    [[nodiscard]] Problem carry_out(const OpenMessage& message);
    [[nodiscard]] Problem carry_out(const OpenTypedMessage& message);
    [[nodiscard]] Problem carry_out(const CardsMessage& message);
    [[nodiscard]] Problem carry_out(PresenterAction action);
    /// Carries out a presenter's message; shows its problem, or the new state on all pages.
    template <typename Message>
    void as_presenter(ClientId client, const Message& message);

    /// Whether this machine may add an answer of another device to the round.
    [[nodiscard]] bool may_answer(const Client& from);
    void send_problem(ClientId client, const model::Error& error);
    void send_state(ClientId client, const Client& to);
    /// Marks the clients' state as changed.
    void touch_all();
    void touch_presenters();
    void touch_device(const std::string& device);
    [[nodiscard]] const LessonQuestion* find(const std::string& lesson, const std::string& question) const;

    Room room_;
    RoomContent content_;
    Outbox& outbox_;
    Truths& truths_;
    std::map<ClientId, Client> clients_;
    std::map<std::string, std::size_t> phones_;              ///< open pages by device, without presenters
    std::map<std::string, std::set<std::string>> answered_;  ///< devices that answered in this round, by machine
    std::uint64_t answered_round_ = 0;
    bool is_changed_ = true;
    std::optional<model::Error> trouble_;
};

}  // namespace spillway::room
