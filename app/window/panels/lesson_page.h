#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lessons/lesson_steps.h"
#include "app/window/kit/markdown_view.h"
#include "app/window/kit/panel.h"
#include "app/window/panels/lesson_marks.h"
#include "app/window/panels/question_card.h"

namespace spillway::window {

/// One step of a lesson on the screen: its text, then its question or exercise.
class LessonPage {
public:
    explicit LessonPage(lessons::LessonStep step);

    /// Data shared by all pages of a lesson.
    struct Lesson {
        const std::set<std::string>& covered;  ///< claims whose text is covered
        const LessonMarks& marks;
        Drafts& drafts;
    };
    void draw(PanelContext& context, const Lesson& lesson, TextWidths widths);
    /// Width in use: code may extend beyond the column.
    [[nodiscard]] float reach(const Theme& theme, TextWidths widths) { return text_.reach(theme, widths); }

private:
    void draw_text_of_step(PanelContext& context, const Lesson& lesson, TextWidths widths);

    MarkdownView text_;
    std::string question_, exercise_;
    std::vector<std::string> asked_before_;
};

}  // namespace spillway::window
