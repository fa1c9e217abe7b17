#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::teaching {

inline constexpr std::size_t most_talk_bytes = 1 << 20, most_talk_stops = 200, most_note_bytes = 16 * 1024;

/// A view to stop at, and what is said there.
struct TalkStop {
    std::string view;   ///< a line as in view_text.h
    std::string notes;  ///< Markdown
    friend bool operator==(const TalkStop&, const TalkStop&) = default;
};

/// What a `.spillway-talk` file holds.
struct Talk {
    std::string title;
    std::vector<TalkStop> stops;
    friend bool operator==(const Talk&, const Talk&) = default;
};

/// Any text whatever. The Error says which stop is wrong, and of what it holds nothing is taken. Whether the
/// experiments that the views name are here is seen when a stop is opened.
[[nodiscard]] model::Expected<Talk> parse_talk(std::string_view text);
[[nodiscard]] std::string print_talk(const Talk& talk);

}  // namespace spillway::teaching
