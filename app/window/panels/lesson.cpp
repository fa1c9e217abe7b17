#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "app/lessons/lesson_steps.h"
#include "app/teaching/covers.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/panels/exercise_card.h"
#include "app/window/panels/lesson_foot.h"
#include "app/window/panels/lesson_marks.h"
#include "app/window/panels/lesson_page.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

/// Claims whose text would reveal the answer of an open question.
std::set<std::string> covered_claims(const PanelContext& context)
{
    std::set<std::string> covered;
    if (tells_answers(context.view)) return covered;
    for (const model::Question& question : context.session.experiment().questions)
        if (teaching::is_open(context.session, question)) covered.insert(question.hides.begin(), question.hides.end());
    return covered;
}

/// About 75 characters: the eye still finds the next line.
float comfortable_width(const Theme& theme)
{
    constexpr std::string_view sample = "the quick brown fox jumps over a lazy dog ";
    return text_size(theme.body, sample).x / static_cast<float>(sample.size()) * 75;
}

/// The lesson, one step at a time. A copy of an exercise is short and shown as a whole.
class LessonView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    void turn_page(PanelContext& context, int by) override
    {
        context.commands.post([by](session::Session& session, ViewState& view) { turn_lesson(session, view, by); });
    }

private:
    void refresh(PanelContext& context);
    void draw_pages(PanelContext& context, std::size_t first, std::size_t last, TextWidths widths);

    std::string experiment_, lesson_;  ///< source of the pages
    std::set<std::string> covered_;
    std::vector<std::unique_ptr<LessonPage>> pages_;
    int shown_ = 0;  ///< step of the last frame; 0 after the lesson changed
    Drafts drafts_;
    int hints_ = 0;  ///< number of hints shown in an exercise
    LessonMarks marks_;
};

void LessonView::refresh(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    std::set<std::string> covered = covered_claims(context);
    const bool is_new = experiment.name != experiment_;
    if (!is_new && experiment.lesson == lesson_ && covered == covered_) return;
    if (is_new) {
        drafts_.clear();
        hints_ = 0;
        shown_ = 0;
    }
    marks_.forget();
    experiment_ = experiment.name;
    lesson_ = experiment.lesson;
    covered_ = std::move(covered);
    pages_.clear();
    for (lessons::LessonStep& step : lessons::lesson_steps(experiment, context.terms, covered_))
        pages_.push_back(std::make_unique<LessonPage>(std::move(step)));
}

void LessonView::draw(PanelContext& context)
{
    const model::Experiment& experiment = context.session.experiment();
    refresh(context);
    marks_.refresh(context);
    if (experiment.lesson.empty()) return draw_empty(context.theme, "This experiment has no lesson.");
    const bool is_whole = experiment.exercise.has_value();
    const int steps = static_cast<int>(pages_.size());
    const int step = std::clamp(shown_step(context.view, experiment.name), 1, steps);
    const bool is_other = std::exchange(shown_, step) != step;
    const float room = ImGui::GetContentRegionAvail().x;
    // Leaves room for a scroll bar, which a step may need.
    const float beside = ImGui::GetStyle().ScrollbarSize + std::round(4 * context.theme.scale);
    const float width = std::min(room - beside, comfortable_width(context.theme));
    const TextWidths widths{width, room - beside};
    const std::size_t first = is_whole ? 0 : static_cast<std::size_t>(step) - 1;
    const std::size_t last = is_whole ? pages_.size() : first + 1;
    // A lesson that fills the window is centred like a page.
    float margin = 0;
    if (context.view.filled != Part::none) {
        float reach = width;
        for (std::size_t i = first; i < last; ++i) reach = std::max(reach, pages_[i]->reach(context.theme, widths));
        margin = std::max(std::round((room - reach) / 2), 0.0f);
    }
    const bool has_foot = !is_whole && !(experiment.is_plain() && steps == 1);
    const float foot = has_foot ? lesson_foot_height(context.theme) : 0;
    push_font(context.theme.body);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("lesson text", {0, std::max(height - foot, 1.0f)});
    if (is_other) ImGui::SetScrollY(0);
    if (margin > 0) ImGui::Indent(margin);
    draw_pages(context, first, last, widths);
    context.items.note("lesson text", {ImGui::GetWindowPos(),
                                       {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(),
                                        ImGui::GetWindowPos().y + ImGui::GetWindowHeight()}});
    fade_foot(context.theme);
    ImGui::EndChild();
    if (has_foot)
        draw_lesson_foot(context,
                         {{from.x + margin, from.y + height - foot}, {from.x + margin + width, from.y + height}}, step,
                         steps);
    ImGui::PopFont();
}

void LessonView::draw_pages(PanelContext& context, std::size_t first, std::size_t last, TextWidths widths)
{
    if (context.session.experiment().exercise) draw_exercise_verdict(context, hints_, widths.column);
    for (std::size_t i = first; i < last; ++i) pages_[i]->draw(context, {covered_, marks_, drafts_}, widths);
}

}  // namespace

const Panel lesson_panel{"lesson", "Lesson", PanelPlace::tab, open_view<LessonView>};

}  // namespace spillway::window
