#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/terms.h"
#include "app/session/session.h"
#include "app/teaching/comparison.h"
#include "app/teaching/covers.h"
#include "app/teaching/next_step.h"
#include "app/teaching/sketch.h"
#include "app/window/kit/focus_registry.h"
#include "app/window/kit/kept_view.h"
#include "app/window/kit/open_talk.h"
#include "app/window/kit/question_steps.h"
#include "app/window/kit/theme.h"
#include "app/window/kit/warp_desk.h"

namespace spillway::window {

/// A parameter whose value is being typed.
struct TypedEntry {
    std::string parameter;  ///< empty: none
    std::string text;       ///< what the field starts with
    bool is_new = false;    ///< the field has yet to take the keyboard
    std::string error;      ///< why the last text was refused
};

/// A part of the window that a border can be dragged beside, and that can fill the window alone.
enum class Part { none, left, charts, tabs, right };

/// What the keyboard asks of the code's panel, which takes it up in the next frame.
struct CodeKeys {
    int row_step = 0;    ///< of the column that has the keyboard
    int place_step = 0;  ///< to the next place that touches local memory, or differs
    int hit_step = 0;    ///< to the next place of what is searched for
    bool find = false;   ///< the field takes the keyboard
    [[nodiscard]] bool any() const { return row_step != 0 || place_step != 0 || hit_step != 0 || find; }
};

/// A line of the kernel's text that the code panel is to show; a new serial is a new wish.
struct SourceJump {
    int line = 0;
    std::uint64_t serial = 0;
};

/// A line of the focused variant's code.
struct CodeLine {
    std::string of;            ///< experiment and variant
    int source_line = 0;       ///< 0: none
    int module_line = 0;       ///< of the whole PTX; 0: the line of the source alone was chosen
    std::uint64_t serial = 0;  ///< another for each choice
};

/// A view that was opened has an A: its setting is chosen first, and pinned once its curves have come.
struct PinFirst {
    session::Selection a, then;
};

/// What is about to be saved, while the page that asks for it is open.
struct SavingPage {
    bool is_open = false;
    bool is_new = false;         ///< its field has yet to take the keyboard
    std::set<std::string> what;  ///< "charts", "chart:METRIC", "sm", "code", "memory", "roofline"
    std::string beside;          ///< of the memory picture: the other variant; empty: none
    std::string error;           ///< why the last try saved nothing
};

/// The map of the lessons, over the whole window.
struct CoursePage {
    bool is_open = false, by_topic = false;
};

/// A walk through a warp's run that the keyboard asks for; the tab Warp takes it up in the next frame.
struct WarpKeys {
    catalogue::WarpStop stop = catalogue::WarpStop::step;
    int step = 0;  ///< 1: forwards, -1: back, 0: none
};

struct OpenTrace;
struct FileRun;

/// What the user arranged on the screen and is not part of what is computed.
struct ViewState : KeptView {
    bool shows_answers = false;  ///< a picture without a learner: nothing is covered
    bool shows_everything =
        false;                 ///< the lecturer's switch: nothing is covered, and questions come with their answers
    bool present = false;      ///< large type, thick lines, nothing superfluous
    float most_scale = 3;      ///< KeptView::scale counts up to here: the window has room for no more
    Part filled = Part::none;  ///< what has the window for itself
    std::string filled_chart;  ///< in present mode, where the charts fill the window: the metric of the one that does
    std::size_t first_chart = 0;  ///< in present mode, of the chosen ones: which two are shown; counts on round the end
    bool show_help = false;
    std::map<std::string, std::pair<double, double>> zoom;  ///< x axis to its visible range
    teaching::PinnedPointer pinned;                         ///< A, which everything is compared with; null: nothing
    std::string parameter;                                  ///< the one that the arrow keys move
    TypedEntry entry;
    bool all_knobs = false;        ///< the rarely used ones are shown too
    bool right_in_tabs = false;    ///< the window is too narrow for the SM beside the tabs
    bool advice_in_strip = false;  ///< what limits is said above the tabs: the SM has no room for it
    /// Beside the code, on what its lines wait: asked for, or hidden; else shown where the result has it.
    std::optional<bool> waits;
    CodeKeys code_keys;
    catalogue::WarpPlace warp;  ///< in the run that the tab Warp shows
    std::string warp_of;        ///< experiment and variant that it was chosen in, see warp_place()
    std::shared_ptr<WarpDesk> warp_desk = std::make_shared<WarpDesk>();
    WarpKeys warp_keys;
    CodeLine code_line;                      ///< that was chosen last on the code's panel
    bool wants_editor = false;               ///< the code's panel opens it in the next frame
    bool finding = false;                    ///< the search in the code is open
    bool find_is_new = false;                ///< its field has yet to take the keyboard
    float help_scroll = 0;                   ///< pages that the help is still to scroll
    std::string machine;                     ///< of `machines` the one in use; empty: none
    TypedEntry machine_entry;                ///< the name of another, while it is typed
    std::string open_menu;                   ///< key of the item whose menu is open; empty: none
    std::optional<teaching::Sketch> sketch;  ///< the curve that a lesson asks for, drawn over its chart
    SourceJump source_jump;
    std::optional<PinFirst> pin_first;       ///< while A of an opened view is worked out
    std::optional<OpenTalk> talk;            ///< the talk that is given or edited
    bool shows_speaker_notes = false;        ///< its notes are in a second window too
    std::shared_ptr<const OpenTrace> trace;  ///< the one that is shown on a tab of its own; null: none
    std::shared_ptr<FileRun> run;            ///< the .cu that runs, or why it did not; null: none
    std::string tab_behind;  ///< the one that was shown before the talk's or the trace's: a view never names those
    SavingPage saving_page;
    CoursePage course_page;
    std::string page_address;    ///< of the page in a browser that this is, before its "#"; empty: it is none
    bool shows_qr_code = false;  ///< in present mode, where there is such an address: over the whole window
    std::shared_ptr<QuestionSteps> question_steps = std::make_shared<QuestionSteps>();
    std::string status_notice;  ///< what the last save or copy did, for the status line
};

/// Whether nothing is covered, whatever the lesson asks.
[[nodiscard]] inline bool tells_answers(const ViewState& view)
{
    return view.shows_answers || view.shows_everything;
}

/// Answers that may not be told yet: those of the open questions that the lesson has asked by the step that is shown.
[[nodiscard]] teaching::Covers covers_of(const session::SessionView& session, const ViewState& view);
/// The first of those questions that covers a metric, or without one, anything; null: none does.
[[nodiscard]] const model::Question* question_that_hides(const session::SessionView& session, const ViewState& view,
                                                         std::string_view metric = {});

/// What panels ask for. Applied after the frame, so that a panel never changes what another is reading.
class Commands {
public:
    using Command = std::function<void(session::Session&, ViewState&)>;
    void post(Command command) { pending_.push_back(std::move(command)); }
    /// What the mouse holds goes on where it goes: run once before the next frame is laid out, with the mouse where it
    /// is by then, so that a step of the hand is in the very next picture.
    void follow(Command command) { following_ = std::move(command); }
    /// Runs and clears what was posted; true when there was anything.
    bool apply(session::Session& session, ViewState& view);
    /// Runs and clears what follows the mouse; true when there was anything.
    bool apply_following(session::Session& session, ViewState& view);

private:
    std::vector<Command> pending_;
    Command following_;
};

/// What a panel gets to draw itself with, inside a child window already begun for it.
struct PanelContext {
    const session::SessionView& session;
    const ViewState& view;
    const Theme& theme;
    Commands& commands;
    FocusRegistry& items;         ///< keyboard focus and places of what can be clicked
    const lessons::Terms& terms;  ///< the glossary
    double now_seconds = 0;       ///< when this frame is drawn, on a clock that only runs forward
    /// The session is what it was in the frame before: what costs more than a frame in a drag may is worked out now.
    bool is_still = true;
    teaching::NextStep next_step{};

