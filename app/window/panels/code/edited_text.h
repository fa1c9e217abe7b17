#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Reason why an edited text cannot be saved now.
enum class Obstacle {
    none,
    too_large,   ///< the text, or the file after another program's change
    gone,        ///< the file no longer exists
    unreadable,  ///< the file cannot be read
    untrusted,   ///< another folder has replaced the file's folder, and the user has not trusted it yet
};

/// The text of a file during editing. A journal records typed text from the first key; the file is saved after a pause.
/// Another program's change is adopted, unless both have changed the text: then the learner decides, and the other text
/// is kept. Does not draw.
class EditedText {
public:
    /// Adopts the session's newest text of the shown file. True if `text` changed. While the field has the keyboard, a
    /// text that the field cannot hold does not replace it: the learner decides.
    bool take(const PanelContext& context, bool has_keyboard);
    /// Reason why typed text cannot be saved now. Text, keyboard focus and undo stay.
    [[nodiscard]] Obstacle obstacle() const;
    /// Reason why this file cannot be edited here; empty if it can.
    [[nodiscard]] const std::optional<std::string>& why_not() const { return why_not_; }
    [[nodiscard]] const std::string& file() const { return file_; }

    std::string text;  ///< the current text

    /// Call it after a key has changed `text`.
    void typed(Commands& commands, double now_seconds);
    [[nodiscard]] bool is_unsaved() const { return text != saved_; }
    /// True if the text is unsaved and will be saved after a pause, without another event or decision.
    [[nodiscard]] bool waits_for_rest() const { return is_unsaved() && is_writable() && !theirs_; }
    /// Saves typed text after a pause.
    void save_at_rest(Commands& commands, double now_seconds);
    /// Saves typed text now; text that cannot be saved yet stays in the field.
    void save(Commands& commands);
    /// Saves unsaved text (beside the file if the file cannot be written) and drops it; take() then reads the file
    /// again.
    void close(Commands& commands);

    /// True if another program has changed the file too. keep_mine() and take_theirs() decide; each keeps the other
    /// text in a file.
    [[nodiscard]] bool is_contested() const { return theirs_.has_value(); }
    void keep_mine(Commands& commands);
    void take_theirs(Commands& commands);

    /// True if a killed program left unsaved text of this file. take_up_left() edits that text and keeps the current
    /// one in a file; put_left_away() leaves it on the disk.
    [[nodiscard]] bool has_left() const { return left_.has_value(); }
    void take_up_left(Commands& commands, double now_seconds);
    void put_left_away(Commands& commands);

private:
    void begin(const std::string& source);
    [[nodiscard]] bool needs_choice(const std::string& source, bool has_keyboard) const;
    void take_saved(double now_seconds);
    [[nodiscard]] bool is_writable() const;
    [[nodiscard]] bool may_be_saved() const;
    void keep(Commands& commands, const std::string& given_way) const;

    std::string file_;                   ///< file of the text; empty: none
    Obstacle in_file_ = Obstacle::none;  ///< the session's knowledge of the file; the text's own length is checked
                                         ///< separately
    std::string saved_;                  ///< the text last saved or read
    std::optional<std::string> theirs_;  ///< another program's version, written while this text had changes too
    std::optional<learner::LeftText> left_;
    std::optional<std::string> why_not_;
    bool has_typed_ = false;  ///< part of `text` was typed here
    /// A save in progress, and its result after the frame.
    struct Saving {
        std::string text;
        bool is_done = false;
        session::SaveOutcome outcome;
    };
    std::shared_ptr<Saving> saving_;
    std::optional<std::string> refused_;  ///< a text that could not be saved; retried after a while
    std::string said_;                    ///< status line message about that text
    double typed_seconds_ = 0, refused_seconds_ = 0;
};

}  // namespace spillway::window
