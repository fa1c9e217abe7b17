#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/base/shared_file.h"
#include "app/teaching/talk.h"

namespace spillway::window {

/// A talk and its file.
struct OpenTalk {
    std::filesystem::path file;
    std::string in_file;  ///< text of the file when last read or written; empty: the file does not exist yet
    teaching::Talk talk;
    int at = -1;                       ///< current stop; -1: none yet
    std::optional<std::string> found;  ///< text that another program wrote to the file; the user must choose which one
                                       ///< to keep
    std::shared_ptr<base::Displaced> displaced;    ///< the file that the last save replaced
    bool is_unsaved = false;                       ///< the latest change is not saved
    std::filesystem::file_time_type written_at{};  ///< when the file was written, as of the last look at it
};

}  // namespace spillway::window
