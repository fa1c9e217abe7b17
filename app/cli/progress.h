#pragma once

#include <atomic>
#include <cstddef>

namespace spillway::cli {

/// For its lifetime Ctrl+C, and the SIGTERM of a cluster's scheduler, ask for a stop instead of ending
/// the program. One at a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Becomes true when a stop is asked for, and stays so.
    [[nodiscard]] static std::atomic<bool>& interrupted();

private:
    void (*interrupt_before_)(int);
    void (*terminate_before_)(int);
};

/// The counter on a terminal; silent where the output goes to a file.
class ProgressLine {
public:
    explicit ProgressLine(std::size_t total);
    void step(bool refused);
    void end() const;
    [[nodiscard]] std::size_t done() const { return done_; }
    [[nodiscard]] std::size_t refused() const { return refused_; }

private:
    std::size_t total_, done_ = 0, refused_ = 0;
    bool on_terminal_;
};

}  // namespace spillway::cli
