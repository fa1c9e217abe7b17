#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/learner/typing_journal.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"
#include "app/session/session_types.h"

namespace spillway::session {

struct SessionState;

/// The user's own files of an open session, written on their request, and what is typed until it is in them.
class UserFiles {
public:
    explicit UserFiles(SessionState& state) : state_(state) {}

    /// Replaces the source of an experiment, which must be the user's own and trusted, and takes it in. Which one,
    /// its file says. Only where the file still holds what was read last.
    SaveOutcome save_source(const std::string& source_file, const std::string& text, const std::string& last_read);
    /// What is being typed, as it stands now: kept in the journal until it is in the file. Before the first key of a
    /// session the journal keeps what stood in the file.
    std::optional<model::Error> note_typed(const std::string& source_file, const std::string& text, bool is_in_file);
    /// Keeps a text of a file that gives way to another; returns where.
    model::Expected<std::filesystem::path> keep_text(const std::string& source_file, const std::string& text);
    /// Of what SessionView::left_typed() gave: it is shown, or not wanted.
    void put_away_left(const std::string& source_file, const learner::LeftText& left);
    /// What was typed and cannot go into its file is kept in a new one beside it; returns where. Also of a file that
    /// has vanished while it was edited; where its folder has too, in the journal.
    model::Expected<std::filesystem::path> keep_beside(const std::string& source_file, const std::string& text);
    /// Copies the selected experiment into the user's own folder and selects the copy, set as this one is.
    std::optional<model::Error> edit_a_copy();
    /// Writes a plain .cu down as an experiment in the user's own folder, and selects that.
    std::optional<model::Error> make_experiment();

    /// How the selected plain .cu is built. The Error says which setting is none, and nothing has changed then.
    std::optional<model::Error> set_build(model::BuildSettings build);
    /// Over what a slider of the selected plain .cu runs, as it is typed; empty: as its number suggests.
    std::optional<model::Error> set_range(const std::string& parameter, const std::string& range);

private:
    SessionState& state_;
};

}  // namespace spillway::session
