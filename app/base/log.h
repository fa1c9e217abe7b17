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

/// Messages for the user, oldest first. Keeps the newest `max_entries`.
class Log {
public:
    static constexpr std::size_t max_entries = 1000;

    /// Adds an entry with the current time of day.
    void add(Severity severity, model::Error error);
    void add(LogEntry entry);
    [[nodiscard]] const std::deque<LogEntry>& entries() const { return entries_; }
    /// Returns all entries and removes them.
    [[nodiscard]] std::vector<LogEntry> take();

private:
    std::deque<LogEntry> entries_;
};

}  // namespace spillway::base
