#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/lesson.h"

namespace spillway::catalogue {

// A line "show: chart=registers, x=block_size, window_size=32" of lesson.md says what the window shows from there on.

/// View of a lesson's step. Whatever the line does not name is as the experiment opens.
struct ShowLine {
    SetLink set;                        ///< values, the focused variant, the x axis; `tab` is shown beside the lesson
    std::string chart;                  ///< metric of the large chart; empty: the experiment's first
    std::vector<std::string> variants;  ///< the visible ones; empty: all
    friend bool operator==(const ShowLine&, const ShowLine&) = default;
};

/// Parses the text after "show:". Items are NAME=VALUE, separated by commas; `+` separates variants.
[[nodiscard]] model::Expected<ShowLine> parse_show_line(const model::Experiment& experiment, std::string_view text);

struct PlacedShowLine {
    int line = 0;
    std::string text;  ///< after "show:", without blanks at its ends
};
/// The show lines of a lesson, outside of code.
[[nodiscard]] std::vector<PlacedShowLine> show_lines(std::string_view lesson);

/// Checks the show lines of a lesson: their names, and that each is a paragraph above something to read. The Error's
/// `where` is file_name:line.
[[nodiscard]] std::optional<model::Error> check_show_lines(const model::Experiment& experiment,
                                                           const std::string& file_name);

}  // namespace spillway::catalogue
