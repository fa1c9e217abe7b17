#include "app/worker_client/worker_link.h"

#include <uv.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>

#include "app/base/clock.h"
#include "app/worker_client/folder_watches.h"
#include "app/worker_client/worker_process.h"

namespace spillway::worker_client {
namespace {

// Limits of the inbox. Above them the link stops reading until take(), so a fast worker cannot fill the memory.
constexpr std::size_t max_waiting_events = 20000;
constexpr std::size_t max_waiting_bytes = std::size_t{64} << 20;

template <typename Handle>
uv_handle_t* as_handle(Handle* handle)
{
    return reinterpret_cast<uv_handle_t*>(handle);
}

}  // namespace

struct WorkerLink::Impl final : WorkerListener {
    std::vector<std::string> command;
    std::function<void()> wake;

    std::mutex mutex;  // guards the members below, up to `tasks`
    std::condition_variable arrived;
    std::vector<Event> inbox;
    std::size_t inbox_bytes = 0;               ///< bytes of the lines behind its messages
    bool is_full = false;                      ///< reading is paused until take()
    std::vector<std::function<void()>> tasks;  ///< run on the loop's thread

    std::optional<model::Error> why_none;  ///< the loop and the thread could not start

    uv_loop_t loop{};
    uv_async_t async{};
    uv_timer_t timer{};
    uv_timer_t check_timer{};
    WorkerProcess* process = nullptr;  ///< running process; loop thread only
    bool closing = false;              ///< loop thread only, like the next two
    bool closed = false;
    FolderWatches watches{loop,
                          [this](const std::string& folder) { deliver(FolderChanged{folder}); }};  ///< loop thread only
    std::thread thread;
    std::optional<base::Clock::time_point> tick_due;  ///< due time of wake_after(), until taken; caller's thread only

    void post(std::function<void()> task)
    {
        if (why_none) return;
        {
            const std::lock_guard lock(mutex);
            tasks.push_back(std::move(task));
        }
        uv_async_send(&async);
    }

    void deliver(Event event, std::size_t bytes = 0)
    {
        {
            const std::lock_guard lock(mutex);
            inbox.push_back(std::move(event));
            inbox_bytes += bytes;
            is_full = inbox.size() >= max_waiting_events || inbox_bytes >= max_waiting_bytes;
        }
        arrived.notify_all();
        if (wake) wake();
    }

    void run_tasks()
    {
        std::vector<std::function<void()>> now;
        {
            const std::lock_guard lock(mutex);
            now.swap(tasks);
        }
        for (auto& task : now) task();
    }

