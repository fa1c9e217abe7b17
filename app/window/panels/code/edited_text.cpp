#include "app/window/panels/code/edited_text.h"

#include <utility>

#include "app/base/shared_file.h"
#include "app/catalogue/plain/file_text.h"
#include "app/window/kit/editable_text.h"

namespace spillway::window {
namespace {

constexpr double rest_seconds = 0.3;   ///< pause in typing after which the text is saved
constexpr double again_seconds = 1.0;  ///< until a failed save is tried again: a full disk, a file in use

Obstacle obstacle_of(const model::Origin& origin)
{
    switch (origin.source_state) {
        case model::SourceState::current:
        case model::SourceState::broken: break;
        case model::SourceState::too_large: return Obstacle::too_large;
        case model::SourceState::gone: return Obstacle::gone;
        case model::SourceState::unreadable: return Obstacle::unreadable;
    }
    return origin.trusted ? Obstacle::none : Obstacle::untrusted;
}

}  // namespace

void EditedText::begin(const std::string& source)
{
    text = saved_ = source;
    theirs_.reset();
    refused_.reset();
    has_typed_ = false;
    why_not_ = why_not_editable(source);
    if (const auto why = base::why_not_replaced(file_); why && !why_not_) why_not_ = "Here " + why->what + ".";
}

/// True if the learner must choose between this text and another program's.
bool EditedText::needs_choice(const std::string& source, bool has_keyboard) const
{
    return is_unsaved() || (has_keyboard && !why_not_ && why_not_editable(source));
}

Obstacle EditedText::obstacle() const
{
    return in_file_ == Obstacle::none && text.size() > catalogue::max_file_bytes ? Obstacle::too_large : in_file_;
}

bool EditedText::take(const PanelContext& context, bool has_keyboard)
{
    take_saved(context.now_seconds);
    const model::Experiment& experiment = context.session.experiment();
    in_file_ = obstacle_of(experiment.origin);
    if (file_ != experiment.source_file) {
        close(context.commands);
        file_ = experiment.source_file;
        saving_.reset();
        begin(experiment.source);
        left_ = context.session.left_typed(file_);
        return true;
    }
    if (!experiment.origin.is_source_read()) return false;
    if (experiment.source == saved_ || experiment.source == theirs_) return false;
    if (experiment.source == text) {
        saved_ = text;  // another program wrote the same
        theirs_.reset();
        return false;
    }
    if (needs_choice(experiment.source, has_keyboard)) {
        theirs_ = experiment.source;
        return false;
    }
    // Another program's text takes the place of one that was typed here.
    if (has_typed_) keep(context.commands, text);
    begin(experiment.source);
    return true;
}

void EditedText::take_saved(double now_seconds)
{
    if (saving_ == nullptr || !saving_->is_done) return;
    const session::SaveOutcome& outcome = saving_->outcome;
    if (!outcome.problem) {
        saved_ = saving_->text;
        refused_.reset();
    } else if (outcome.found) {
        theirs_ = outcome.found;
    } else {
        refused_ = saving_->text;
        refused_seconds_ = now_seconds;
        said_ = outcome.problem->line();
    }
    saving_.reset();
}

bool EditedText::is_writable() const
{
    return obstacle() == Obstacle::none && !why_not_;
}

/// False while the learner must choose between two versions, while a save runs, and shortly after one failed. Text that
/// could not be read back is never written.
bool EditedText::may_be_saved() const
{
    return !file_.empty() && waits_for_rest() && saving_ == nullptr && text != refused_;
}

void EditedText::typed(Commands& commands, double now_seconds)
{
    has_typed_ = true;
    typed_seconds_ = now_seconds;
    const bool is_in_file = !is_unsaved();  // every change was undone
    commands.post([file = file_, typed = text, is_in_file](session::Session& session, ViewState& view) {
        if (const auto problem = session.files().note_typed(file, typed, is_in_file))
            view.status_notice = problem->line();
    });
}

void EditedText::save_at_rest(Commands& commands, double now_seconds)
{
    if (now_seconds - typed_seconds_ < rest_seconds) return;
    if (refused_ && now_seconds - refused_seconds_ >= again_seconds) refused_.reset();
    save(commands);
}

void EditedText::save(Commands& commands)
{
    take_saved(typed_seconds_);
    if (!may_be_saved()) return;
    saving_ = std::make_shared<Saving>(Saving{text, false, {}});
    commands.post([saving = saving_, file = file_, last_read = saved_, said = std::exchange(said_, {})](
                      session::Session& session, ViewState& view) {
        saving->outcome = session.files().save_source(file, saving->text, last_read);
        saving->is_done = true;
        if (saving->outcome.problem)
            view.status_notice = saving->outcome.problem->line();
        else if (view.status_notice == said)
            view.status_notice.clear();  // the text that could not be saved is saved now
    });
}

void EditedText::close(Commands& commands)
{
    take_saved(typed_seconds_);
    if (!file_.empty() && is_unsaved())
        commands.post([file = file_, typed = text, last_read = saved_, may_be_saved = may_be_saved()](
                          session::Session& session, ViewState& view) {
            if (may_be_saved && !session.files().save_source(file, typed, last_read).problem) return;
            const auto kept = session.files().keep_beside(file, typed);
            view.status_notice = kept ? "Your text is kept in " + kept->string() : kept.error().line();
        });
    file_.clear();
    text = saved_;
    left_.reset();
}

/// Keeps a text that gives way to another one.
void EditedText::keep(Commands& commands, const std::string& given_way) const
{
    commands.post([file = file_, given_way](session::Session& session, ViewState& view) {
        const auto kept = session.files().keep_text(file, given_way);
        view.status_notice = kept ? "The earlier text is kept in " + kept->string() : kept.error().line();
    });
}

void EditedText::keep_mine(Commands& commands)
{
    if (!theirs_) return;
    keep(commands, *theirs_);
    saved_ = *std::exchange(theirs_, std::nullopt);
    typed_seconds_ = 0;
}

void EditedText::take_theirs(Commands& commands)
{
    if (!theirs_) return;
    keep(commands, text);
    const std::string source = *std::exchange(theirs_, std::nullopt);
    begin(source);
}

void EditedText::take_up_left(Commands& commands, double now_seconds)
{
    if (!left_) return;
    const learner::LeftText left = *std::exchange(left_, std::nullopt);
    keep(commands, text);
    text = left.text;
    typed(commands, now_seconds);
    commands.post(
        [file = file_, left](session::Session& session, ViewState&) { session.files().put_away_left(file, left); });
}

void EditedText::put_left_away(Commands& commands)
{
    if (!left_) return;
    commands.post(
        [file = file_, left = *std::exchange(left_, std::nullopt)](session::Session& session, ViewState& view) {
            session.files().put_away_left(file, left);
            view.status_notice = "The unsaved text stays in " + left.at.parent_path().string();
        });
}

}  // namespace spillway::window
