#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <string>

#include "app/model/run_result.h"

namespace spillway::cli {

/// During its lifetime, SIGINT (Ctrl+C) and SIGTERM (from a cluster's scheduler) request a stop instead of ending the
/// program. Instances may be nested, in one thread.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Becomes and stays true once a stop is requested.
    [[nodiscard]] static std::atomic<bool>& interrupted();

private:
    void (*interrupt_before_)(int);
    void (*terminate_before_)(int);
};

/// Counts outcomes of configurations. A refusal by the compiler, the occupancy calculator or a limit is a result; a
/// failed launch, a wrong result, a timeout or a dead worker is a failure.
class Tally {
public:
    void add(const model::RunResult& result);
    [[nodiscard]] std::size_t done() const { return done_; }
    [[nodiscard]] std::size_t refused() const { return refused_; }
    [[nodiscard]] bool has_failures() const { return !failures_.empty(); }
    /// "2 launch_error, 1 timed_out"
    [[nodiscard]] std::string failures() const;

private:
    std::size_t done_ = 0, refused_ = 0;
    std::map<model::Status, std::size_t> failures_;
};

/// Progress counter on standard error; prints nothing if that is not a terminal.
class ProgressLine {
public:
    explicit ProgressLine(std::size_t total);
    void step(const Tally& tally) const;
    void end(const Tally& tally) const;

private:
    std::size_t total_;
    bool on_terminal_;
};

}  // namespace spillway::cli
