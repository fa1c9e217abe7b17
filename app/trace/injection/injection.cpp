#include "app/trace/injection/injection.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/trace/injection/activities.h"
#include "app/trace/injection/counted_launches.h"
#include "app/trace/injection/driver_facts.h"
#include "app/trace/injection/finished_kernels.h"
#include "app/trace/injection/launch_calls.h"
#include "app/trace/injection/loaded_modules.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {
namespace {

constexpr std::chrono::milliseconds flush_interval{100};
/// Timeout for a flush that a call of the program waits for; the exit waits four times as long.
constexpr std::chrono::milliseconds flush_timeout{500};
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr int max_buffers = 128;

/// State of the traced process. Never destroyed, because CUPTI's threads can outlive main().
class Tracer {
public:
    [[nodiscard]] bool start();

    void take_call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);
    void give_buffer(std::uint8_t** buffer, std::size_t* size);
    void take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes);
    void finish();
    void count_fork();
    void become_child() { is_child_ = true; }

private:
    [[nodiscard]] std::optional<std::string> turn_on();
    void write_beginning(const std::optional<std::string>& trouble);
    void flush(std::uint32_t flags);
    void flush_periodically();
    void flush_and_wait();
    [[nodiscard]] bool is_time_to_fetch();

    Log log_;
    Activities api_;
    LaunchCalls launch_calls_{log_};
    FinishedKernels finished_{api_, log_};
    LoadedModules modules_{log_};
    std::optional<CountedLaunches> counted_;  ///< only in a run for counters, which records nothing else
    std::atomic<bool> is_child_{false};       ///< after fork(): the inherited data belongs to the parent
    std::atomic<int> buffers_{0};

    std::mutex mutex_;
    std::condition_variable wake_, flushed_;
    bool is_wanted_ = false, is_ending_ = false, has_ended_ = false, is_flushing_ = false;
    std::uint64_t flushes_ = 0;
    std::atomic<std::int64_t> last_fetch_ns_{0};  ///< time of the last flush at a call that waits
    /// Also flush incomplete records, after a fault and at the exit. This loses the times of running kernels.
    std::atomic<bool> is_forced_{false};
    std::string forcing_file_;  ///< appears shortly before the program is killed
};

Tracer* tracer = nullptr;

std::int64_t now_ns()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// If memory runs out, the launch stays uncounted; the program must not crash.
void CUPTIAPI on_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data)
{
    try {
        tracer->take_call(domain, id, data);
    } catch (const std::exception&) {
    }
}

void CUPTIAPI on_buffer_wanted(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records)
{
    *max_records = 0;
    tracer->give_buffer(buffer, size);
}

void CUPTIAPI on_buffer_full(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                             std::size_t bytes)
{
    tracer->take_buffer(context, stream, buffer, bytes);
}

bool Tracer::start()
{
    const char* path = std::getenv("SPILLWAY_TRACE_LOG");
    if (!path || !log_.open(path)) return false;
    modules_.begin(path);
    if (const char* chosen = std::getenv("SPILLWAY_TRACE_COUNT"); chosen && !counted_.emplace(log_).begin(chosen))
        return false;
    forcing_file_ = std::string(path) + ".end";
    const auto trouble = turn_on();
    write_beginning(trouble);
    if (trouble) return false;
    pthread_atfork(
        nullptr, [] { tracer->count_fork(); }, [] { tracer->become_child(); });
    std::atexit([] { tracer->finish(); });
    // Signals of the program must not arrive on this thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { flush_periodically(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
}

