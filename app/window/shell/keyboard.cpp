#include "app/window/shell/keyboard.h"

#include <algorithm>
#include <cmath>

#include "app/teaching/comparison.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/step_view.h"
#include "app/window/kit/visible_variants.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/parameter_row.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "app/window/shell/find_page.h"
#include "app/window/shell/hosted_room.h"
#include "app/window/shell/room_page.h"
#include "app/window/shell/settings.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

using session::Edit;

/// The parameters and knobs in the order of the left column.
std::vector<const model::Parameter*> reachable_parameters(const KeyTarget& target)
{
    std::vector<const model::Parameter*> list;
    const model::Experiment& experiment = target.session.view().experiment();
    for (const auto* group : {&experiment.parameters, &experiment.knobs})
        for (const model::Parameter& parameter : *group)
            if (teaching::is_adjustable(parameter)) list.push_back(&parameter);
    return list;
}

/// The parameter that the keys change: the one touched last, else the x axis.
const model::Parameter* moved_parameter(const KeyTarget& target)
{
    const model::Experiment& experiment = target.session.view().experiment();
    if (const auto* parameter = experiment.find_parameter(target.view.parameter)) return parameter;
    return experiment.find_parameter(target.session.view().selection().x_axis);
}

void select_parameter(KeyTarget& target, int step)
{
    const auto list = reachable_parameters(target);
    if (list.empty()) return;
    const auto found = std::find(list.begin(), list.end(), moved_parameter(target));
    const auto count = static_cast<int>(list.size());
    int index = found == list.end() ? 0 : static_cast<int>(found - list.begin());
    if (!target.view.parameter.empty()) index = (index + step + count) % count;
    target.view.parameter = list[static_cast<std::size_t>(index)]->name;
    target.view.entry = {};
    target.items.focus("slider:" + target.view.parameter, true);
}

void set_moved(KeyTarget& target, const model::Parameter& parameter, const model::Value& value)
{
    target.items.focus("slider:" + parameter.name, true);
    set_parameter(target.session, target.view, parameter.name, value);
}

void step_parameter(KeyTarget& target, int steps)
{
    const model::Parameter* parameter = moved_parameter(target);
    if (parameter == nullptr) return;
    const model::Value& now = target.session.view().selection().values.at(parameter->name);
    set_moved(target, *parameter, teaching::stepped_value(*parameter, now, steps));
}

void select_experiment(KeyTarget& target, int step)
{
    const auto& all = target.session.view().catalogue().experiments;
    const auto count = static_cast<int>(all.size());
    for (int i = 0; i < count; ++i)
        if (all[static_cast<std::size_t>(i)].name == target.session.view().selection().experiment)
            return choose_experiment(target.session, target.view,
                                     all[static_cast<std::size_t>((i + step + count) % count)].name);
}

void select_tab(KeyTarget& target, int step)
{
    const auto tabs = visible_tabs(target.view);
    if (tabs.empty()) return;
    const auto count = static_cast<int>(tabs.size());
    int index = 0;
    for (int i = 0; i < count; ++i)
        if (target.view.tab == tabs[static_cast<std::size_t>(i)]->key) index = (i + step + count) % count;
    target.view.tab = tabs[static_cast<std::size_t>(index)]->key;
}

/// Changes the visible scale. It may be smaller than the stored one, which another window may have had room for.
void change_scale(ViewState& view, float factor)
{
    const float seen = std::clamp(view.scale, view.least_scale, view.max_scale);
    if (factor > 1 && seen == view.max_scale) {
        view.status_notice = "Nothing larger fits into this window.";
        return;
    }
    view.scale = std::clamp(std::round(seen * factor * 20) / 20, view.least_scale, view.max_scale);
}

