#include "tests/worker/worker_process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/cpu_time.h"

namespace spillway::worker {

WorkerProcess::WorkerProcess(const std::map<std::string, std::string>& variables)
{
    std::signal(SIGPIPE, SIG_IGN);
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) std::abort();
    process_ = fork();
    if (process_ < 0) std::abort();  // kill() with -1 would end every process of the user
    if (process_ == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        setenv("SPILLWAY_CACHE_DIR", "none", 1);
        setenv("SPILLWAY_LIBCUDA", "none", 1);
        for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
        execl(SPILLWAY_BINARY_DIR "/bin/spillway-worker", "spillway-worker", nullptr);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    input_ = to[1];
    output_ = from[0];
}

WorkerProcess::~WorkerProcess()
{
    close_input();
    if (!status_) kill_now();
    close(output_);
}

void WorkerProcess::send_raw(const std::string& bytes)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = write(input_, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;  // the worker has exited: receive() then returns nothing
        done += static_cast<std::size_t>(count);
    }
}

void WorkerProcess::close_input()
{
    if (input_ >= 0) close(input_);
    input_ = -1;
}

void WorkerProcess::kill_now()
{
    kill(process_, SIGKILL);
    EXPECT_GE(wait_for_end(), 0);
}

std::optional<protocol::FromWorker> WorkerProcess::receive()
{
    for (;;) {
        if (const auto feed = buffer_.find('\n'); feed != std::string::npos) {
            const std::string line = buffer_.substr(0, feed);
            buffer_.erase(0, feed + 1);
            auto message = protocol::decode_from_worker(line);
            EXPECT_TRUE(message) << line.substr(0, 2000);
            if (!message) return std::nullopt;
            return std::move(*message);
        }
        pollfd ready{output_, POLLIN, 0};
        const int count_ready = poll(&ready, 1, 30000);
        if (count_ready < 0 && errno == EINTR) continue;
        if (count_ready <= 0) {
            ADD_FAILURE() << "the worker said nothing for 30 s";
            return std::nullopt;
        }
        char chunk[65536];
        const ssize_t count = read(output_, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        buffer_.append(chunk, static_cast<std::size_t>(count));
    }
}

double WorkerProcess::cpu_seconds() const
{
    return tests::cpu_seconds_with_children(process_);
}

bool WorkerProcess::wait_until_busy(double since_seconds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (cpu_seconds() < since_seconds + 0.02) {
        if (std::chrono::steady_clock::now() > end) return false;
        usleep(1000);
    }
    return true;
}

int WorkerProcess::wait_for_end()
{
    for (int tries = 0; !status_ && tries < 1000; ++tries) {
        int status = 0;
        if (waitpid(process_, &status, WNOHANG) == process_) {
            status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        } else {
            usleep(10000);
        }
    }
    return status_.value_or(-1);
}

}  // namespace spillway::worker
