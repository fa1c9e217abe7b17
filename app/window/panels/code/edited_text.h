#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Why an edited text cannot be written for now.
enum class Obstacle {
    none,
    too_large,   ///< the text, or what another program has made of the file
    gone,        ///< the file
    unreadable,  ///< the file
    untrusted,   ///< another folder has taken the place of the file's, and the user has not trusted that yet
};

/// The text of a file while it is edited: what is typed, what the file holds, and where either goes. What is typed is
/// in a journal from the first key on and in the file when the hands rest. What another program writes meanwhile is
/// taken over, unless both have changed it; then the learner decides, and the other text is kept. Draws nothing.
class EditedText {
public:
    /// Takes in what the session has read of the file that is shown. True where `text` has become another one. A text
    /// that the field could not hold takes the place of none that `has_keyboard`: the learner decides.
    bool take(const PanelContext& context, bool has_keyboard);
    /// Why what is typed stays out of the file for now. Text, keyboard and undo stay meanwhile.
    [[nodiscard]] Obstacle obstacle() const;
    /// Why this file is not edited here, where it is not.
    [[nodiscard]] const std::optional<std::string>& why_not() const { return why_not_; }
    [[nodiscard]] const std::string& file() const { return file_; }

    std::string text;  ///< as it is being edited

    /// `text` has just been changed by a key.
    void typed(Commands& commands, double now_seconds);
    [[nodiscard]] bool is_unsaved() const { return text != saved_; }
    /// It is unsaved, and only time must pass until it is saved: nothing has to happen or be decided before.
    [[nodiscard]] bool waits_for_rest() const { return is_unsaved() && is_writable() && !theirs_; }
    /// Writes what is typed once the hands rest.
    void save_at_rest(Commands& commands, double now_seconds);
    /// Writes it without waiting for that; what cannot be written yet stays in the field.
    void save(Commands& commands);
    /// Forgets what it holds, which is in the file then, or where that must not be beside it.
    void close(Commands& commands);

    /// Another program has changed the file too.
    [[nodiscard]] bool is_contested() const { return theirs_.has_value(); }
    void keep_mine(Commands& commands);
    void take_theirs(Commands& commands);

    /// What was typed here before the program was ended by something else.
    [[nodiscard]] bool has_left() const { return left_.has_value(); }
    void take_up_left(Commands& commands, double now_seconds);
    void put_left_away(Commands& commands);

private:
    void begin(const std::string& source);
    [[nodiscard]] bool is_to_be_decided(const std::string& source, bool has_keyboard) const;
    void take_saved(double now_seconds);
    [[nodiscard]] bool is_writable() const;
    [[nodiscard]] bool may_be_saved() const;
    void keep(Commands& commands, const std::string& given_way) const;

    std::string file_;                   ///< whose text this is; empty: none
    Obstacle in_file_ = Obstacle::none;  ///< what the session knows of the file; the text's own length is beside it
    std::string saved_;                  ///< as it was last written or read
    std::optional<std::string> theirs_;  ///< what another program has written while this one had changes too
    std::optional<learner::LeftText> left_;
    std::optional<std::string> why_not_;
    bool has_typed_ = false;  ///< some of `text` was typed here
    /// A text on its way into the file, and what came of it after the frame.
    struct Saving {
        std::string text;
        bool is_done = false;
        session::SaveOutcome outcome;
    };
    std::shared_ptr<Saving> saving_;
    std::optional<std::string> refused_;  ///< a text that could not be written: tried again after a while
    std::string said_;                    ///< in the status line, of that text
    double typed_seconds_ = 0, refused_seconds_ = 0;
};

}  // namespace spillway::window