/// Esc closes the uppermost thing that is open.
void close_something(KeyTarget& target)
{
    if (!target.view.open_menu.empty())
        target.view.open_menu.clear();
    else if (target.view.finder.is_open)
        target.view.finder = {};
    else if (target.view.saving_page.is_open)
        target.view.saving_page = {};
    else if (target.view.show_help)
        target.view.show_help = false;
    else if (target.view.course_page.is_open)
        target.view.course_page.is_open = false;
    else if (target.view.shows_qr_code)
        target.view.shows_qr_code = false;
    else if (target.view.shows_room)
        target.view.shows_room = false;
    else if (!target.view.entry.parameter.empty())
        target.view.entry = {};
    else if (target.view.finding)
        target.view.finding = target.view.find_is_new = false;
    else if (target.items.focus_is_visible())
        target.items.hide_focus();
    else if (target.view.filled != Part::none)
        target.view.filled = Part::none;
    else
        target.view.present = false;
}

bool handle_control_key(const KeyPress& press, KeyTarget& target)
{
    if (press.key == Key::tab) return select_tab(target, press.shift ? -1 : 1), true;
    if (press.key != Key::character) return false;
    switch (press.character) {
        case '+':
        case '=': change_scale(target.view, 1.1f); return true;
        case '-': change_scale(target.view, 1 / 1.1f); return true;
        case '0': target.view.scale = 1; return true;
        case 'Z': press.shift ? target.session.redo() : target.session.undo(); return true;
        case 'Y': target.session.redo(); return true;
        case 'S': (target.view.saving_page.is_open ? target.save : target.ask_what_to_save) = true; return true;
        case 'B': add_stop(target.session, target.view); return true;
        case 'R': toggle_room_page(target.view); return true;
        case 'L': copy_link(target.session.view(), target.view); return true;
        case 'K':
            if (target.view.finder.is_open)
                target.view.finder = {};
            else
                open_finder(target.view, "");
            return true;
        case 'O':
            if (target.view.page_address.empty()) open_file_finder(target.view);
            return true;
        case 'V': open_from_clipboard(target.session, target.view); return true;
        case 'F':
            target.view.tab = "code";
            target.view.finding = target.view.find_is_new = target.view.code_keys.find = true;
            if (target.view.filled != Part::none) target.view.filled = Part::tabs;
            return true;
        case 'Q': target.quit = true; return true;
        default: return false;
    }
}

/// Moves to the next or previous stop of the warp; on the tab Warp only.
bool walk_warp(const KeyPress& press, KeyTarget& target, catalogue::WarpStop stop)
{
    if (!is_tab_visible(target.session.view(), target.view, "warp")) return false;
    target.view.warp_keys = {stop, press.shift ? -1 : 1};
    return true;
}

