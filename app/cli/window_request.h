#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"

namespace spillway::cli {

/// What the window needs to know, for `spillway` without a command, `screenshot` and `tour`.
struct WindowRequest {
    CommonOptions common;
    std::string recording;
    std::string view;                 ///< a view's text, its address or its file, shown first
    std::string talk;                 ///< a talk's file: given in the window, or printed into `output`
    std::string trace;                ///< a trace's file, shown on its tab
    std::vector<std::string> opened;  ///< .cu files or folders of the user's own; the first is shown first
    model::BuildSettings build;       ///< of these files
    std::string tab;
    std::string output;                      ///< screenshot: a PNG file; tour: a folder
    std::vector<std::string> what, formats;  ///< pictures: which, and as what
    std::string purpose;                     ///< pictures: "slides" or "print"
    int width = 0, height = 0;               ///< pixels; 0: as kept in the settings
    double scale = 0;                        ///< 0: as kept in the settings
    bool present = false;
    bool light = false;
    bool fill = false;   ///< screenshot: the tab fills the window
    bool force = false;  ///< replace files that are there already
};

/// The commands that need OpenGL. Empty in a build without the window: then they say so.
struct WindowCommands {
    std::function<int(const WindowRequest&)> open;
    std::function<int(const WindowRequest&)> screenshot;
    std::function<int(const WindowRequest&)> tour;
    std::function<int(const WindowRequest&)> pictures;
    std::function<int(const WindowRequest&)> print_talk;
    /// For `doctor`: version of OpenGL and the fonts found, or why not.
    std::function<model::Expected<std::string>()> probe_opengl;
    std::function<model::Expected<std::string>()> probe_fonts;
};

}  // namespace spillway::cli
