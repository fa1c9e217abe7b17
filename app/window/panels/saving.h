#pragma once

// Pictures and tables of what the window shows, as files: for slides or for print, in a folder that the user names.

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/charts/picture_look.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Something that can be saved.
struct Savable {
    std::string key;    ///< "charts", "chart:METRIC", "sm", "code", "ptx", "sass", "memory", "roofline:dram", "map"
    std::string label;  ///< "All charts"
};
/// As far as the session has it; what is covered or was not counted is refused when it is saved.
[[nodiscard]] std::vector<Savable> what_can_be_saved(const session::SessionView& session, const ViewState& view);

struct SaveRequest {
    std::set<std::string> what;     ///< keys of Savable
    std::set<std::string> formats;  ///< of "svg", "png", "pdf", and "csv", which is the curves' values
    charts::Purpose purpose = charts::Purpose::slides;
    std::filesystem::path folder;
    std::string beside;  ///< of the memory picture: the other variant; empty: none
};

struct SaveOutcome {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> left_out;  ///< sentences: what was not saved, and why
};

/// What is wrong with a request's formats or folder, before anything is drawn.
[[nodiscard]] std::optional<model::Error> why_not_saved(const SaveRequest& request);
/// The first of its names that what_can_be_saved() lacks.
[[nodiscard]] std::optional<model::Error> why_no_picture(const session::SessionView& session, const ViewState& view,
                                                         const SaveRequest& request);
/// Writes "spillway-<experiment>-<what>.<format>", never over an existing file. All is drawn before the first file is
/// written. The Error says why nothing was, or with which file it ended.
[[nodiscard]] model::Expected<SaveOutcome> save_files(const session::SessionView& session, const ViewState& view,
                                                      const SaveRequest& request);
/// "Saved 2 files in /home/me/Pictures: a.svg, a.png."
[[nodiscard]] std::string saved_words(const SaveOutcome& outcome);

/// Opens the page that asks where and how to save these.
void ask_what_to_save(Commands& commands, std::set<std::string> what, std::string beside = {});
void open_saving_page(ViewState& view, std::set<std::string> what, std::string beside = {});
/// The same for what fills the window, else the charts.
void open_saving_page(const session::SessionView& session, ViewState& view);
/// What the page says; the page closes where that was saved, else its error says why not.
void save_as_chosen(const session::SessionView& session, ViewState& view);

}  // namespace spillway::window
