#include "app/window/panels/talk_steps.h"

#include <algorithm>
#include <utility>

#include "app/base/output_file.h"
#include "app/window/panels/views.h"

namespace spillway::window {
namespace fs = std::filesystem;
namespace {

using model::Error;
using teaching::Talk;
using teaching::TalkStop;

int stop_count(const OpenTalk& open)
{
    return static_cast<int>(open.talk.stops.size());
}

bool shows_stop(const ViewState& view)
{
    return view.talk && view.talk->at >= 0 && view.talk->at < stop_count(*view.talk);
}

/// Creates a new file; never replaces one.
std::optional<Error> write_new_talk(OpenTalk& open, const std::string& text)
{
    open.file = free_file("talk", "spillway-talk");
    if (open.file.empty())
        return Error{"there is no folder to write to", "the talk", "start Spillway in a folder that you can write to"};
    return base::write_file(open.file, text, base::IfThere::refuse);
}

/// Writes the file if it still contains the text last read; else keeps the other text for the user to choose.
std::optional<Error> replace_talk(OpenTalk& open, const std::string& text)
{
    if (open.displaced)
        if (auto late = open.displaced->written_since()) {
            open.found = std::move(late);
            return std::nullopt;
        }
    auto replaced = base::replace_text(open.file, open.in_file, text);
    if (!replaced) return replaced.error();
    if (!replaced->is_done) {
        open.found = replaced->found;
        open.in_file = replaced->found;
        return std::nullopt;
    }
    open.displaced = replaced->displaced;
    open.in_file = text;
    return std::nullopt;
}

std::string changed_words(const OpenTalk& open)
{
    // A narrow status line cuts the end, so the request comes first.
    return "Choose on the tab Talk which version stays: another program has changed " + open.file.filename().string() +
           ".";
}

std::string undecided_words(const OpenTalk& open)
{
    return "The talk is not saved. " + changed_words(open);
}

/// Writes the text to the first unused name of "talk.mine.spillway-talk", "talk.mine-2.spillway-talk", … for
/// "talk.spillway-talk"; `kept` becomes that file.
std::optional<Error> write_beside(const fs::path& file, const std::string& text, fs::path& kept)
{
    constexpr int max_tries = 1000;
    std::optional<Error> failed;
    for (int number = 1; number <= max_tries; ++number) {
        kept = file.parent_path() / (file.stem().string() + ".mine" +
                                     (number == 1 ? "" : "-" + std::to_string(number)) + file.extension().string());
        failed = base::write_file(kept, text, base::IfThere::refuse);
        const base::Standing standing = base::what_stands_at(kept);
        if (!failed || standing == base::Standing::nothing || standing == base::Standing::unknown) return failed;
    }
    return failed;
}

void save_talk(ViewState& view)
{
    OpenTalk& open = *view.talk;
    const std::string text = teaching::print_talk(open.talk);
    if (!open.found && text == open.in_file) {
        open.is_unsaved = false;
        return;
    }
    open.is_unsaved = true;
    if (open.found) {
        view.status_notice = undecided_words(open);
        return;
    }
    std::optional<Error> failed;
    if (text.size() > teaching::max_talk_bytes)
        failed = Error{"it is longer than 1 MiB", "the talk", "shorten its notes"};
    else if (open.in_file.empty()) {
        failed = write_new_talk(open, text);
        if (!failed) open.in_file = text;
    } else
        failed = replace_talk(open, text);
    if (failed)
        view.status_notice = "The talk is not saved: " + failed->line();
    else if (open.found)
        view.status_notice = undecided_words(open);
    else
        open.is_unsaved = false;
}

std::optional<TalkStop> stop_of_current_view(const session::SessionView& session, ViewState& view)
{
    const auto link = link_to_view(session, view);
    if (link) return TalkStop{link->substr(teaching::view_scheme.size()), ""};
    view.status_notice = link.error().line();
    return std::nullopt;
}

}  // namespace

void keep_unsaved_talk(ViewState& view)
{
    if (!view.talk || !view.talk->is_unsaved) return;
    const OpenTalk& open = *view.talk;
    const std::string text = teaching::print_talk(open.talk);
    fs::path kept;
    std::optional<Error> failed = write_beside(open.file, text, kept);
    if (failed) {
        kept = free_file("talk", "spillway-talk");
        failed = base::write_file(kept, text, base::IfThere::refuse);
    }
    view.status_notice = failed ? "The talk is not saved: " + failed->line() : "Your talk is kept in " + kept.string();
    view.talk->is_unsaved = failed.has_value();
}

std::optional<Error> open_talk(const std::filesystem::path& file, ViewState& view)
{
    auto text = read_small_file(file, teaching::max_talk_bytes);
    if (!text) return text.error();
    auto talk = teaching::parse_talk(*text);
    if (!talk) return Error{talk.error().what, file.filename().string(), talk.error().advice};
    const bool was_unsaved = view.talk && view.talk->is_unsaved;
    keep_unsaved_talk(view);
    std::error_code ignored;
    view.talk = OpenTalk{std::filesystem::absolute(file, ignored), std::move(*text), std::move(*talk), -1, {}, {}};
    if (!was_unsaved)  // else the status line shows where the other talk was saved
        view.status_notice = std::to_string(view.talk->talk.stops.size()) +
                             for_input_device(view, " stops: Page Down goes to the next.",
                                              " stops: a tap on one of the tab Talk opens it.");
    return std::nullopt;
}

void open_course(const std::filesystem::path& file, session::Session& session, ViewState& view)
{
    const bool was_unsaved = view.talk && view.talk->is_unsaved;
    if (const auto problem = open_talk(file, view)) {
        view.status_notice = problem->line();
        return;
    }
    make_own(*view.talk);
    view.course_page.is_open = false;
    if (!was_unsaved) view.status_notice.clear();
    view.tab = "talk";
    show_stop(session, view, 0);
}

void make_own(OpenTalk& talk)
{
    talk.file.clear();
    talk.in_file.clear();
}

void toggle_speaker_notes(ViewState& view)
{
    if (!view.page_address.empty())
        view.status_notice = "A page in a browser has no second window: the notes are on the tab Talk.";
    else if (!view.talk)
        view.status_notice = for_input_device(
            view, "No talk is open, so there are no notes: drop a .spillway-talk file, or begin with Ctrl+B.",
            "No talk is open, so there are no notes.");
    else
        view.shows_speaker_notes = !view.shows_speaker_notes;
}

std::string stop_title(const session::SessionView& session, const TalkStop& stop)
{
    const auto read = teaching::parse_view(stop.view);
    if (!read) return "?";
    const model::Experiment* experiment = session.catalogue().find(read->setting.experiment);
    return experiment == nullptr ? read->setting.experiment + " (not here)" : experiment->title;
}

void close_talk(ViewState& view)
{
    keep_unsaved_talk(view);
    view.talk.reset();
    view.shows_speaker_notes = false;
    if (view.tab == "talk") view.tab = view.tab_behind.empty() ? "lesson" : view.tab_behind;
}

void show_stop(session::Session& session, ViewState& view, int stop)
{
    if (!view.talk || view.talk->talk.stops.empty()) return;
    view.talk->at = std::clamp(stop, 0, stop_count(*view.talk) - 1);
    const auto& shown = view.talk->talk.stops[static_cast<std::size_t>(view.talk->at)];
    const std::string place =
        "Stop " + std::to_string(view.talk->at + 1) + " of " + std::to_string(stop_count(*view.talk));
    const bool is_at_notes = view.tab == "talk" && !view.present;
    auto wanted = teaching::parse_view(shown.view);
    std::optional<Error> problem;
    if (wanted) {
        wanted->present = view.present;
        wanted->theme = teaching::ViewTheme::unsaid;
        problem = show_view(*wanted, session, view);
    } else {
        problem = wanted.error();
    }
    if (is_at_notes) {
        view.tab_behind = view.tab;
        view.tab = "talk";
        view.filled = Part::none;
    }
    if (problem)
        view.status_notice = place + ": " + problem->line();
    else if (view.status_notice.empty())
        view.status_notice = place;
}

void step_talk(session::Session& session, ViewState& view, int step)
{
    if (view.talk) show_stop(session, view, view.talk->at + step);
}

void add_stop(session::Session& session, ViewState& view)
{
    auto stop = stop_of_current_view(session.view(), view);
    if (!stop) return;
    if (!view.talk) view.talk.emplace();
    auto& stops = view.talk->talk.stops;
    if (stops.size() >= teaching::max_talk_stops) {
        view.status_notice = "A talk has at most 200 stops: begin another one.";
        return;
    }
    view.talk->at = std::min(view.talk->at + 1, stop_count(*view.talk));
    stops.insert(stops.begin() + view.talk->at, std::move(*stop));
    view.status_notice.clear();
    save_talk(view);
    if (view.status_notice.empty())
        view.status_notice =
            "Stop " + std::to_string(view.talk->at + 1) + " of the talk in " + view.talk->file.string();
}

void replace_stop(session::Session& session, ViewState& view)
{
    if (!shows_stop(view)) return;
    const auto stop = stop_of_current_view(session.view(), view);
    if (!stop) return;
    view.talk->talk.stops[static_cast<std::size_t>(view.talk->at)].view = stop->view;
    save_talk(view);
}

void remove_stop(session::Session& session, ViewState& view)
{
    if (!shows_stop(view)) return;
    auto& stops = view.talk->talk.stops;
    stops.erase(stops.begin() + view.talk->at);
    view.talk->at = std::min(view.talk->at, stop_count(*view.talk) - 1);
    save_talk(view);
    if (!stops.empty()) show_stop(session, view, view.talk->at);
}

void move_stop(ViewState& view, int by)
{
    if (!shows_stop(view)) return;
    const int to = view.talk->at + by;
    if (to < 0 || to >= stop_count(*view.talk)) return;
    auto& stops = view.talk->talk.stops;
    std::swap(stops[static_cast<std::size_t>(view.talk->at)], stops[static_cast<std::size_t>(to)]);
    view.talk->at = to;
    save_talk(view);
}

void set_notes(ViewState& view, int stop, const std::string& notes)
{
    if (!view.talk || stop < 0 || stop >= stop_count(*view.talk)) return;
    view.talk->talk.stops[static_cast<std::size_t>(stop)].notes = notes;
    save_talk(view);
}

void follow_talk_file(ViewState& view)
{
    if (!view.talk || view.talk->in_file.empty()) return;
    OpenTalk& open = *view.talk;
    std::error_code error;
    const auto written = fs::last_write_time(open.file, error);
    if (error || written == std::exchange(open.written_at, written)) return;
    auto text = read_small_file(open.file, teaching::max_talk_bytes);
    if (!text || *text == open.in_file) return;
    open.found = *text;
    open.in_file = std::move(*text);
    view.status_notice = open.is_unsaved ? undecided_words(open) : changed_words(open);
}

void keep_my_talk(ViewState& view)
{
    if (!view.talk) return;
    view.talk->found.reset();
    view.talk->displaced.reset();
    save_talk(view);
}

void take_their_talk(ViewState& view)
{
    if (!view.talk || !view.talk->found) return;
    auto theirs = teaching::parse_talk(*view.talk->found);
    if (!theirs) {
        view.status_notice = "The file's talk cannot be used: " + theirs.error().line();
        return;
    }
    view.talk->talk = std::move(*theirs);
    view.talk->at = std::min(view.talk->at, stop_count(*view.talk) - 1);
    view.talk->found.reset();
    view.talk->displaced.reset();
    save_talk(view);
}

}  // namespace spillway::window
