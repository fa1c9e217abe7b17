#pragma once

// Saves pictures and tables of the window's content as files, for slides or print, in a folder chosen by the user.

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/charts/picture_look.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A picture or table that can be saved.
struct Savable {
    std::string key;    ///< "charts", "chart:METRIC", "sm", "code", "ptx", "sass", "memory", "roofline:dram", "map"
    std::string label;  ///< "All charts"
};
/// The savable items of the session. Covered or uncounted items are refused later, when they are saved.
[[nodiscard]] std::vector<Savable> what_can_be_saved(const session::SessionView& session, const ViewState& view);

struct SaveRequest {
    std::set<std::string> what;     ///< keys of Savable
    std::set<std::string> formats;  ///< any of "svg", "png", "pdf" and "csv"; "csv" saves the curves' values
    charts::Purpose purpose = charts::Purpose::slides;
    std::filesystem::path folder;
    std::string beside;  ///< second variant of the memory picture; empty: none
};

struct SaveOutcome {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> left_out;  ///< sentences: items that were not saved, and the reason
};

/// Checks the request's formats and folder before anything is drawn.
[[nodiscard]] std::optional<model::Error> why_not_saved(const SaveRequest& request);
/// Error about the first key of the request that what_can_be_saved() does not return; empty if all are valid.
[[nodiscard]] std::optional<model::Error> why_no_picture(const session::SessionView& session, const ViewState& view,
                                                         const SaveRequest& request);
/// Writes "spillway-<experiment>-<what>.<format>", for CSV "spillway-<experiment>-<x axis>.csv"; never overwrites a
/// file. Draws everything before it writes the first file. An item that cannot be drawn is left out; it is an Error if
/// no file remains. The Error names the reason, and the file at which writing stopped.
[[nodiscard]] model::Expected<SaveOutcome> save_files(const session::SessionView& session, const ViewState& view,
                                                      const SaveRequest& request);
/// Message such as "Saved in /home/me/Pictures: a.svg, a.png."
[[nodiscard]] std::string saved_words(const SaveOutcome& outcome);

/// Opens the page that asks for content, format, purpose and folder: ask_what_to_save() after the frame,
/// open_saving_page() at once.
void ask_what_to_save(Commands& commands, std::set<std::string> what, std::string beside = {});
void open_saving_page(ViewState& view, std::set<std::string> what, std::string beside = {});
/// Opens the page for the part that fills the window, else for the charts.
void open_saving_page(const session::SessionView& session, ViewState& view);
/// Saves with the page's options; on success the page closes, else it shows the error.
void save_as_chosen(const session::SessionView& session, ViewState& view);

}  // namespace spillway::window
