#include "app/worker_client/worker_process.h"

#include <csignal>

#include "app/protocol/messages.h"

namespace spillway::worker_client {
namespace {

constexpr std::size_t last_words_bytes = 4096;

template <typename Handle>
uv_handle_t* handle_of(Handle* handle)
{
    return reinterpret_cast<uv_handle_t*>(handle);
}

uv_stream_t* as_stream(uv_pipe_t* pipe)
{
    return reinterpret_cast<uv_stream_t*>(pipe);
}

void allocate(uv_handle_t*, std::size_t, uv_buf_t* buffer)
{
    // One thread reads all pipes and consumes each read before the next one.
    static thread_local char storage[65536];
    *buffer = uv_buf_init(storage, sizeof storage);
}

struct WriteRequest {
    uv_write_t request{};
    std::string line;
};

}  // namespace

model::Expected<WorkerProcess*> WorkerProcess::spawn(uv_loop_t& loop, std::vector<std::string> command,
                                                     WorkerListener& listener)
{
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    auto* spawned = new WorkerProcess(listener);
    uv_pipe_t* pipes[] = {&spawned->in_, &spawned->out_, &spawned->err_};
    uv_stdio_container_t stdio[3];
    constexpr int from_us = UV_CREATE_PIPE | UV_READABLE_PIPE, to_us = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
    for (int i = 0; i < 3; ++i) {
        uv_pipe_init(&loop, pipes[i], 0);
        pipes[i]->data = spawned;
        stdio[i].flags = static_cast<uv_stdio_flags>(i == 0 ? from_us : to_us);
        stdio[i].data.stream = as_stream(pipes[i]);
    }
    spawned->process_.data = spawned;
    spawned->open_handles_ = 4;

    uv_process_options_t options{};
    options.file = arguments[0];
    options.args = arguments.data();
    options.stdio = stdio;
    options.stdio_count = 3;
    options.exit_cb = [](uv_process_t* process, std::int64_t exit_status, int signal) {
        auto* ended = static_cast<WorkerProcess*>(process->data);
        ended->exited_ = true;
        ended->exit_ = {static_cast<int>(exit_status), signal, {}};
        ended->report_exit_when_drained();
    };
    // Ctrl+C in a terminal goes to spillway only; spillway then kills the worker.
    if (command.size() == 1) options.flags = UV_PROCESS_DETACHED;
    const int status = uv_spawn(&loop, &spawned->process_, &options);
    if (status != 0) {
        spawned->abandon();
        return model::Error{"the worker could not be started: " + std::string(uv_strerror(status)), command[0],
                            "Check that this program exists, or name another with --worker."};
    }
    spawned->open_streams_ = 2;
    uv_read_start(as_stream(&spawned->out_), allocate, on_output);
    uv_read_start(as_stream(&spawned->err_), allocate, on_output);
    return spawned;
}

// ---- writing ----

void WorkerProcess::write(std::string line)
{
    if (uv_is_closing(handle_of(&in_))) return;
    auto* writing = new WriteRequest;
    writing->line = std::move(line);
    writing->line.push_back('\n');
    writing->request.data = writing;
    uv_buf_t buffer = uv_buf_init(writing->line.data(), static_cast<unsigned>(writing->line.size()));
    // A failed write means that the worker has exited; the exit is reported separately.
    const int status = uv_write(&writing->request, as_stream(&in_), &buffer, 1,
                                [](uv_write_t* request, int) { delete static_cast<WriteRequest*>(request->data); });
    if (status != 0) delete writing;
}

void WorkerProcess::end_input()
{
    if (!uv_is_closing(handle_of(&in_))) uv_close(handle_of(&in_), on_closed);
}

void WorkerProcess::kill()
{
    uv_process_kill(&process_, SIGKILL);
}

void WorkerProcess::pause()
{
    uv_read_stop(as_stream(&out_));
}

void WorkerProcess::read_on()
{
    if (!uv_is_closing(handle_of(&out_))) uv_read_start(as_stream(&out_), allocate, on_output);
}

void WorkerProcess::abandon()
{
    is_abandoned_ = true;
    for (uv_handle_t* handle : {handle_of(&process_), handle_of(&in_), handle_of(&out_), handle_of(&err_)})
        if (!uv_is_closing(handle)) uv_close(handle, on_closed);
}

// ---- reading ----

void WorkerProcess::on_output(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer)
{
    auto* process = static_cast<WorkerProcess*>(stream->data);
    if (count < 0) return process->close_stream(stream);
    const std::string_view bytes(buffer->base, static_cast<std::size_t>(count));
    if (stream == as_stream(&process->out_)) {
        process->take_output(bytes);
        return process->listener_.on_output_read();
    }
    std::string& words = process->last_words_;
    words.append(bytes);
    if (words.size() > last_words_bytes) words.erase(0, words.size() - last_words_bytes);
}

void WorkerProcess::take_output(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        if (!skipping_) line_.append(bytes.substr(0, end));
        if (line_.size() > protocol::max_line_bytes) {
            line_.clear();
            skipping_ = true;
            listener_.on_line_too_long();
        }
        if (end == std::string_view::npos) return;
        finish_line();
        bytes.remove_prefix(end + 1);
    }
}

void WorkerProcess::finish_line()
{
    if (!skipping_) listener_.on_line(line_);
    line_.clear();
    skipping_ = false;
}

void WorkerProcess::close_stream(uv_stream_t* stream)
{
    if (uv_is_closing(handle_of(stream))) return;
    uv_close(handle_of(stream), on_closed);
    --open_streams_;
    report_exit_when_drained();
}

/// Reports the exit only after all output has been read.
void WorkerProcess::report_exit_when_drained()
{
    if (!exited_ || open_streams_ > 0 || is_abandoned_) return;
    for (uv_handle_t* handle : {handle_of(&process_), handle_of(&in_)})
        if (!uv_is_closing(handle)) uv_close(handle, on_closed);
    exit_.last_words = last_words_;
    listener_.on_exit(exit_);
}

void WorkerProcess::on_closed(uv_handle_t* handle)
{
    auto* process = static_cast<WorkerProcess*>(handle->data);
    if (--process->open_handles_ == 0) delete process;
}

}  // namespace spillway::worker_client
