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

/// Writes the user's own files of an open session on request, and journals unsaved text.
class UserFiles {
public:
    explicit UserFiles(SessionState& state) : state_(state) {}

    /// Replaces the source of an experiment and reloads it. `source_file` names the experiment, which must be the
    /// user's own and trusted. Fails if the file no longer holds `last_read`.
    SaveOutcome save_source(const std::string& source_file, const std::string& text, const std::string& last_read);
    /// Journals the text being typed until the file holds it. Before a session's first keystroke, the journal keeps the
    /// file's text.
    std::optional<model::Error> note_typed(const std::string& source_file, const std::string& text, bool is_in_file);
    /// Keeps a text of the file that another text replaces. Returns where.
    model::Expected<std::filesystem::path> keep_text(const std::string& source_file, const std::string& text);
    /// Call once the user has seen or declined a text of SessionView::left_typed().
    void put_away_left(const std::string& source_file, const learner::LeftText& left);
    /// Keeps a text that cannot be saved in a new file beside the original, also if the original has vanished. Keeps it
    /// in the journal if it cannot be written there, or if the file is not the user's own and trusted. Returns where.
    model::Expected<std::filesystem::path> keep_beside(const std::string& source_file, const std::string& text);
    /// Copies the selected experiment into the user's folder and selects the copy with the same settings.
    std::optional<model::Error> edit_a_copy();
    /// Saves a plain .cu as an experiment in the user's folder and selects it.
    std::optional<model::Error> make_experiment();

    /// Sets how the selected plain .cu is built. The Error names the invalid setting and nothing changes.
    std::optional<model::Error> set_build(model::BuildSettings build);
    /// Sets the range of a slider of the selected plain .cu, as typed; empty: the default range for its number.
    std::optional<model::Error> set_range(const std::string& parameter, const std::string& range);

private:
    SessionState& state_;
};

}  // namespace spillway::session
