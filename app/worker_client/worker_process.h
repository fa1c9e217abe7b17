#pragma once

#include <uv.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

/// Receives the output of a process. Called on the loop's thread.
class WorkerListener {
public:
    virtual void on_line(std::string_view line) = 0;
    virtual void on_line_too_long() = 0;
    /// All available output has been passed on.
    virtual void on_output_read() = 0;
    /// Called after the last output. The process then frees itself: do not use it any more.
    virtual void on_exit(const WorkerExit& exit) = 0;

protected:
    ~WorkerListener() = default;
};

/// Spawned process and its three pipes on a libuv loop. Frees itself after libuv has closed all of its handles.
class WorkerProcess {
public:
    [[nodiscard]] static model::Expected<WorkerProcess*> spawn(uv_loop_t& loop, std::vector<std::string> command,
                                                               WorkerListener& listener);
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    void write(std::string line);
    /// Closes its input: a worker then ends the compilers that it has started, and itself.
    void end_input();
    void kill();
    void pause();  ///< stops reading its output
    void read_on();
    /// Detaches the listener: on_exit is not called any more.
    void abandon();

private:
    explicit WorkerProcess(WorkerListener& listener) : listener_(listener) {}
    ~WorkerProcess() = default;
    void take_output(std::string_view bytes);
    void finish_line();
    void report_exit_when_drained();
    void close_stream(uv_stream_t* stream);
    static void on_output(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer);
    static void on_closed(uv_handle_t* handle);

    WorkerListener& listener_;
    uv_process_t process_{};
    uv_pipe_t in_{}, out_{}, err_{};
    std::string line_;       ///< unfinished line of output
    bool skipping_ = false;  ///< inside a line that is too long
    std::string last_words_;
    int open_handles_ = 0;
    int open_streams_ = 0;
    bool exited_ = false;
    bool is_abandoned_ = false;
    WorkerExit exit_;
};

}  // namespace spillway::worker_client
