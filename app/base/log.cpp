#include "app/base/log.h"

#include <ctime>
#include <iterator>
#include <utility>

namespace spillway::base {
namespace {

std::string clock_time()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

}  // namespace

void Log::add(Severity severity, model::Error error)
{
    add({severity, clock_time(), std::move(error)});
}

void Log::add(LogEntry entry)
{
    entries_.push_back(std::move(entry));
    if (entries_.size() > max_entries) entries_.pop_front();
}

std::vector<LogEntry> Log::take()
{
    std::deque<LogEntry> taken = std::exchange(entries_, {});
    return {std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end())};
}

}  // namespace spillway::base