bool handle_letter(const KeyPress& press, KeyTarget& target)
{
    const auto& variants = target.session.view().experiment().variants;
    if (press.character >= '1' && press.character <= '9') {
        const auto index = static_cast<std::size_t>(press.character - '1');
        if (index < variants.size()) target.session.set_focus(variants[index].name);
        return true;
    }
    switch (press.character) {
        case 'P': target.view.present = !target.view.present; return true;
        case 'F': target.toggle_fill = true; return true;
        case 'V': toggle_everything(target.view); return true;
        case 'C':
            if (target.view.present) ++target.view.first_chart;
            return target.view.present;
        case 'Q':
            target.view.shows_qr_code = target.view.present && !target.view.page_address.empty();
            if (target.view.shows_qr_code) target.view.open_menu.clear();
            return target.view.shows_qr_code;
        case '.':
        case ',':
            if (is_tab_visible(target.session.view(), target.view, "warp"))
                target.view.warp_keys = {catalogue::WarpStop::step, press.character == '.' ? 1 : -1};
            else
                target.view.code_keys.place_step = press.character == '.' ? 1 : -1;
            return true;
        case 'J': return walk_warp(press, target, catalogue::WarpStop::line);
        case 'D': return walk_warp(press, target, catalogue::WarpStop::divergence);
        case 'E': return walk_warp(press, target, catalogue::WarpStop::access);
        case 'W': return walk_warp(press, target, catalogue::WarpStop::barrier);
        case 'B': return target.view.is_black = target.view.present;
        case 'R': return walk_warp(press, target, catalogue::WarpStop::fault);
        case 'O':
            if (worker_client::can_run_programs()) ask_room(target.session.view(), target.view);
            return worker_client::can_run_programs();
        case 'T': toggle_theme(target.view); return true;
        case 'S': toggle_speaker_notes(target.view); return true;
        case 'M': target.view.course_page.is_open = true; return true;
        case 'H':
            if (press.shift)
                target.view.hidden_variants.clear();
            else
                toggle_hidden(target.session, target.view, std::string(target.session.view().selection().focus));
            return true;
        case 'A': target.view.pinned = press.shift ? nullptr : teaching::pin(target.session.view()); return true;
        case 'N': select_experiment(target, press.shift ? -1 : 1); return true;
        case 'L':
            turn_lesson(target.session, target.view, press.shift ? -1 : 1);
            target.items.focus("", false);  // Tab starts at this step's question
            return true;
        case 'Z': target.view.zoom.clear(); return true;
        case 'X':
            if (const auto* parameter = moved_parameter(target)) target.session.set_x_axis(parameter->name);
            target.view.zoom.clear();
            return true;
        default: return false;
    }
}

/// True if a page or a menu covers the sliders.
bool is_page_open(const ViewState& view)
{
    return view.show_help || view.course_page.is_open || view.saving_page.is_open || view.finder.is_open ||
           view.shows_qr_code || view.shows_room || !view.open_menu.empty();
}

/// Enter opens a field for a value if a slider or nothing has the focus; otherwise it presses the focused item.
void press_enter(KeyTarget& target)
{
    const std::string& focused = target.items.focused();
    const bool on_slider = !target.items.focus_is_visible() || focused.starts_with("slider:");
    const model::Parameter* parameter = moved_parameter(target);
    if (on_slider && focused.starts_with("slider:"))
        if (const auto* at = target.session.view().experiment().find_parameter(focused.substr(7))) parameter = at;
    if (is_page_open(target.view))
        target.items.activate();
    else if (on_slider && parameter != nullptr && parameter->kind == model::ParameterKind::integer &&
             target.items.find("slider:" + parameter->name))
        begin_typed_entry(target.session.view(), target.view, parameter->name);
    else
        target.items.activate();
}

/// Alt and an arrow key move a border between the parts of the window.
bool handle_alt_key(const KeyPress& press, KeyTarget& target)
{
    const bool across = press.key == Key::left || press.key == Key::right;
    if (!across && press.key != Key::up && press.key != Key::down) return false;
    target.drag_border = !across ? Part::charts : press.shift ? Part::left : Part::right;
    target.drag_by = press.key == Key::left || press.key == Key::up ? -1.0f : 1.0f;
    return true;
}

/// While the help is open the arrows scroll it.
bool scroll_help(const KeyPress& press, KeyTarget& target)
{
    if (!target.view.show_help) return false;
    switch (press.key) {
        case Key::up: target.view.help_scroll = -0.15f; return true;
        case Key::down: target.view.help_scroll = 0.15f; return true;
        case Key::page_up: target.view.help_scroll = -0.8f; return true;
        case Key::page_down: target.view.help_scroll = 0.8f; return true;
        case Key::home: target.view.help_scroll = -1000; return true;
        case Key::end: target.view.help_scroll = 1000; return true;
        default: return false;
    }
}

/// Page Down and Page Up, which a presenter's clicker sends: step through an open talk, else scroll the tab.
void turn_page(KeyTarget& target, int step)
{
    if (target.view.talk)
        step_talk(target.session, target.view, step);
    else
        target.scroll_tab = 0.8f * static_cast<float>(step);
}

