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
#include "app/teaching/view_defaults.h"
#include "app/window/kit/focus_registry.h"
#include "app/window/kit/kept_view.h"
#include "app/window/kit/lesson_views.h"
#include "app/window/kit/open_talk.h"
#include "app/window/kit/theme.h"
#include "app/window/kit/warp_desk.h"

namespace spillway::window {

/// A parameter whose value is being typed.
struct TypedEntry {
    std::string parameter;  ///< its name, or the key of a TypedRow; empty: no field and no error
    std::string text;       ///< initial text of the field; empty and not is_new: only `error` is shown
    bool is_new = false;    ///< the field does not have the keyboard yet
    std::string error;      ///< reason why the last text was refused
};

/// A part of the window with a border that the user can drag; each part can fill the window alone.
enum class Part { none, left, charts, tabs, right };

/// Requests from the keyboard to the code panel, which handles them in the next frame.
struct CodeKeys {
    int row_step = 0;    ///< in the column that has the keyboard
    int place_step = 0;  ///< to the next place that touches local memory, or to the next difference
    int hit_step = 0;    ///< to the next search hit
    bool find = false;   ///< move the keyboard to the search field
    [[nodiscard]] bool any() const { return row_step != 0 || place_step != 0 || hit_step != 0 || find; }
};

/// A line of the kernel's source for the code panel to show. A new serial is a new request.
struct SourceJump {
    int line = 0;
    std::uint64_t serial = 0;
};

/// A line of the focused variant's code.
struct CodeLine {
    std::string of;            ///< experiment and variant
    int source_line = 0;       ///< 0: none
    int module_line = 0;       ///< line of the whole PTX; 0: only a line of the source was chosen
    std::uint64_t serial = 0;  ///< changes with each choice
};

/// An opened view has an A: its setting is selected first and pinned once its curves are complete.
struct PinFirst {
    session::Selection a, then;
};

/// State of the page that asks what to save.
struct SavingPage {
    bool is_open = false;
    bool is_new = false;         ///< the field does not have the keyboard yet
    std::set<std::string> what;  ///< keys of Savable (panels/saving.h)
    std::string beside;          ///< second variant of the memory picture; empty: none
    std::string error;           ///< reason why the last attempt saved nothing
};

/// The field of Ctrl+K, which finds lessons, questions, words, keys and files, and takes a link or a path.
struct Finder {
    bool is_open = false;
    bool is_new = false;  ///< the field does not have the keyboard yet
    std::string text;
    std::string error;  ///< reason why the last choice did nothing
};

/// The map of the lessons; it covers the whole window.
struct CoursePage {
    bool is_open = false, by_topic = false;
};

/// A step in a warp's run requested by the keyboard; the tab Warp handles it in the next frame.
struct WarpKeys {
    catalogue::WarpStop stop = catalogue::WarpStop::step;
    int step = 0;  ///< 1: forward, -1: back, 0: none
};

/// The learner's own choices in a step of a lesson; they end with the step.
struct StepChoices {
    std::string of;                          ///< experiment and step
    std::optional<std::string> large_chart;  ///< metric
    std::optional<std::string> beside;       ///< tab beside the lesson; empty text: none
    friend bool operator==(const StepChoices&, const StepChoices&) = default;
};

struct OpenTrace;
struct FileRun;
struct HostedRoom;

/// The user's arrangement of the screen; no computed result depends on it.
struct ViewState : KeptView {
    bool dark = true;               ///< the shown theme: the chosen one, the system's or the one of a link
    bool shows_answers = false;     ///< for pictures without a learner: no answer is covered
    bool shows_everything = false;  ///< the lecturer's switch: no answer is covered, and questions show their answers
    bool present = false;           ///< larger type, thicker lines, and only the essentials
    float least_scale = 0.6F;       ///< lower limit of KeptView::scale: below, a phone would get a laptop's layout
    float max_scale = 3;            ///< upper limit: the window has no room for more
    Part filled = Part::none;       ///< the part that fills the window
    std::string filled_chart;       ///< in present mode, while the charts fill the window: metric of the single chart
    std::size_t first_chart = 0;    ///< in present mode: first of the two charts shown; wraps around the chosen ones
    bool show_help = false;
    std::string experiment;  ///< that zoom, entry, sketch and hidden variants belong to; empty: not drawn yet
    std::map<std::string, std::pair<double, double>> zoom;  ///< x axis to its visible range
    teaching::PinnedPointer pinned;                         ///< A, the base of every comparison; null: no A
    std::string parameter;                                  ///< the parameter that the arrow keys move
    TypedEntry entry;
    bool all_knobs = false;                 ///< show the rarely used knobs too
    bool system_wants_less_motion = false;  ///< the desktop's or the browser's setting
    bool can_lesson_lead = false;           ///< the tab Lesson is open, and the window has room for the lesson's layout
    bool lesson_leads_now = false;          ///< the window has the lesson's layout: see KeptView::lesson_leads
    StepChoices step_choices;
    bool is_phone = false;         ///< a phone, or a window as small: it has room for one or two charts
    bool is_by_touch = false;      ///< the last pointer was a finger: texts name no keys
    bool right_in_tabs = false;    ///< the window is too narrow for the SM beside the tabs
    bool advice_in_strip = false;  ///< the limiter appears above the tabs, because the SM has no room for it
    /// The user's choice to show or hide wait reasons beside the code; empty: shown if the result has them.
    std::optional<bool> waits;
    CodeKeys code_keys;
    catalogue::WarpPlace warp;  ///< place in the run that the tab Warp shows
    std::string warp_of;        ///< experiment and variant of that place, see warp_place()
    std::shared_ptr<WarpDesk> warp_desk = std::make_shared<WarpDesk>();
    WarpKeys warp_keys;
    CodeLine code_line;                      ///< last line chosen in the code panel
    bool wants_editor = false;               ///< the code panel opens its editor in the next frame
    bool finding = false;                    ///< the search in the code is open
    bool find_is_new = false;                ///< the search field does not have the keyboard yet
    float help_scroll = 0;                   ///< pages that the help still has to scroll
    std::string machine;                     ///< current entry of `machines`; empty: none
    TypedEntry machine_entry;                ///< name of a new machine while the user types it
    std::string open_menu;                   ///< key of the item whose menu is open; empty: none
    std::optional<teaching::Sketch> sketch;  ///< the curve that the learner sketches over its chart for a lesson
    SourceJump source_jump;
    std::optional<PinFirst> pin_first;       ///< set while A of an opened view is being computed
    std::optional<OpenTalk> talk;            ///< the talk being given or edited
    bool shows_speaker_notes = false;        ///< show the speaker notes in a second window
    std::shared_ptr<const OpenTrace> trace;  ///< the trace on its own tab; null: none
    std::shared_ptr<FileRun> run;            ///< the .cu that is running, or the reason why it did not run; null: none
    bool has_own_file = false;               ///< the experiment is a .cu of one's own: it has the tab Run here
    std::string tab_behind;                  ///< tab shown before the talk, the trace or Run here, which no view names
    SavingPage saving_page;
    Finder finder;
    std::string help_search;  ///< text that the rows of the help contain; empty: all rows
    CoursePage course_page;
    std::string page_address;  ///< address of this page in the browser, before its "#"; empty: not in a browser
    teaching::PageDefaults page_defaults;  ///< the page's defaults
    bool is_black = false;                 ///< in present mode: the screen is black until a key or a click
    bool shows_qr_code = false;           ///< in present mode, if page_address is set: the code covers the whole window
    bool shows_room = false;              ///< the room's page covers the whole window
    std::shared_ptr<HostedRoom> room;     ///< the class's room, or the reason why it ended; null: none
    std::vector<std::string> room_words;  ///< more options of 'spillway serve' for that room
    std::shared_ptr<LessonViews> lesson_views = std::make_shared<LessonViews>();
    std::string status_notice;                ///< result of the last save or copy, for the status line
    std::optional<std::string> why_not_kept;  ///< reason why settings or progress are not being saved
};

/// One of two texts: for keys and a mouse, or for a finger, which has neither.
[[nodiscard]] inline const char* for_input_device(const ViewState& view, const char* with_keys, const char* with_finger)
{
    return view.is_by_touch ? with_finger : with_keys;
}

/// Text that says how to undo the last change.
[[nodiscard]] inline const char* undo_words(const ViewState& view)
{
    if (!view.is_by_touch) return "Ctrl + Z undoes it";
    return view.is_phone ? "Undo in the menu of lessons leads back" : "Undo under Find leads back";
}

/// True if no answer is covered, whatever the lesson asks.
[[nodiscard]] inline bool tells_answers(const ViewState& view)
{
    return view.shows_answers || view.shows_everything;
}

/// Changes between dark and light, and keeps the choice.
inline void toggle_theme(ViewState& view)
{
    view.dark = !view.dark;
    view.prefers_dark = view.dark;
}

/// Answers to cover: those of the open questions that the lesson has asked up to the current step.
[[nodiscard]] teaching::Covers covers_of(const session::SessionView& session, const ViewState& view);
/// First open question that covers the metric (any question if the metric is empty); null: none.
[[nodiscard]] const model::Question* question_that_hides(const session::SessionView& session, const ViewState& view,
                                                         std::string_view metric = {});

/// Changes requested by panels. They run after the frame, so that a panel never changes data that another one reads.
class Commands {
public:
    using Command = std::function<void(session::Session&, ViewState&)>;
    void post(Command command) { pending_.push_back(std::move(command)); }
    /// Runs before the next layout with the newest mouse position, so that drags do not lag a frame.
    void follow(Command command) { following_ = std::move(command); }
    /// Runs and clears the posted commands; true if there were any.
    bool apply(session::Session& session, ViewState& view);
    /// Runs and clears the command set by follow(); true if there was one.
    bool apply_following(session::Session& session, ViewState& view);

private:
    std::vector<Command> pending_;
    Command following_;
};

/// The inputs of a panel's draw call. The caller has already begun a child window for it.
struct PanelContext {
    const session::SessionView& session;
    const ViewState& view;
    const Theme& theme;
    Commands& commands;
    FocusRegistry& items;         ///< keyboard focus, and the places of clickable items
    const lessons::Terms& terms;  ///< the glossary
    double now_seconds = 0;       ///< time of this frame on a monotonic clock
    /// The session is unchanged since the last frame: do expensive work only when true, because a drag must stay
    /// smooth.
    bool is_still = true;
    teaching::NextStep next_step{};
    /// Keys of an action as the user has bound them, as "Shift + J". The function is empty in the speaker's window.
    std::function<std::string(std::string_view action)> keys_of{};

