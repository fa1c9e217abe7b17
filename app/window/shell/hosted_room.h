#pragma once

// The lecturer's own room: `spillway serve` as a child of the window, or one that another program serves.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/window/kit/panel.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {

/// The JSON object that `spillway serve --json` prints once the room is open.
struct RoomDetails {
    std::string room, presenter;
    std::string page;                        ///< link of the window as a page; empty: see why_no_page
    std::optional<std::string> why_no_page;  ///< reason why the room has votes only
    std::string votes;                       ///< path of the file
    bool is_local = false;                   ///< only this machine reaches it
    bool is_joined = false;                  ///< another program serves it
};
/// The room's last count of its answers.
struct RoomCount {
    bool is_open = false;          ///< a question is open
    std::string lesson, question;  ///< empty for a typed question, and while the room waits
    std::int64_t phones = 0, answered = 0;
    friend bool operator==(const RoomCount&, const RoomCount&) = default;
};
/// The last count in the program's output; empty if there is none. Safe for any text.
[[nodiscard]] std::optional<RoomCount> read_room_count(const std::string& output);
/// The details in the program's output; empty if it has not printed them yet. Safe for any text.
[[nodiscard]] std::optional<RoomDetails> read_room_details(const std::string& output);

struct HostedRoom {
    std::unique_ptr<worker_client::ProgramRun> program;  ///< null: it has ended, or another program serves the room
    std::optional<RoomDetails> details;                  ///< set while the room is open
    RoomCount count;
    std::string asked;                    ///< beginning of the question that this window opened last
    std::size_t problem_at = 0;           ///< position in the output of the problem that was reported last
    std::optional<model::Error> problem;  ///< reason why there is no room any more
};

enum class RoomReach { this_machine, network };
/// Starts `spillway serve` in the current folder. If another program serves a room there, `spillway serve` joins it.
void open_room(ViewState& view, RoomReach reach);
/// Ends the window's room; its votes are in their file. A room that another program serves continues.
void end_room(ViewState& view);
/// Opens a question for the room: the first earlier one that is neither answered nor skipped in this window, else the
/// step's, else the last one before it. If a question is already open for the room, closes and counts that one instead.
/// The status line reports the outcome.
void ask_room(const session::SessionView& session, ViewState& view);
/// True while the room's program runs: poll has_room_news().
[[nodiscard]] bool is_room_running(const ViewState& view);
/// True if the room has opened, counted, refused a command or ended, and take_room_news() has not handled it yet.
[[nodiscard]] bool has_room_news(const ViewState& view);
/// Stores the room's news and reports it in the status line. True if the view has changed.
bool take_room_news(ViewState& view);

}  // namespace spillway::window
