#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct PublishOptions {
    std::string folder;                   ///< what is written
    std::string page;                     ///< what scripts/build-web.sh made; empty: where it makes it
    std::vector<std::string> recordings;  ///< files of one's own
    std::vector<std::string> talks;
    std::vector<std::string> lessons;  ///< the plain pages' besides one's own; all where none is named
    bool force = false;                ///< into a folder that holds something else
};

/// A folder for any web server: the window as a page, where it is built, with one's own experiments, recordings and
/// talks in it, and each lesson as a page that needs no script. Nothing is compiled or run.
int publish_command(CommonOptions options, const PublishOptions& publish);

}  // namespace spillway::cli
