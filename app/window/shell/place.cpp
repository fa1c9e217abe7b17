#include "app/window/shell/place.h"

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/teaching/covers.h"
#include "app/window/panels/question_card.h"

namespace spillway::window {
namespace {

/// Restores an unfinished drawing, unless its question has been answered or skipped since.
void resume_drawing(const Place& place, session::Session& session, ViewState& view)
{
    const model::Question* question = catalogue::find_question(session.view().experiment(), place.question);
    if (question == nullptr || question->kind != model::QuestionKind::curve ||
        !teaching::is_open(session.view(), *question))
        return;
    view.sketch = begun_sketch(session.view(), *question);
    if (const auto points = teaching::parse_curve(place.drawing)) teaching::replace(*view.sketch, *points);
}

}  // namespace

Place place_of(const session::SessionView& session, const ViewState& view)
{
    const session::Selection& selection = session.selection();
    Place place{selection.gpu, selection.x_axis, selection.focus, {}, view.present, "", ""};
    const model::Values initial = catalogue::initial_values(session.experiment(), session.gpu());
    for (const auto& [name, value] : selection.values) {
        const auto at_first = initial.find(name);
        if (at_first == initial.end() || at_first->second != value) place.values[name] = model::to_string(value);
    }
    if (view.sketch && !view.sketch->is_revealed && view.sketch->experiment == selection.experiment) {
        place.question = view.sketch->question;
        place.drawing = teaching::to_text(view.sketch->points);
    }
    return place;
}

void go_to(const Place& place, session::Session& session, ViewState& view)
{
    // set_gpu() counts as the user's choice: a better GPU that turns up later would not be selected any more.
    if (!place.gpu.empty() && place.gpu != session.view().selection().gpu) session.set_gpu(place.gpu);
    if (!place.x_axis.empty()) session.set_x_axis(place.x_axis);
    if (!place.focus.empty()) session.set_focus(place.focus);
    model::Values values;
    for (const auto& [name, text] : place.values) {
        const model::Parameter* parameter = session.view().experiment().find_parameter(name);
        if (parameter == nullptr) continue;
        if (auto value = catalogue::parse_value(*parameter, text)) values[name] = std::move(*value);
    }
    // Cannot fail: the names exist, and parse_value() has checked each value.
    if (!values.empty()) (void)session.set_values(values);
    view.present = view.present || place.present;
    resume_drawing(place, session, view);
}

}  // namespace spillway::window
