#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/base/text.h"

namespace spillway::catalogue {

/// A line of a lesson outside of blocks of code, without up to three blanks at its beginning, as Markdown reads it.
struct LessonLine {
    int number = 0;
    std::string_view text, above, below;  ///< the neighbours as they are
    std::string_view rest;                ///< everything below the line

    /// True if the line is a paragraph of its own.
    [[nodiscard]] bool is_alone() const { return base::trimmed(above).empty() && base::trimmed(below).empty(); }
};

[[nodiscard]] inline std::vector<LessonLine> lesson_lines(std::string_view lesson)
{
    constexpr std::string_view fences[] = {"```", "~~~"};
    constexpr std::size_t max_indent = 3;  // from four blanks on, it is code
    std::vector<LessonLine> lines;
    std::string_view open_fence, above;
    for (int number = 1; !lesson.empty(); ++number) {
        const std::string_view line = lesson.substr(0, lesson.find('\n'));
        lesson.remove_prefix(std::min(lesson.size(), line.size() + 1));
        bool is_fence = false;
        for (const std::string_view fence : fences) {
            if (!base::trimmed(line).starts_with(fence) || (!open_fence.empty() && open_fence != fence)) continue;
            open_fence = open_fence.empty() ? fence : std::string_view();
            is_fence = true;
        }
        const std::size_t indent = line.find_first_not_of(' ');
        if (!is_fence && open_fence.empty() && indent <= max_indent)
            lines.push_back({number, line.substr(indent), above, lesson.substr(0, lesson.find('\n')), lesson});
        above = line;
    }
    return lines;
}

}  // namespace spillway::catalogue
