#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::teaching {

inline constexpr std::size_t max_talk_bytes = 1 << 20, max_talk_stops = 200, max_note_bytes = 16 * 1024;

/// A stop of a talk: a view and its speaker notes.
struct TalkStop {
    std::string view;   ///< a line in the format of view_text.h
    std::string notes;  ///< Markdown
    friend bool operator==(const TalkStop&, const TalkStop&) = default;
};

/// Contents of a `.spillway-talk` file.
struct Talk {
    std::string title;
    std::vector<TalkStop> stops;
    friend bool operator==(const Talk&, const Talk&) = default;
};

/// Parses any text. The Error names the invalid stop; a talk is returned whole or not at all. Opening a stop, not
/// parsing, checks that its experiments exist.
[[nodiscard]] model::Expected<Talk> parse_talk(std::string_view text);
[[nodiscard]] std::string print_talk(const Talk& talk);

}  // namespace spillway::teaching
