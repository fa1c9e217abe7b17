#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/room/host.h"

namespace spillway::room {

/// Messages that wait to be sent to one client: the newest of each slot, and lines in their order.
class Outgoing {
public:
    void put(Slot slot, std::string text) { slots_[static_cast<std::size_t>(slot)] = std::move(text); }
    void add(std::string text);

    [[nodiscard]] bool is_empty() const;
    /// Bytes of the lines that are not sent yet.
    [[nodiscard]] std::size_t bytes() const { return queued_bytes_ + (is_line_ ? current_.size() - sent_ : 0); }

    /// Part of a message, to be sent as one frame.
    struct Piece {
        std::string_view bytes;  ///< valid until sent()
        bool is_first = false, is_last = false;
    };
    /// Empty if there is nothing to send.
    [[nodiscard]] std::optional<Piece> next();
    /// The piece of next() has been sent.
    void sent();

private:
    bool begin_message();

    std::array<std::optional<std::string>, slots> slots_;
    std::deque<std::string> lines_;
    std::size_t queued_bytes_ = 0;
    std::string current_;  ///< message that is being sent
    std::size_t sent_ = 0;
    bool is_line_ = false;  ///< it was in lines_
};

}  // namespace spillway::room
