#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct RoomOptions {
    std::string address = "127.0.0.1";
    std::optional<int> port;  ///< empty: a continued room's earlier port, else 8017; any free one if that is taken
    std::string name = "room";
    std::string certificate, key;      ///< PEM files; both or none
    std::vector<std::string> workers;  ///< commands; empty: the usual worker
    bool allow_code = false;           ///< compile the lines that pages write for exercises
    int commands = -1;                 ///< file descriptor of presenters' messages; -1: none
    std::string page;                  ///< folder of the window as a page; empty: the default of page_folder()
};
/// Serves a room until Ctrl+C, or until it is twelve hours old.
int serve_command(const CommonOptions& common, const RoomOptions& room);

}  // namespace spillway::cli
