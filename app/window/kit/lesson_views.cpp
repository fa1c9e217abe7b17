#include "app/window/kit/lesson_views.h"

#include <algorithm>
#include <optional>

#include "app/lessons/lesson_steps.h"

namespace spillway::window {
namespace {

using lessons::LessonStep;
using lessons::markdown::Link;
using lessons::markdown::LinkKind;

const Link* first_set_link(const LessonStep& step, const lessons::markdown::Text& text)
{
    for (const lessons::markdown::Span& span : text) {
        if (span.link < 0) continue;
        const Link& link = step.text.links[static_cast<std::size_t>(span.link)];
        if (link.kind == LinkKind::set) return &link;
    }
    return nullptr;
}

/// The first setting link in the step's text.
std::optional<catalogue::SetLink> first_setting(const model::Experiment& experiment, const LessonStep& step)
{
    const Link* link = nullptr;
    for (const lessons::markdown::Block& block : step.text.blocks) {
        if (link == nullptr) link = first_set_link(step, block.text);
        for (const auto& row : block.rows)
            for (const lessons::markdown::Text& cell : row)
                if (link == nullptr) link = first_set_link(step, cell);
    }
    if (link == nullptr) return std::nullopt;
    const auto set = catalogue::parse_set_link(experiment, link->target);
    return set ? std::optional(*set) : std::nullopt;
}

/// Takes from `under` the parts that `set` omits. A setting link's tab still needs a click: it would replace the show
/// line's tab.
void fill_in(catalogue::SetLink& set, const catalogue::SetLink& under)
{
    for (const auto& [name, value] : under.values) set.values.emplace(name, value);
    if (set.variant.empty()) set.variant = under.variant;
    if (set.x_axis.empty()) set.x_axis = under.x_axis;
    if (!set.warp) set.warp = under.warp;
}

std::vector<StepView> views_of(const model::Experiment& experiment, const std::vector<LessonStep>& steps)
{
    std::vector<StepView> views;
    for (const LessonStep& step : steps) {
        StepView view;
        if (!step.show.empty())
            if (const auto show = catalogue::parse_show_line(experiment, step.show)) view = {*show, true};
        if (const auto setting = first_setting(experiment, step)) {
            catalogue::SetLink set = step.begins_show ? view.show.set : *setting;
            fill_in(set, step.begins_show ? *setting : view.show.set);
            set.tab = view.show.set.tab;
            view.show.set = std::move(set);
        }
        const auto& visible = view.show.variants;
        const std::string& focus = view.show.set.variant;
        if (!visible.empty() && !focus.empty() && std::ranges::find(visible, focus) == visible.end())
            view.show.variants.push_back(focus);
        views.push_back(std::move(view));
    }
    return views;
}

}  // namespace

void LessonViews::refresh(const model::Experiment& experiment)
{
    if (experiment_ == experiment.name && lesson_ == experiment.lesson) return;
    experiment_ = experiment.name;
    lesson_ = experiment.lesson;
    const std::vector<LessonStep> steps = lessons::lesson_steps(experiment, {}, {});
    views_ = views_of(experiment, steps);
    has_code_.clear();
    for (const LessonStep& step : steps)
        has_code_.push_back(std::ranges::any_of(
            step.text.blocks, [](const auto& block) { return block.kind == lessons::markdown::BlockKind::code; }));
    steps_.clear();
    for (const model::Question& question : experiment.questions)
        steps_[question.id] = lessons::step_of_question(steps, question.id);
}

std::size_t LessonViews::index_of(int step) const
{
    return static_cast<std::size_t>(std::clamp(step, 1, static_cast<int>(views_.size())) - 1);
}

std::set<std::string> LessonViews::asked_by(const model::Experiment& experiment, int step)
{
    refresh(experiment);
    std::set<std::string> asked;
    const int shown = static_cast<int>(index_of(step)) + 1;
    for (const auto& [question, asked_in] : steps_)
        if (asked_in <= shown) asked.insert(question);
    return asked;
}

bool LessonViews::asks_in(const model::Experiment& experiment, int step)
{
    refresh(experiment);
    const int shown = static_cast<int>(index_of(step)) + 1;
    return std::ranges::any_of(steps_, [&](const auto& question) { return question.second == shown; });
}

bool LessonViews::has_code_in(const model::Experiment& experiment, int step)
{
    refresh(experiment);
    return has_code_[index_of(step)];
}

std::string LessonViews::last_asked(const model::Experiment& experiment, int step)
{
    refresh(experiment);
    const int shown = static_cast<int>(index_of(step)) + 1;
    int latest = 0;
    std::string last;
    for (const auto& [question, asked_in] : steps_)
        if (asked_in > latest && asked_in <= shown) {
            latest = asked_in;
            last = question;
        }
    return last;
}

const StepView& LessonViews::view_of(const model::Experiment& experiment, int step)
{
    refresh(experiment);
    return views_[index_of(step)];
}

}  // namespace spillway::window