/// Keys that move the slider that was chosen last.
bool handle_parameter_key(const KeyPress& press, KeyTarget& target)
{
    const model::Parameter* parameter = moved_parameter(target);
    const int page = parameter ? teaching::page_steps(*parameter) : 1;
    switch (press.key) {
        case Key::left: step_parameter(target, -1); return true;
        case Key::right: step_parameter(target, 1); return true;
        case Key::page_up: press.shift ? step_parameter(target, page) : turn_page(target, -1); return true;
        case Key::page_down: press.shift ? step_parameter(target, -page) : turn_page(target, 1); return true;
        case Key::home:
            if (parameter) set_moved(target, *parameter, teaching::lowest_value(*parameter));
            return true;
        case Key::end:
            if (parameter) set_moved(target, *parameter, teaching::highest_value(*parameter));
            return true;
        case Key::backspace:
        case Key::del:
            if (parameter) reset_parameter(target.session, target.view, parameter->name);
            return true;
        default: return false;
    }
}

/// Keys while the page "Save pictures" is open.
bool handle_saving_key(const KeyPress& press, KeyTarget& target)
{
    const bool is_on_item = target.items.focus_is_visible();
    switch (press.key) {
        case Key::escape: target.view.saving_page = {}; return true;
        case Key::tab: target.items.move_focus(press.shift ? -1 : 1); return true;
        case Key::up: target.items.move_focus(-1); return true;
        case Key::down: target.items.move_focus(1); return true;
        case Key::space: target.items.activate(); return true;
        case Key::enter:
            if (is_on_item)
                target.items.activate();
            else
                target.save = true;
            return true;
        default: return false;
    }
}

/// Keys while the course page is open: they walk through its lessons. Help, full screen, present mode and theme still
/// work.
bool handle_course_key(const KeyPress& press, KeyTarget& target)
{
    switch (press.key) {
        case Key::escape: target.view.course_page.is_open = false; return true;
        case Key::tab: target.items.move_focus(press.shift ? -1 : 1); return true;
        case Key::up:
        case Key::left: target.items.move_focus(-1); return true;
        case Key::down:
        case Key::right: target.items.move_focus(1); return true;
        case Key::enter:
        case Key::space: target.items.activate(); return true;
        case Key::f1: target.view.show_help = !target.view.show_help; return true;
        case Key::f11: target.toggle_full_screen = true; return true;
        case Key::character: break;
        default: return true;
    }
    switch (press.character) {
        case 'M': target.view.course_page.is_open = false; return true;
        case 'P': target.view.present = !target.view.present; return true;
        case 'T': toggle_theme(target.view); return true;
        default: return true;
    }
}

/// Keys while the QR code is shown. Those that change the view still work, also a presenter's clicker, and the code
/// follows.
bool handle_qr_key(const KeyPress& press, KeyTarget& target)
{
    switch (press.key) {
        case Key::escape: target.view.shows_qr_code = false; return true;
        case Key::tab: target.items.move_focus(press.shift ? -1 : 1); return true;
        case Key::enter:
        case Key::space: target.items.activate(); return true;
        case Key::f1: target.view.show_help = true; return true;
        case Key::f11: target.toggle_full_screen = true; return true;
        case Key::up:
        case Key::down: return true;
        case Key::character: break;
        default: return handle_parameter_key(press, target);
    }
    switch (press.character) {
        case 'Q': target.view.shows_qr_code = false; return true;
        case 'P':
        case 'T':
        case 'N':
        case 'L': return handle_letter(press, target);
        default: return true;
    }
}

/// Keys while the room's page is open. It covers what most other keys change, so they do nothing.
bool handle_room_key(const KeyPress& press, KeyTarget& target)
{
    switch (press.key) {
        case Key::escape: target.view.shows_room = false; return true;
        case Key::tab: target.items.move_focus(press.shift ? -1 : 1); return true;
        case Key::enter:
        case Key::space: target.items.activate(); return true;
        case Key::f1: target.view.show_help = true; return true;
        case Key::f11: target.toggle_full_screen = true; return true;
        case Key::character:
            if (press.character == 'T') return handle_letter(press, target);
            return true;
        default: return true;
    }
}