    [[nodiscard]] PanelContext with(const Theme& other) const
    {
        return {session, view, other, commands, items, terms, now_seconds, is_still, next_step, keys_of};
    }
};

enum class PanelPlace {
    side,   ///< left column, stacked
    tab,    ///< a tab below the charts
    right,  ///< beside the tabs: the SM
};

/// Reason why a panel leaves the screen.
enum class Leaving { screen, window };  ///< another tab is shown; the window closes

/// A panel on the screen, with the state that it keeps between frames. Construct, draw and destroy it with the OpenGL
/// context current.
class PanelView {
public:
    virtual ~PanelView() = default;
    virtual void draw(PanelContext& context) = 0;
    /// True if frames must be drawn although nothing has changed.
    [[nodiscard]] virtual bool is_animating() const { return false; }
    /// Increases when the panel redraws one of its textures: Dear ImGui's draw lists contain only the texture's name.
    [[nodiscard]] virtual unsigned texture_revision() const { return 0; }
    /// Page Down (1) or Page Up (-1) when nothing is left to scroll.
    virtual void turn_page(PanelContext&, int) {}
    /// Saves the learner's unfinished work before the panel leaves the screen.
    virtual void leave(Commands&, Leaving) {}
};

/// Height of a tab in the right half of present mode.
enum class PresentHeight {
    between_controls_and_advice,
    from_controls,  ///< takes the place of the advice
    whole,          ///< takes the place of the sliders and the legend too
};

/// A panel is one source file and one line of the table panels/panels.inc.
struct Panel {
    const char* key;    ///< name in --tab and in the settings
    const char* title;  ///< text on its tab
    PanelPlace place;
    std::unique_ptr<PanelView> (*open)();
    PresentHeight present_height = PresentHeight::between_controls_and_advice;
};

/// Panel::open for a panel with its own view class.
template <class View>
std::unique_ptr<PanelView> open_view()
{
    return std::make_unique<View>();
}

/// Panel::open for a panel without state.
template <void (*draw_panel)(PanelContext&)>
std::unique_ptr<PanelView> plain_view()
{
    struct View final : PanelView {
        void draw(PanelContext& context) override { draw_panel(context); }
    };
    return std::make_unique<View>();
}

}  // namespace spillway::window
