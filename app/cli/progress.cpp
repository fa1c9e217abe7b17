#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "app/base/counted.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

void stop(int)
{
    InterruptGuard::interrupted() = true;
}

}  // namespace

std::atomic<bool>& InterruptGuard::interrupted()
{
    static constinit std::atomic<bool> is_requested = false;
    return is_requested;
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

void ProgressLine::step(const Tally& tally) const
{
    if (on_terminal_)
        print(stderr, "\r{} of {}, {} refused", tally.done(), base::counted(total_, "configuration"), tally.refused());
}

void ProgressLine::end(const Tally& tally) const
{
    if (on_terminal_ && tally.done() > 0) print(stderr, "\n");
}

void Tally::add(const model::RunResult& result)
{
    ++done_;
    if (model::is_refusal(result))
        ++refused_;
    else if (result.status != model::Status::ok)
        ++failures_[result.status];
}

std::string Tally::failures() const
{
    std::string text;
    for (const auto& [status, count] : failures_)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + model::to_string(status);
    return text;
}

}  // namespace spillway::cli
