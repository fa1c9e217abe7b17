#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"

namespace spillway::cli {

/// Options of the window, for `spillway` without a command, `screenshot` and `tour`.
struct WindowRequest {
    CommonOptions common;
    std::string recording;
    std::string view;                 ///< a view's text, address or file, shown first
    std::string talk;                 ///< a talk's file: shown in the window, or printed into `output`
    std::string trace;                ///< a trace's file, shown on its tab
    std::vector<std::string> opened;  ///< the user's .cu files or folders; the first is shown first
    model::BuildSettings build;       ///< of these files
    std::string tab;
    std::string output;                      ///< screenshot: a PNG file; tour: a folder
    std::vector<std::string> experiments;    ///< tour: empty: all
    std::vector<std::string> what, formats;  ///< pictures: kinds and file formats
    std::string purpose;                     ///< pictures: "slides" or "print"
    int width = 0, height = 0;               ///< pixels; 0: the stored setting
    double scale = 0;                        ///< 0: the stored setting
    bool present = false;
    bool light = false;
    bool fill = false;   ///< screenshot: the tab fills the window
    bool force = false;  ///< replace existing files
};

/// Commands that need OpenGL. Empty in a build without the window; they report that then.
struct WindowCommands {
    std::function<int(const WindowRequest&)> open;
    std::function<int(const WindowRequest&)> screenshot;
    std::function<int(const WindowRequest&)> tour;
    std::function<int(const WindowRequest&)> pictures;
    std::function<int(const WindowRequest&)> print_talk;
    /// For `doctor`: the OpenGL version and the fonts found, or the reason for failure.
    std::function<model::Expected<std::string>()> probe_opengl;
    std::function<model::Expected<std::string>()> probe_fonts;
};

}  // namespace spillway::cli
