#include "app/session/user_files.h"

#include "app/base/shared_file.h"
#include "app/catalogue/plain/file_text.h"
#include "app/session/own_files.h"
#include "app/session/session_folders.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

/// The user's own trusted experiment with this source; null if there is none.
const model::Experiment* find_own(const SessionState& state, const std::string& source_file)
{
    for (const model::Experiment& each : state.library.catalogue().experiments)
        if (each.source_file == source_file && each.origin.trusted && each.origin.is_users_own()) return &each;
    return nullptr;
}

/// Shows a folder that this program has just made, and trusts it, because all its contents come from the program.
std::optional<model::Error> show_made(SessionState& state, const fs::path& folder)
{
    if (auto problem = add_folder(state, folder)) return problem;
    state.trust_experiment(state.experiment().name, results::TrustTerm::for_good);
    return std::nullopt;
}

}  // namespace

SaveOutcome UserFiles::save_source(const std::string& source_file, const std::string& text,
                                   const std::string& last_read)
{
    if (find_own(state_, source_file) == nullptr)
        return {model::Error{"only your own trusted files can be edited", source_file, "edit a copy"}, {}};
    if (text.size() > catalogue::max_file_bytes)
        return {model::Error{"too large to be read again", source_file, "shorten it to 1,024 KiB"}, {}};
    const auto replaced = base::replace_text(source_file, last_read, text);
    if (!replaced) return {replaced.error(), {}};
    if (replaced->is_done) state_.typing.settle(source_file);
    if (replaced->displaced) state_.replaced_files.push_back({source_file, replaced->displaced, Clock::now()});
    const std::string content_before = state_.experiment().origin.content_hash;
    state_.library.hold(state_.experiment().source_file);
    state_.library.reload({fs::path(source_file).parent_path().string()}, results::OnParseError::accept);
    take_reloaded_catalogue(state_, content_before);
    if (replaced->is_done) return {};
    return {
        model::Error{"another program has changed the file in the meantime", source_file, "choose which text stays"},
        replaced->found};
}

std::optional<model::Error> UserFiles::note_typed(const std::string& source_file, const std::string& text,
                                                  bool is_in_file)
{
    std::optional<model::Error> not_kept;
    if (const model::Experiment* own = find_own(state_, source_file)) {
        state_.edited_files.insert(source_file);
        if (state_.typed_files.insert(source_file).second)
            if (const auto kept = state_.typing.keep(source_file, own->source); !kept) not_kept = kept.error();
    }
    auto problem = state_.typing.note(source_file, text);
    if (!problem) problem = std::move(not_kept);
    if (!problem && is_in_file) state_.typing.settle(source_file);
    return problem;
}

model::Expected<fs::path> UserFiles::keep_text(const std::string& source_file, const std::string& text)
{
    return state_.typing.keep(source_file, text);
}

void UserFiles::put_away_left(const std::string& source_file, const learner::LeftText& left)
{
    state_.typing.put_away(source_file, left);
}

model::Expected<fs::path> UserFiles::keep_beside(const std::string& source_file, const std::string& text)
{
    std::error_code error;
    const bool may_be_beside = state_.edited_files.contains(source_file) || find_own(state_, source_file) != nullptr;
    const bool is_folder_there = fs::is_directory(fs::path(source_file).parent_path(), error);
    auto kept = may_be_beside && is_folder_there
                    ? write_beside(source_file, text)
                    : model::Error{"Spillway writes only beside your own trusted files", source_file, ""};
    if (!kept) kept = state_.typing.keep(source_file, text);
    if (kept) state_.typing.forget(source_file);
    return kept;
}

std::optional<model::Error> UserFiles::edit_a_copy()
{
    const auto folder = copy_to_own(state_.experiment(), state_.library.catalogue());
    if (!folder) return folder.error();
    const Selection before = state_.choice.now();
    if (auto problem = show_made(state_, *folder)) return problem;
    // Restore the setting: same values, same GPU.
    Selection next = state_.choice.now();
    next.values = before.values;
    next.focus = before.focus;
    next.x_axis = before.x_axis;
    state_.change(fitted(next, state_.library.catalogue(), state_.gpu()));
    return std::nullopt;
}

std::optional<model::Error> UserFiles::make_experiment()
{
    const auto folder = make_own(state_.experiment(), state_.choice.now().values, state_.library.catalogue());
    return folder ? show_made(state_, *folder) : folder.error();
}

std::optional<model::Error> UserFiles::set_build(model::BuildSettings build)
{
    const std::string before = state_.experiment().origin.content_hash;
    if (auto wrong = state_.library.set_build(state_.experiment(), std::move(build))) return wrong;
    take_reloaded_catalogue(state_, before);
    return std::nullopt;
}

std::optional<model::Error> UserFiles::set_range(const std::string& parameter, const std::string& range)
{
    const std::string before = state_.experiment().origin.content_hash;
    if (auto wrong = state_.library.set_range(state_.experiment(), parameter, range)) return wrong;
    take_reloaded_catalogue(state_, before);
    return std::nullopt;
}

}  // namespace spillway::session
