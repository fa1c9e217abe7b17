#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/base/shared_file.h"
#include "app/teaching/talk.h"

namespace spillway::window {

/// A talk and the file that it is kept in.
struct OpenTalk {
    std::filesystem::path file;
    std::string in_file;  ///< the file's text as it was read or written last; empty: it is not there yet
    teaching::Talk talk;
    int at = -1;                       ///< the stop that is shown; -1: none yet
    std::optional<std::string> found;  ///< another program's text of the file, which of the two stays is not decided
    std::shared_ptr<base::Displaced> displaced;  ///< what the last save has taken the place of
    bool is_unsaved = false;                     ///< its latest change is in no file
};

}  // namespace spillway::window
