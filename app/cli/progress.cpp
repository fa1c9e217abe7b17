#include "app/cli/print.h"
#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace spillway::cli {
namespace {

void stop(int)
{
    InterruptGuard::interrupted() = true;
}

}  // namespace

std::atomic<bool>& InterruptGuard::interrupted()
{
    static constinit std::atomic<bool> asked = false;
    return asked;
}

InterruptGuard::InterruptGuard()
    : interrupt_before_(std::signal(SIGINT, stop)), terminate_before_(std::signal(SIGTERM, stop))
{
}

InterruptGuard::~InterruptGuard()
{
    std::signal(SIGINT, interrupt_before_);
    std::signal(SIGTERM, terminate_before_);
}

ProgressLine::ProgressLine(std::size_t total) : total_(total), on_terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::step(bool refused)
{
    ++done_;
    if (refused) ++refused_;
    if (on_terminal_) print(stderr, "\r{} of {} configurations, {} refused", done_, total_, refused_);
}

void ProgressLine::end() const
{
    if (on_terminal_ && done_ > 0) print(stderr, "\n");
}

}  // namespace spillway::cli
