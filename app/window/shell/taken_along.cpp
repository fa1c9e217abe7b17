#include "app/window/shell/taken_along.h"

#include <string>

#include "app/base/output_file.h"
#include "app/base/visible_text.h"
#include "app/window/panels/views.h"
#include "app/window/shell/settings.h"

namespace spillway::window {
namespace {

using model::Error;

std::string counted(std::size_t count, const char* one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/// "3 lessons read, 5 questions answered, 1 exercise won"
std::string words_of(const learner::LearnerProgress& progress)
{
    std::size_t read = 0, answered = 0, won = 0;
    for (const auto& [name, lesson] : progress) {
        read += lesson.read ? 1 : 0;
        won += lesson.won.size();
        for (const auto& [id, prediction] : lesson.predictions) answered += prediction.skipped ? 0 : 1;
    }
    return counted(read, "lesson") + " read, " + counted(answered, "question") + " answered, " +
           counted(won, "exercise") + " won";
}

/// Arranges the window as another one was; what belongs to this machine stays.
void arrange_as(KeptView arranged, ViewState& view)
{
    arranged.saving = view.saving;
    arranged.machines = view.machines;
    arranged.recent_files = view.recent_files;
    arranged.tab = view.tab;
    // Without a chosen theme there, the theme chosen here stays.
    if (!arranged.prefers_dark) arranged.prefers_dark = view.prefers_dark;
    static_cast<KeptView&>(view) = arranged;
    view.dark = arranged.prefers_dark.value_or(view.dark);
}

}  // namespace

void save_taken_along(const session::SessionView& session, ViewState& view)
{
    const std::filesystem::path file = free_file("my", taken_along_extension.substr(1).data());
    std::optional<Error> failed;
    if (file.empty())
        failed = Error{"there is no folder to write to", "your progress",
                       "start Spillway in a folder that you can write to"};
    else
        failed = base::write_file(file, print_taken_along({session.learner(), view}), base::IfThere::refuse);
    view.status_notice = failed ? "Not saved: " + failed->line()
                                : "Saved " + base::visible_line(file.string()) + ": drop it on another Spillway.";
}

std::optional<Error> take_in(const std::filesystem::path& file, session::Session& session, ViewState& view)
{
    const std::string shown = base::visible_line(file.filename().string());
    const auto text = read_small_file(file, learner::max_progress_bytes);
    auto all = text ? parse_taken_along(*text) : text.error();
    if (!all)
        return Error{"your progress cannot be taken in: " + all.error().what, shown,
                     "save it again in the Spillway that it comes from"};
    session.change_learner([other = all->progress](learner::LearnerProgress& here) { learner::add(other, here); });
    if (all->arranged) arrange_as(*all->arranged, view);
    view.status_notice = "Taken in from " + shown + ": " + words_of(all->progress) + ".";
    return std::nullopt;
}

}  // namespace spillway::window
