#include "app/session/worker_link.h"

#include <uv.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

namespace spillway::session {
namespace {

constexpr std::size_t last_words_bytes = 4096;
// What waits to be taken; a worker that writes faster than it is read is not read from meanwhile.
constexpr std::size_t most_waiting_events = 20000;
constexpr std::size_t most_waiting_bytes = std::size_t{64} << 20;

template <typename Handle>
uv_handle_t* as_handle(Handle* handle)
{
    return reinterpret_cast<uv_handle_t*>(handle);
}

/// One spawned process and its pipes. Frees itself when libuv has closed all of its handles.
struct Child {
    WorkerLink::Impl* link = nullptr;
    uv_process_t process{};
    uv_pipe_t in{}, out{}, err{};
    std::string line;       ///< unfinished line of its output
    bool skipping = false;  ///< inside a line that is too long
    std::string last_words;
    int open_handles = 0;
    int open_streams = 0;
    bool exited = false;
    WorkerLink::Exited exit;
};

}  // namespace

struct WorkerLink::Impl {
    std::vector<std::string> command;
    std::function<void()> wake;

    std::mutex mutex;  // guards what follows
    std::condition_variable arrived;
    std::vector<Event> inbox;
    std::size_t inbox_bytes = 0;  ///< of the lines that became its messages
    bool is_full = false;         ///< the worker is not read from until somebody takes
    std::vector<std::function<void()>> tasks;  ///< to run on the loop's thread

    uv_loop_t loop{};
    uv_async_t async{};
    uv_timer_t timer{};
    uv_timer_t check_timer{};
    Child* child = nullptr;  ///< the running one; loop thread only
    bool closing = false;    ///< loop thread only, as are the next two
    bool closed = false;
    std::map<std::string, uv_fs_event_t*> watched;
    std::thread thread;