    void tick_after(uv_timer_t& which, std::uint64_t milliseconds);
    void on_line(std::string_view line) override;
    void on_line_too_long() override;
    void on_output_read() override;
    void on_exit(const WorkerExit& exit) override;
    void spawn();
    void begin_close();
    void kill_and_close();
    void close_all();
};

void WorkerLink::Impl::on_line(std::string_view line)
{
    if (auto message = protocol::decode_from_worker(line))
        deliver(std::move(*message), line.size());
    else
        deliver(Garbage{message.error(), protocol::heading_of(line)}, line.size());
}

void WorkerLink::Impl::on_line_too_long()
{
    deliver(Garbage{{"the worker wrote a line of more than 32 MiB", "worker", "The line was skipped."}});
}

void WorkerLink::Impl::on_output_read()
{
    const std::lock_guard lock(mutex);
    if (is_full && process != nullptr) process->pause();
}

void WorkerLink::Impl::on_exit(const WorkerExit& exit)
{
    process = nullptr;
    deliver(exit);
    if (closing) close_all();
}

void WorkerLink::Impl::spawn()
{
    if (process != nullptr) return;
    auto spawned = WorkerProcess::spawn(loop, command, *this);
    if (spawned)
        process = *spawned;
    else
        deliver(SpawnFailed{spawned.error()});
}

/// Lets the worker exit and end its compilers, which would go on if the worker was killed. Kills it if that takes long.
void WorkerLink::Impl::begin_close()
{
    constexpr std::uint64_t farewell_milliseconds = 250;
    closing = true;
    if (process == nullptr) return close_all();
    process->end_input();
    uv_timer_start(
        &timer, [](uv_timer_t* late) { static_cast<Impl*>(late->data)->kill_and_close(); }, farewell_milliseconds, 0);
}

/// Waits for its exit, so that it leaves no zombie. The wait is short, because a process can hang in the driver.
void WorkerLink::Impl::kill_and_close()
{
    constexpr std::uint64_t max_milliseconds = 500;
    if (process != nullptr) process->kill();
    uv_timer_start(
        &timer, [](uv_timer_t* late) { static_cast<Impl*>(late->data)->close_all(); }, max_milliseconds, 0);
}

void WorkerLink::Impl::close_all()
{
    if (std::exchange(closed, true)) return;
    if (process != nullptr) std::exchange(process, nullptr)->abandon();
    watches.close();
    uv_close(as_handle(&timer), nullptr);
    uv_close(as_handle(&check_timer), nullptr);
    uv_close(as_handle(&async), nullptr);
}

WorkerLink::WorkerLink(std::vector<std::string> command, std::function<void()> wake) : impl_(std::make_unique<Impl>())
{
    // Writing to a worker that has just exited must return an error instead of raising a signal.
    std::signal(SIGPIPE, SIG_IGN);
    impl_->command = std::move(command);
    impl_->wake = std::move(wake);
    const auto run = [](uv_async_t* async) { static_cast<Impl*>(async->data)->run_tasks(); };
    int status = uv_loop_init(&impl_->loop);
    if (status == 0 && (status = uv_async_init(&impl_->loop, &impl_->async, run)) != 0) uv_loop_close(&impl_->loop);
    if (status != 0) {
        impl_->why_none = model::Error{std::string("no worker can be started: ") + uv_strerror(status), "worker",
                                       "Allow this program more open files (ulimit -n)."};
        return;
    }
    impl_->async.data = impl_.get();
    uv_timer_init(&impl_->loop, &impl_->timer);
    impl_->timer.data = impl_.get();
    uv_timer_init(&impl_->loop, &impl_->check_timer);
    impl_->check_timer.data = impl_.get();
    impl_->thread = std::thread([impl = impl_.get()] { uv_run(&impl->loop, UV_RUN_DEFAULT); });
}

WorkerLink::~WorkerLink()
{
    if (impl_->why_none) return;
    impl_->post([impl = impl_.get()] { impl->begin_close(); });
    impl_->thread.join();
    uv_loop_close(&impl_->loop);
}

void WorkerLink::use(std::vector<std::string> command)
{
    impl_->post([impl = impl_.get(), command = std::move(command)]() mutable { impl->command = std::move(command); });
}

void WorkerLink::start()
{
    if (impl_->why_none) return impl_->deliver(SpawnFailed{*impl_->why_none});
    impl_->post([impl = impl_.get()] { impl->spawn(); });
}

void WorkerLink::kill()
{
    impl_->post([impl = impl_.get()] {
        if (impl->process != nullptr) impl->process->kill();
    });
}

void WorkerLink::send(protocol::ToWorker message)
{
    impl_->post([impl = impl_.get(), message = std::move(message)] {
        if (impl->process != nullptr) impl->process->write(protocol::encode(message));
    });
}

void WorkerLink::Impl::tick_after(uv_timer_t& which, std::uint64_t milliseconds)
{
    uv_timer_start(
        &which, [](uv_timer_t* due) { static_cast<Impl*>(due->data)->deliver(Tick{}); }, milliseconds, 0);
}

void WorkerLink::wake_after(double seconds)
{
    // Called at each step of a drag: skip the other thread if the Tick would not come earlier.
    const auto due =
        base::Clock::now() + std::chrono::duration_cast<base::Clock::duration>(std::chrono::duration<double>(seconds));
    if (impl_->tick_due && *impl_->tick_due <= due) return;
    impl_->tick_due = due;
    impl_->post([impl = impl_.get(), milliseconds = static_cast<std::uint64_t>(seconds * 1000)] {
        uv_update_time(&impl->loop);
        const bool is_soon_enough =
            uv_is_active(as_handle(&impl->timer)) && uv_timer_get_due_in(&impl->timer) <= milliseconds;
        if (!is_soon_enough && !impl->closing) impl->tick_after(impl->timer, milliseconds);
    });
}

void WorkerLink::check_after(double seconds)
{
    impl_->post([impl = impl_.get(), milliseconds = static_cast<std::uint64_t>(seconds * 1000)] {
        uv_update_time(&impl->loop);
        impl->tick_after(impl->check_timer, milliseconds);
    });
}

void WorkerLink::watch_folders(std::vector<std::string> folders, std::filesystem::file_time_type read_at)
{
    impl_->post([impl = impl_.get(), folders = std::move(folders), read_at] {
        if (impl->closing) return;
        for (const std::string& folder : folders)
            if (auto error = impl->watches.watch(folder, read_at)) impl->deliver(Garbage{std::move(*error)});
    });
}

std::vector<WorkerLink::Event> WorkerLink::take()
{
    std::vector<Event> taken;
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->inbox_bytes = 0;
        if (std::exchange(impl_->is_full, false)) {
            impl_->tasks.emplace_back([impl = impl_.get()] {
                if (impl->process != nullptr) impl->process->read_on();
            });
            uv_async_send(&impl_->async);
        }
        taken.swap(impl_->inbox);
    }
    for (const Event& event : taken)
        if (std::holds_alternative<Tick>(event)) impl_->tick_due.reset();
    return taken;
}

void WorkerLink::wait(double seconds)
{
    std::unique_lock lock(impl_->mutex);
    impl_->arrived.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !impl_->inbox.empty(); });
}

}  // namespace spillway::worker_client
