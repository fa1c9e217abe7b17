#include "app/window/shell/shortcuts.h"

#include <array>
#include <vector>

#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

constexpr std::array table{
    Shortcut{"Parameters", "Left  Right", "one step down, up"},
    Shortcut{"Parameters", "Shift + Page Down", "a big step down (with Page Up: up)"},
    Shortcut{"Parameters", "Home  End", "lowest, highest value"},
    Shortcut{"Parameters", "Up  Down", "previous, next parameter"},
    Shortcut{"Parameters", "Enter", "type a value"},
    Shortcut{"Parameters", "Backspace", "back to the initial value"},
    Shortcut{"Parameters", "X", "draw the charts over this parameter", "x_axis"},
    Shortcut{"Parameters", "Ctrl + Z", "undo", "undo"},
    Shortcut{"Parameters", "Ctrl + Shift + Z", "redo", "redo"},
    Shortcut{"Looking", "1 to 9", "show a variant's code, report and SM"},
    Shortcut{"Looking", "H  Shift + H", "hide that variant, show all", "hide_variant", "show_all"},
    Shortcut{"Looking", "A  Shift + A", "pin this view as A, forget A", "pin", "forget_pin"},
    Shortcut{"Looking", "Ctrl + Tab", "next tab (with Shift: previous)", "next_tab", nullptr, true},
    Shortcut{"Looking", "L  Shift + L", "next, previous step of the lesson", "next_step", "previous_step"},
    Shortcut{"Looking", "Page Down  Page Up", "scroll the tab, then turn to the lesson's next step"},
    Shortcut{"Looking", "Tab  Shift + Tab", "next, previous control"},
    Shortcut{"Looking", "Enter  Space", "press the focused button"},
    Shortcut{"Looking", "M", "the course: what leads to what, what comes next", "course"},
    Shortcut{"Looking", "N  Shift + N", "next, previous experiment", "next_experiment", "previous_experiment"},
    Shortcut{"Looking", "Z", "charts at full width again", "full_width"},
    Shortcut{"Code", "Ctrl + F", "find in source, PTX and SASS", "find"},
    Shortcut{"Code", "Enter  Shift + Enter", "next, previous match"},
    Shortcut{"Code", ".  ,", "next, previous local access, or difference; on Warp, step", "next_place",
             "previous_place"},
    Shortcut{"Code", "Up  Down", "line by line, in the focused code"},
    Shortcut{"Warp", "J  Shift + J", "next, previous line of the source", "next_warp_line", "previous_warp_line"},
    Shortcut{"Warp", "D  Shift + D", "next, previous divergence", "next_divergence", "previous_divergence"},
    Shortcut{"Warp", "E  Shift + E", "next, previous access to memory", "next_access", "previous_access"},
    Shortcut{"Warp", "W  Shift + W", "next, previous wait at a barrier", "next_barrier", "previous_barrier"},
    Shortcut{"Warp", "R  Shift + R", "next, previous fault", "next_fault", "previous_fault"},
    Shortcut{lecture_keys, "P", "present: large type, thick lines", "present"},
    Shortcut{lecture_keys, "V", "lecturing: show everything, no covers and no questions; ask again", "show_everything"},
    Shortcut{lecture_keys, "C", "in present mode: the next charts", "next_charts"},
    Shortcut{lecture_keys, "B", "in present mode: a black screen until the next key", "black_screen"},
    Shortcut{lecture_keys, "Q", "presenting in a browser: this view's QR code", "qr_code"},
    Shortcut{lecture_keys, "Ctrl + R", "a room for your class: phones answer, laptops get this window", "room", nullptr,
             true},
    Shortcut{lecture_keys, "O", "open the step's question for the room; again: close it and count the answers",
             "ask_room", nullptr, true},
    Shortcut{lecture_keys, "Ctrl + B", "add this view to the talk", "add_to_talk"},
    Shortcut{lecture_keys, "Page Down  Page Up", "next, previous stop of an open talk"},
    Shortcut{lecture_keys, "S", "the talk's notes in a second window", "speaker_notes", nullptr, true},
    Shortcut{"Window", "F", "one panel fills the window, and back", "fill"},
    Shortcut{"Window", "Alt + ← →", "the border beside the SM"},
    Shortcut{"Window", "Alt + ↑ ↓", "the border below the charts"},
    Shortcut{"Window", "Alt + Shift + ← →", "the border of the left column"},
    Shortcut{"Window", "Ctrl + +   Ctrl + -", "larger, smaller", "larger", "smaller", true},
    Shortcut{"Window", "Ctrl + 0", "normal size", "normal_size", nullptr, true},
    Shortcut{"Window", "T", "dark or light", "theme"},
    Shortcut{"Window", "F11", "full screen", "full_screen"},
    Shortcut{"Window", "Ctrl + S", "save pictures, and the charts' values", "save_charts"},
    Shortcut{"Window", "Ctrl + L", "copy a link to this view", "copy_link"},
    Shortcut{"Window", "Ctrl + K", "find a lesson, question, word, key or file; open a link", "finder"},
    Shortcut{"Window", "Ctrl + O", "open a file or a folder", "open", nullptr, true},
    Shortcut{"Window", "Ctrl + V", "open the link or the path in the clipboard", "paste", nullptr, true},
    Shortcut{"Window", "F1", "this page; typing searches it", "help"},
    Shortcut{"Window", "Esc", "close the open menu or page"},
    Shortcut{"Window", "Ctrl + Q", "quit", "quit", nullptr, true},
};

}  // namespace

std::span<const Shortcut> shortcuts()
{
    static const std::vector<Shortcut> rows = [] {
        std::vector<Shortcut> found(table.begin(), table.end());
        if (!worker_client::can_run_programs())
            std::erase_if(found, [](const Shortcut& row) { return row.needs_installation; });
        return found;
    }();
    return rows;
}

}  // namespace spillway::window
