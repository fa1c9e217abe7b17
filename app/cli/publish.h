#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct PublishOptions {
    std::string folder;                   ///< output folder
    std::string page;                     ///< folder of the window as a page; empty: the default of page_folder()
    std::vector<std::string> recordings;  ///< the user's recordings
    std::vector<std::string> talks;
    std::vector<std::string> lessons;  ///< lessons to publish as plain pages, besides the user's own; empty: all
    bool force = false;                ///< also write into a folder with other contents
};

/// Writes a folder for any web server: the window as a page, if it is built, with the user's experiments, recordings
/// and talks, and each lesson as a page without scripts. Compiles and runs nothing.
int publish_command(CommonOptions options, const PublishOptions& publish);

}  // namespace spillway::cli
