#pragma once

#include <deque>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::base {

enum class Severity { info, warning, error };

struct LogEntry {
    Severity severity;
    std::string time;  ///< "14:03:22"
    model::Error error;
};

/// What the user is to be told, oldest first; of more than `most_entries` the newest.
class Log {
public:
    static constexpr std::size_t most_entries = 1000;

    /// At the time of day it is now.
    void add(Severity severity, model::Error error);
    void add(LogEntry entry);
    [[nodiscard]] const std::deque<LogEntry>& entries() const { return entries_; }
    /// All of it, which is then told.
    [[nodiscard]] std::vector<LogEntry> take();

private:
    std::deque<LogEntry> entries_;
};

}  // namespace spillway::base