    [[nodiscard]] PanelContext with(const Theme& other) const
    {
        return {session, view, other, commands, items, terms, now_seconds, is_still, next_step};
    }
};

enum class PanelPlace {
    side,   ///< left column, stacked
    tab,    ///< a tab below the charts
    right,  ///< beside the tabs: the SM
};

/// Why a panel is on the screen no more.
enum class Leaving { screen, window };  ///< another tab is shown; the window closes

/// A panel as it stands on the screen: what it remembers from frame to frame is its own. Made, drawn and destroyed
/// with OpenGL's context current.
class PanelView {
public:
    virtual ~PanelView() = default;
    virtual void draw(PanelContext& context) = 0;
    /// Frames are to be drawn though nothing has changed.
    [[nodiscard]] virtual bool is_animating() const { return false; }
    /// Counts up when a texture of its own is drawn anew: Dear ImGui's lists only name it.
    [[nodiscard]] virtual unsigned texture_revision() const { return 0; }
    /// Page Down (1) or Page Up (-1) where nothing is left to scroll.
    virtual void turn_page(PanelContext&, int) {}
    /// What the learner has begun here must not be lost.
    virtual void leave(Commands&, Leaving) {}
};

/// A panel is one file and one line of the table panels/panels.inc.
struct Panel {
    const char* key;    ///< the word of --tab and of the settings
    const char* title;  ///< on its tab
    PanelPlace place;
    std::unique_ptr<PanelView> (*open)();
    bool is_tall = false;  ///< what says little when it is low: in present mode it has the advice's room too
};

/// Panel::open for a panel with a view of its own.
template <class View>
std::unique_ptr<PanelView> open_view()
{
    return std::make_unique<View>();
}

/// Panel::open for a panel that remembers nothing.
template <void (*draw_panel)(PanelContext&)>
std::unique_ptr<PanelView> plain_view()
{
    struct View final : PanelView {
        void draw(PanelContext& context) override { draw_panel(context); }
    };
    return std::make_unique<View>();
}

}  // namespace spillway::window
