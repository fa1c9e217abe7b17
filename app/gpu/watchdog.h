#pragma once

// Detects driver calls that never return.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace spillway::gpu {

/// Thread that calls `on_expiry` when a watched stretch exceeds its limit. A call that hangs in the driver cannot be
/// cancelled, so the handler should end the process.
class Watchdog {
public:
    explicit Watchdog(std::function<void(const std::string& what, double seconds)> on_expiry);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// Watched from constructor to destructor. Only one at a time.
    class Stretch {
    public:
        Stretch(Watchdog* watchdog, std::string what, double seconds);
        ~Stretch();
        Stretch(const Stretch&) = delete;
        Stretch& operator=(const Stretch&) = delete;

    private:
        Watchdog* watchdog_;
    };

private:
    using Clock = std::chrono::steady_clock;
    void watch();

    std::function<void(const std::string&, double)> on_expiry_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_watching_ = false, is_ending_ = false;
    std::string what_;
    double seconds_ = 0;
    Clock::time_point deadline_;
    std::thread thread_;
};

}  // namespace spillway::gpu