    void post(std::function<void()> task)
    {
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
            is_full = inbox.size() >= most_waiting_events || inbox_bytes >= most_waiting_bytes;
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

    void tick_after(uv_timer_t& which, double seconds);
    void pause_if_full();
    void read_on();
    void spawn();
    void write(std::string line);
    void begin_close();
    void close_all();
};

namespace {

void on_closed(uv_handle_t* handle)
{
    auto* child = static_cast<Child*>(handle->data);
    if (--child->open_handles == 0) delete child;
}

/// The exit is told only after the last of its output has been read.
void tell_exit_when_drained(Child* child)
{
    if (!child->exited || child->open_streams > 0) return;
    child->exit.last_words = child->last_words;
    child->link->deliver(child->exit);
    if (child->link->child == child) child->link->child = nullptr;
    for (uv_handle_t* handle : {as_handle(&child->process), as_handle(&child->in)})
        if (!uv_is_closing(handle)) uv_close(handle, on_closed);
    if (child->link->closing) child->link->close_all();
}

void finish_line(Child* child)
{
    if (!child->skipping) {
        auto message = protocol::decode_from_worker(child->line);
        if (message)
            child->link->deliver(std::move(*message), child->line.size());
        else
            child->link->deliver(WorkerLink::Garbage{message.error(), protocol::heading_of(child->line)},
                                 child->line.size());
    }
    child->line.clear();
    child->skipping = false;
}

void take_output(Child* child, std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        if (!child->skipping) child->line.append(bytes.substr(0, end));
        if (child->line.size() > protocol::max_line_bytes) {
            child->line.clear();
            child->skipping = true;
            child->link->deliver(WorkerLink::Garbage{
                {"the worker wrote a line of more than 32 MiB", "worker", "The line was skipped."}});
        }
        if (end == std::string_view::npos) return;
        finish_line(child);
        bytes.remove_prefix(end + 1);
    }
}

void allocate(uv_handle_t*, std::size_t, uv_buf_t* buffer)
{
    // All pipes are read on the one loop thread, and each read is used up before the next.
    static thread_local char storage[65536];
    *buffer = uv_buf_init(storage, sizeof storage);
}

void close_stream(uv_stream_t* stream)
{
    auto* child = static_cast<Child*>(stream->data);
    if (uv_is_closing(as_handle(stream))) return;
    uv_close(as_handle(stream), on_closed);
    --child->open_streams;
    tell_exit_when_drained(child);
}

void on_output(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer)
{
    auto* child = static_cast<Child*>(stream->data);
    if (count < 0) return close_stream(stream);
    const std::string_view bytes(buffer->base, static_cast<std::size_t>(count));
    if (stream == reinterpret_cast<uv_stream_t*>(&child->out)) {
        take_output(child, bytes);
        return child->link->pause_if_full();
    }
    child->last_words.append(bytes);
    if (child->last_words.size() > last_words_bytes)
        child->last_words.erase(0, child->last_words.size() - last_words_bytes);
}

void on_exit(uv_process_t* process, std::int64_t exit_status, int signal)
{
    auto* child = static_cast<Child*>(process->data);
    child->exited = true;
    child->exit = {static_cast<int>(exit_status), signal, {}};
    tell_exit_when_drained(child);
}

struct WriteRequest {
    uv_write_t request{};
    std::string line;
};

}  // namespace

void WorkerLink::Impl::pause_if_full()
{
    const std::lock_guard lock(mutex);
    if (is_full && child != nullptr) uv_read_stop(reinterpret_cast<uv_stream_t*>(&child->out));
}

void WorkerLink::Impl::read_on()
{
    if (child == nullptr || uv_is_closing(as_handle(&child->out))) return;
    uv_read_start(reinterpret_cast<uv_stream_t*>(&child->out), allocate, on_output);
}

void WorkerLink::Impl::spawn()
{
    if (child != nullptr) return;
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    auto* born = new Child;
    born->link = this;
    uv_pipe_t* pipes[] = {&born->in, &born->out, &born->err};
    uv_stdio_container_t stdio[3];
    constexpr int from_us = UV_CREATE_PIPE | UV_READABLE_PIPE, to_us = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
    for (int i = 0; i < 3; ++i) {
        uv_pipe_init(&loop, pipes[i], 0);
        pipes[i]->data = born;
        stdio[i].flags = static_cast<uv_stdio_flags>(i == 0 ? from_us : to_us);
        stdio[i].data.stream = reinterpret_cast<uv_stream_t*>(pipes[i]);
    }
    born->process.data = born;
    born->open_handles = 4;

    uv_process_options_t options{};
    options.file = arguments[0];
    options.args = arguments.data();
    options.stdio = stdio;
    options.stdio_count = 3;
    options.exit_cb = on_exit;
    // Ctrl+C in a terminal is for spillway, which then ends the worker itself.
    if (command.size() == 1) options.flags = UV_PROCESS_DETACHED;
    const int status = uv_spawn(&loop, &born->process, &options);
    if (status != 0) {
        deliver(SpawnFailed{{"the worker could not be started: " + std::string(uv_strerror(status)), command[0],
                             "Check that this program exists, or name another with --worker."}});
        uv_close(as_handle(&born->process), on_closed);
        for (uv_pipe_t* pipe : pipes) uv_close(as_handle(pipe), on_closed);
        return;
    }
    child = born;
    born->open_streams = 2;
    uv_read_start(reinterpret_cast<uv_stream_t*>(&born->out), allocate, on_output);
    uv_read_start(reinterpret_cast<uv_stream_t*>(&born->err), allocate, on_output);
}

void WorkerLink::Impl::write(std::string line)
{
    if (child == nullptr || uv_is_closing(as_handle(&child->in))) return;
    auto* writing = new WriteRequest;
    writing->line = std::move(line);
    writing->line.push_back('\n');
    writing->request.data = writing;
    uv_buf_t buffer = uv_buf_init(writing->line.data(), static_cast<unsigned>(writing->line.size()));
    // A failed write means the worker has gone; its exit is told by on_exit.
    const int status = uv_write(&writing->request, reinterpret_cast<uv_stream_t*>(&child->in), &buffer, 1,
                                [](uv_write_t* request, int) { delete static_cast<WriteRequest*>(request->data); });
    if (status != 0) delete writing;
}

/// Ends the worker and waits for it a little, so that it leaves no zombie behind; not for long, since a
/// process can hang in the driver.
void WorkerLink::Impl::begin_close()
{
    constexpr std::uint64_t most_milliseconds = 500;
    closing = true;
    if (child == nullptr) return close_all();
    uv_process_kill(&child->process, SIGKILL);
    uv_timer_start(
        &timer, [](uv_timer_t* late) { static_cast<Impl*>(late->data)->close_all(); }, most_milliseconds, 0);
}

void WorkerLink::Impl::close_all()
{
    if (std::exchange(closed, true)) return;
    if (child != nullptr) {
        for (uv_handle_t* handle :
             {as_handle(&child->process), as_handle(&child->in), as_handle(&child->out), as_handle(&child->err)})
            if (!uv_is_closing(handle)) uv_close(handle, on_closed);
        child = nullptr;
    }
    for (auto& [folder, handle] : watched)
        uv_close(as_handle(handle), [](uv_handle_t* gone) { delete reinterpret_cast<uv_fs_event_t*>(gone); });
    watched.clear();
    uv_close(as_handle(&timer), nullptr);
    uv_close(as_handle(&check_timer), nullptr);
    uv_close(as_handle(&async), nullptr);
}

WorkerLink::WorkerLink(std::vector<std::string> command, std::function<void()> wake) : impl_(std::make_unique<Impl>())
{
    // Writing to a worker that has just died must be an error value, not the end of the program.
    std::signal(SIGPIPE, SIG_IGN);
    impl_->command = std::move(command);
    impl_->wake = std::move(wake);
    uv_loop_init(&impl_->loop);
    uv_async_init(&impl_->loop, &impl_->async, [](uv_async_t* async) { static_cast<Impl*>(async->data)->run_tasks(); });
    impl_->async.data = impl_.get();
    uv_timer_init(&impl_->loop, &impl_->timer);
    impl_->timer.data = impl_.get();
    uv_timer_init(&impl_->loop, &impl_->check_timer);
    impl_->check_timer.data = impl_.get();
    impl_->thread = std::thread([impl = impl_.get()] { uv_run(&impl->loop, UV_RUN_DEFAULT); });
}

WorkerLink::~WorkerLink()
{
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
    impl_->post([impl = impl_.get()] { impl->spawn(); });
}

void WorkerLink::kill()
{
    impl_->post([impl = impl_.get()] {
        if (impl->child != nullptr) uv_process_kill(&impl->child->process, SIGKILL);
    });
}

void WorkerLink::send(std::string line)
{
    impl_->post([impl = impl_.get(), line = std::move(line)]() mutable { impl->write(std::move(line)); });
}

void WorkerLink::Impl::tick_after(uv_timer_t& which, double seconds)
{
    uv_update_time(&loop);
    uv_timer_start(
        &which, [](uv_timer_t* due) { static_cast<Impl*>(due->data)->deliver(Tick{}); },
        static_cast<std::uint64_t>(seconds * 1000), 0);
}

void WorkerLink::wake_after(double seconds)
{
    impl_->post([impl = impl_.get(), seconds] { impl->tick_after(impl->timer, seconds); });
}

void WorkerLink::check_after(double seconds)
{
    impl_->post([impl = impl_.get(), seconds] { impl->tick_after(impl->check_timer, seconds); });
}

void WorkerLink::watch_folder(const std::string& folder)
{
    impl_->post([impl = impl_.get(), folder] {
        if (impl->watched.contains(folder)) return;
        auto* handle = new uv_fs_event_t;
        uv_fs_event_init(&impl->loop, handle);
        handle->data = impl;
        const int status = uv_fs_event_start(
            handle,
            [](uv_fs_event_t* event, const char*, int, int) {
                char path[4096];
                std::size_t size = sizeof path;
                if (uv_fs_event_getpath(event, path, &size) != 0) size = 0;
                static_cast<Impl*>(event->data)->deliver(FolderChanged{std::string(path, size)});
            },
            folder.c_str(), 0);
        impl->watched[folder] = handle;
        if (status != 0)
            impl->deliver(Garbage{{std::string("changes are not noticed: ") + uv_strerror(status), folder,
                                   "Restart the program after editing an experiment there."}});
    });
}

std::vector<WorkerLink::Event> WorkerLink::take()
{
    const std::lock_guard lock(impl_->mutex);
    impl_->inbox_bytes = 0;
    if (std::exchange(impl_->is_full, false)) {
        impl_->tasks.emplace_back([impl = impl_.get()] { impl->read_on(); });
        uv_async_send(&impl_->async);
    }
    return std::exchange(impl_->inbox, {});
}

void WorkerLink::wait(double seconds)
{
    std::unique_lock lock(impl_->mutex);
    impl_->arrived.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return !impl_->inbox.empty(); });
}

std::vector<std::string> split_command(const std::string& command)
{
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (const char c : command) {
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            in_word = true;
        } else if (c == ' ' || c == '\t') {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (in_word) words.push_back(word);
    return words;
}

}  // namespace spillway::session
