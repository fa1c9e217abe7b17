#include "app/window/shell/find_list.h"

#include <cctype>
#include <utility>

#include "app/lessons/lesson_steps.h"
#include "app/teaching/courses.h"
#include "app/teaching/gpu_labels.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/keyboard.h"
#include "app/window/shell/shortcuts.h"
#include "app/window/shell/taken_along.h"

namespace spillway::window {
namespace {

using session::Session;
using Act = std::function<void(Session&, ViewState&)>;

std::string with_capital(std::string text)
{
    if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

void open_lesson(Session& session, ViewState& view, const std::string& experiment)
{
    view.course_page.is_open = false;
    choose_experiment(session, view, experiment);
    view.tab = "lesson";
}

void open_exercise_step(Session& session, ViewState& view, const std::string& experiment, const std::string& exercise)
{
    open_lesson(session, view, experiment);
    const auto steps = lessons::lesson_steps(session.view().experiment(), {}, {});
    if (const int step = lessons::step_of_exercise(steps, exercise); step > 0) show_step(view, experiment, step);
}

void add_lessons(const session::SessionView& session, std::vector<FindEntry>& list)
{
    for (const model::Experiment& each : session.catalogue().experiments)
        list.push_back({"find:lesson:" + each.name,
                        each.exercise     ? "Exercise"
                        : each.is_plain() ? "File"
                                          : "Lesson",
                        each.title, each.question, each.name + " " + each.topic, std::nullopt,
                        [name = each.name](Session& s, ViewState& view) { open_lesson(s, view, name); }});
}

void add_questions(const session::SessionView& session, std::vector<FindEntry>& list)
{
    for (const model::Experiment& each : session.catalogue().experiments) {
        for (const model::Question& question : each.questions)
            list.push_back({"find:question:" + each.name + ":" + question.id,
                            "Question",
                            question.text,
                            each.title,
                            {},
                            std::nullopt,
                            [name = each.name, id = question.id](Session& s, ViewState& view) {
                                open_lesson(s, view, name);
                                go_to_question(s, view, id);
                            }});
        for (const model::Experiment& exercise : each.exercises)
            list.push_back({"find:exercise:" + exercise.name, "Exercise", exercise.title, each.title,
                            exercise.name + " " + exercise.question, std::nullopt,
                            [name = each.name, id = exercise.name](Session& s, ViewState& view) {
                                open_exercise_step(s, view, name, id);
                            }});
    }
}

void add_courses_and_files(const ViewState& view, std::vector<FindEntry>& list)
{
    for (const teaching::Course& course : teaching::shipped_courses())
        list.push_back({"find:course:" + course.name, "Course", course.title, "a talk with notes", course.name,
                        std::nullopt, [file = course.file](Session& s, ViewState& now) { open_course(file, s, now); }});
    for (const std::string& path : view.recent_files)
        list.push_back({"find:file:" + path,
                        "Recent",
                        std::filesystem::path(path).filename().string(),
                        path,
                        {},
                        std::nullopt,
                        [path](Session& s, ViewState& now) {
                            if (const auto problem = open_path(path, s, now)) now.status_notice = problem->line();
                        }});
}

/// Entries for the keys. A key without a name in keys.json acts on the focused item, so its entry opens the help.
void add_keys(const KeyBindings& bindings, std::vector<FindEntry>& list)
{
    for (const Shortcut& shortcut : shortcuts()) {
        const std::string what = shortcut.what;
        FindEntry entry;
        entry.key = "find:key:" + std::string(shortcut.keys);
        entry.kind = "Key";
        entry.label = with_capital(what);
        entry.note = shortcut.keys;
        entry.more = shortcut.group;
        if (shortcut.action != nullptr) {
            entry.key = "find:key:" + std::string(shortcut.action);
            entry.note = bindings.keys_of(shortcut.action);
            entry.press = KeyBindings::default_keys(shortcut.action);
        } else {
            entry.act = [what](Session&, ViewState& view) {
                view.show_help = true;
                view.help_search = what;
            };
        }
        list.push_back(std::move(entry));
    }
}

void add_commands(const PanelContext& context, std::vector<FindEntry>& list)
{
    const auto add = [&](const char* key, const char* label, const char* note, Act act) {
        list.push_back({std::string("find:command:") + key, "Command", label, note, {}, std::nullopt, std::move(act)});
    };
    add("save_view", "Save this view as a file", ".spillway-view",
        [](Session& session, ViewState& view) { save_view(session.view(), view); });
    add("progress", "Take your progress along", ".spillway-progress",
        [](Session& session, ViewState& view) { save_taken_along(session.view(), view); });
    add("layout", context.view.lesson_leads ? "Show all panels beside the lesson" : "The lesson's layout", "window",
        [](Session&, ViewState& view) { view.lesson_leads = !view.lesson_leads; });
    add("motion", context.view.less_motion ? "Animate again" : "Less motion", "no animations",
        [](Session&, ViewState& view) { view.less_motion = !view.less_motion; });
    add("reset", "All sliders back to their initial values", "sliders",
        [](Session& session, ViewState& view) { reset_parameters(session, view); });
    for (const Panel* panel : visible_tabs(context.view))
        list.push_back({"find:tab:" + std::string(panel->key),
                        "Tab",
                        panel->title,
                        "",
                        {},
                        std::nullopt,
                        [key = std::string(panel->key)](Session&, ViewState& view) { view.tab = key; }});
    for (const model::Gpu& gpu : context.session.gpus())
        list.push_back({"find:gpu:" + gpu.name, "GPU", gpu.label,
                        teaching::source_words(teaching::gpu_source(context.session, gpu)), gpu.arch(), std::nullopt,
                        [name = gpu.name](Session& session, ViewState&) { session.set_gpu(name); }});
}

void add_words(const lessons::Terms& terms, std::vector<FindEntry>& list)
{
    for (const lessons::Term& term : terms) {
        FindEntry entry;
        entry.key = "find:term:" + term.name;
        entry.kind = "Word";
        entry.label = term.name;
        entry.note = term.text;
        for (const std::string& form : term.also) entry.more += form + " ";
        entry.act = [name = term.name](Session&, ViewState& view) {
            view.show_help = true;
            view.help_search = name;
        };
        list.push_back(std::move(entry));
    }
}

}  // namespace

std::vector<FindEntry> find_list(const PanelContext& context, const KeyBindings& bindings)
{
    std::vector<FindEntry> list;
    add_lessons(context.session, list);
    add_words(context.terms, list);
    add_courses_and_files(context.view, list);
    add_keys(bindings, list);
    add_commands(context, list);
    add_questions(context.session, list);
    return list;
}

}  // namespace spillway::window