/// Returns the reason of a failure.
std::optional<std::string> Tracer::turn_on()
{
    if (auto reason = api_.load()) return reason;
    const auto failed = [&](const char* call, CUptiResult result) {
        return api_.path + ": " + call + ": " + api_.name_of(result);
    };
    CUpti_SubscriberHandle subscriber = nullptr;
    if (counted_) {
        auto result = api_.cuptiSubscribe(&subscriber, on_call, nullptr);
        if (result == CUPTI_SUCCESS) result = enable_launches(api_, subscriber);
        return result == CUPTI_SUCCESS ? std::nullopt : std::optional(failed("cuptiSubscribe", result));
    }
    if (const auto result = api_.cuptiActivityRegisterCallbacks(on_buffer_wanted, on_buffer_full))
        return failed("cuptiActivityRegisterCallbacks", result);
    if (const auto result = api_.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
        return failed("cuptiActivityEnable", result);
    // A program with its own profiler occupies the subscriber: launches are not counted then, but kernels are still
    // recorded.
    if (api_.cuptiSubscribe(&subscriber, on_call, nullptr) == CUPTI_SUCCESS) (void)enable_callbacks(api_, subscriber);
    return std::nullopt;
}

void Tracer::write_beginning(const std::optional<std::string>& trouble)
{
    Line line;
    line.key("began").open('{').key("program").text(program_invocation_short_name);
    line.key("cupti").number(api_.version).key("cuda").number(driver_version());
    line.key("trouble").text(trouble.value_or("")).close('}');
    log_.write(std::move(line));
}

void Tracer::take_call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data)
{
    if (is_child_ || !data) return;
    if (counted_) {
        if (domain == CUPTI_CB_DOMAIN_DRIVER_API) counted_->take(id, *static_cast<const CUpti_CallbackData*>(data));
        return;
    }
    if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED)
        modules_.take(*static_cast<const CUpti_ResourceData*>(data));
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API) return;
    switch (launch_calls_.take(id, *static_cast<const CUpti_CallbackData*>(data))) {
        case LaunchCalls::Meaning::nothing: return;
        // A hanging kernel blocks the records before it, so flush while all kernels have finished.
        case LaunchCalls::Meaning::waited:
            if (is_time_to_fetch()) flush_and_wait();
            return;
        case LaunchCalls::Meaning::fault: is_forced_ = true; return flush_and_wait();
    }
}

/// Limits flushes to one per interval, so that a loop of short waits costs little.
bool Tracer::is_time_to_fetch()
{
    const std::int64_t now = now_ns();
    std::int64_t last = last_fetch_ns_;
    return now - last > std::chrono::nanoseconds(flush_interval).count() &&
           last_fetch_ns_.compare_exchange_strong(last, now);
}

void Tracer::give_buffer(std::uint8_t** buffer, std::size_t* size)
{
    *buffer = nullptr;
    *size = 0;
    if (is_child_ || buffers_ >= max_buffers) return;  // CUPTI counts the dropped records
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes));
    if (!*buffer) return;
    *size = buffer_bytes;
    ++buffers_;
}

void Tracer::take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes)
{
    if (!buffer) return;
    try {
        if (!is_child_) finished_.take(context, stream, buffer, bytes);
    } catch (const std::exception&) {
    }
    std::free(buffer);
    --buffers_;
}

void Tracer::flush(std::uint32_t flags)
{
    if (counted_) return;
    launch_calls_.write_counts();
    (void)api_.cuptiActivityFlushAll(flags);
    for (const std::int64_t device : finished_.new_devices())
        if (auto line = gpu_line(device)) log_.write(std::move(*line));
    finished_.write_sums();
    finished_.write_lost(nullptr, 0);
}

void Tracer::flush_periodically()
{
    std::unique_lock lock(mutex_);
    while (!has_ended_) {
        wake_.wait_for(lock, flush_interval, [&] { return is_wanted_ || is_ending_; });
        is_wanted_ = false;
        const bool is_last = is_ending_;
        is_flushing_ = true;
        lock.unlock();
        const bool is_forced = is_forced_.exchange(false) || is_last || access(forcing_file_.c_str(), F_OK) == 0;
        flush(is_forced ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
        lock.lock();
        is_flushing_ = false;
        ++flushes_;
        has_ended_ = is_last;
        flushed_.notify_all();
    }
}

/// Wakes our own thread, the only one that flushes, and waits for it. After a fault the program may exit at once.
void Tracer::flush_and_wait()
{
    std::unique_lock lock(mutex_);
    const std::uint64_t wanted = flushes_ + (is_flushing_ ? 2 : 1);  // a flush that starts after this call
    is_wanted_ = true;
    wake_.notify_one();
    flushed_.wait_for(lock, flush_timeout, [&] { return flushes_ >= wanted; });
}

void Tracer::finish()
{
    if (is_child_) return;
    std::unique_lock lock(mutex_);
    is_ending_ = true;
    wake_.notify_one();
    const bool is_done = flushed_.wait_for(lock, 4 * flush_timeout, [&] { return has_ended_; });
    if (!is_done) return;
    Line line;
    line.key("ended").number(1);
    log_.write(std::move(line));
}

void Tracer::count_fork()
{
    Line line;
    line.key("forked").number(1);
    log_.write(std::move(line));
}

}  // namespace
}  // namespace spillway::trace::injection

extern "C" int InitializeInjection()
{
    using namespace spillway::trace::injection;
    if (tracer) return 1;
    try {
        tracer = new Tracer;
        return tracer->start() ? 1 : 0;
    } catch (const std::exception&) {
        return 0;
    }
}
