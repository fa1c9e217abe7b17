#include "app/gpu/watchdog.h"

#include <utility>

namespace spillway::gpu {

Watchdog::Watchdog(std::function<void(const std::string&, double)> on_expiry)
    : on_expiry_(std::move(on_expiry)), thread_([this] { watch(); })
{
}

Watchdog::~Watchdog()
{
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Watchdog::watch()
{
    std::unique_lock lock(mutex_);
    while (!is_ending_) {
        if (!is_watching_) {
            changed_.wait(lock);
            continue;
        }
        const auto deadline = deadline_;
        if (changed_.wait_until(lock, deadline) != std::cv_status::timeout) continue;
        if (!is_watching_ || Clock::now() < deadline_) continue;
        // Keep the lock, so that the stretch cannot end and another begin meanwhile.
        on_expiry_(what_, seconds_);
        is_watching_ = false;
    }
}

Watchdog::Stretch::Stretch(Watchdog* watchdog, std::string what, double seconds) : watchdog_(watchdog)
{
    if (!watchdog_) return;
    const std::lock_guard lock(watchdog_->mutex_);
    watchdog_->what_ = std::move(what);
    watchdog_->seconds_ = seconds;
    watchdog_->deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    watchdog_->is_watching_ = true;
    watchdog_->changed_.notify_all();
}

Watchdog::Stretch::~Stretch()
{
    if (!watchdog_) return;
    const std::lock_guard lock(watchdog_->mutex_);
    watchdog_->is_watching_ = false;
}

}  // namespace spillway::gpu