/// Moves the focus. Without a focus, Tab starts at the lesson's question, because dozens of controls come before it in
/// reading order.
void walk_by_tab(KeyTarget& target, int step)
{
    const std::vector<std::string> keys = target.items.walk();
    const auto question = std::ranges::find_if(keys, [](const auto& key) { return key.starts_with("question:"); });
    if (step > 0 && target.items.focused().empty() && question != keys.end())
        return target.items.focus(*question, true);
    target.items.move_focus(step);
}

bool handle_named_key(const KeyPress& press, KeyTarget& target)
{
    if (scroll_help(press, target) || handle_parameter_key(press, target)) return true;
    const bool in_menu = target.items.has_scope();
    const bool in_code = !in_menu && target.items.focus_is_visible() && target.items.focused().starts_with("column:");
    if (in_code && (press.key == Key::up || press.key == Key::down)) {
        target.view.code_keys.row_step = press.key == Key::up ? -1 : 1;
        return true;
    }
    switch (press.key) {
        case Key::f1: target.view.show_help = !target.view.show_help; return true;
        case Key::f11: target.toggle_full_screen = true; return true;
        case Key::escape: close_something(target); return true;
        case Key::tab: walk_by_tab(target, press.shift ? -1 : 1); return true;
        case Key::up: in_menu ? target.items.move_focus(-1) : select_parameter(target, -1); return true;
        case Key::down: in_menu ? target.items.move_focus(1) : select_parameter(target, 1); return true;
        case Key::enter: press_enter(target); return true;
        case Key::space: target.items.activate(); return true;
        case Key::character: return handle_letter(press, target);
        default: return false;
    }
}

/// The talk's tab is hidden in present mode: its notes are for the speaker, not for the audience.
bool is_shown_in_tabs(const Panel& panel, const ViewState& view)
{
    if (std::string_view(panel.key) == "talk") return !view.present && (view.talk || view.tab == "talk");
    if (std::string_view(panel.key) == "run_here") return view.has_own_file;
    if (std::string_view(panel.key) == "trace") return view.trace != nullptr || view.run != nullptr;
    return panel.place == PanelPlace::tab || (panel.place == PanelPlace::right && view.right_in_tabs);
}

}  // namespace

bool handle_key(const KeyPress& press, KeyTarget& target)
{
    if (target.view.is_black) {
        target.view.is_black = false;
        return true;
    }
    if (target.view.finder.is_open && !press.ctrl) {
        if (press.key == Key::escape) target.view.finder = {};
        return true;
    }
    if (press.alt) return !press.ctrl && handle_alt_key(press, target);
    // The arrow keys move the slider that Tab has reached.
    if (const std::string& focused = target.items.focused();
        target.items.focus_is_visible() && focused.starts_with("slider:"))
        target.view.parameter = focused.substr(7);
    if (target.view.saving_page.is_open && !press.ctrl) return handle_saving_key(press, target);
    if (press.ctrl) return handle_control_key(press, target);
    if (target.view.course_page.is_open && !target.view.show_help && target.view.open_menu.empty())
        return handle_course_key(press, target);
    if (target.view.shows_qr_code && !target.view.show_help && target.view.open_menu.empty())
        return handle_qr_key(press, target);
    if (target.view.shows_room && !target.view.show_help && target.view.open_menu.empty())
        return handle_room_key(press, target);
    return handle_named_key(press, target);
}

std::vector<const Panel*> visible_tabs(const ViewState& view)
{
    std::vector<const Panel*> tabs;
    for (const Panel* panel : panels())
        if (is_shown_in_tabs(*panel, view)) tabs.push_back(panel);
    return tabs;
}

}  // namespace spillway::window
