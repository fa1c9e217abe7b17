#pragma once

#include <string>
#include <vector>

namespace spillway::room {

/// Lines that arrive on a file descriptor, without waiting. For the program that started the server.
class CommandLines {
public:
    /// `descriptor`: open for reading; -1: no lines ever come.
    explicit CommandLines(int descriptor);
    /// The complete lines that have come since the last call, without their ends. Skips a line longer
    /// than max_message_bytes.
    [[nodiscard]] std::vector<std::string> take();

private:
    int descriptor_;
    bool is_too_long_ = false;  ///< the rest of the current line is skipped
    std::string begun_;
};

}  // namespace spillway::room
