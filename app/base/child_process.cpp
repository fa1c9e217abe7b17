#include "app/base/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/clock.h"

extern char** environ;

namespace spillway::base {
namespace {

class Descriptor {
public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    ~Descriptor() { close_now(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close_now()
    {
        if (descriptor_ >= 0) close(descriptor_);
        descriptor_ = -1;
    }
    [[nodiscard]] int get() const { return descriptor_; }

private:
    int descriptor_;
};

/// Starts the program in its own process group, with stdin from /dev/null, and stdout and stderr into `output`. Returns
/// the process id, or 0 with `error` set.
pid_t start(const std::string& program, const std::vector<std::string>& arguments, int output, int input_file,
            const ChildLimits& limits, int& error)
{
    std::vector<char*> argv{const_cast<char*>(program.c_str())}, variables;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    for (const std::string& variable : limits.environment) variables.push_back(const_cast<char*>(variable.c_str()));
    variables.push_back(nullptr);
    // Volatile, because vfork returns twice and the value must survive.
    char** volatile given = limits.environment.empty() ? environ : variables.data();

    const int no_input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const rlimit bound{limits.memory_bytes, limits.memory_bytes};
    const auto seconds = static_cast<rlim_t>(limits.processor_time.count());
    const rlimit processor_bound{seconds, seconds + 1};
    const pid_t self = getpid();
    volatile int failed = 0;  // written by the child, which shares our memory until execve
    // Between vfork and execve only system calls are allowed. posix_spawn cannot set the death signal.
    const pid_t child = vfork();
    if (child == 0) {
        // The child dies with the waiting thread, even if that one is killed.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setpgid(0, 0);
        setrlimit(RLIMIT_AS, &bound);
        if (seconds > 0) setrlimit(RLIMIT_CPU, &processor_bound);
        dup2(no_input, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        if (input_file >= 0) dup2(input_file, 3);
        const bool is_there = limits.folder.empty() || chdir(limits.folder.c_str()) == 0;
        if (is_there && getppid() == self) execve(program.c_str(), argv.data(), given);
        failed = errno != 0 ? errno : ESRCH;
        _exit(127);
    }
    error = child < 0 ? errno : failed;
    if (no_input >= 0) close(no_input);
    if (child > 0 && error != 0) waitpid(child, nullptr, 0);
    return error == 0 ? child : 0;
}

/// Exit status of the program; empty if it still runs at the deadline. A program may close its output and continue, so
/// the end of its output does not mean that it has ended.
std::optional<int> wait_for(pid_t child, Clock::time_point deadline)
{
    for (int status = 0;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (ended < 0 && errno != EINTR) return 127;
        if (Clock::now() >= deadline) return std::nullopt;
        // The program has nearly always ended already, so this loop rarely repeats.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// Sends SIGTERM and waits up to `farewell`, then kills the process group. A killed program can hang in a driver; it is
/// then left behind.
void stop(pid_t child, std::chrono::milliseconds farewell)
{
    constexpr std::chrono::seconds patience{2};
    if (farewell.count() > 0 && kill(child, SIGTERM) == 0 && wait_for(child, Clock::now() + farewell)) return;
    kill(-child, SIGKILL);
    static_cast<void>(wait_for(child, Clock::now() + patience));
}

/// Process groups of the programs that run now.
class RunningGroups {
public:
    static RunningGroups& all()
    {
        static RunningGroups groups;
        return groups;
    }
    void add(pid_t group)
    {
        const std::lock_guard lock(mutex_);
        groups_.insert(group);
        if (is_over_) kill(-group, SIGKILL);
    }
    void remove(pid_t group)
    {
        const std::lock_guard lock(mutex_);
        groups_.erase(group);
    }
    void end()
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        for (const pid_t group : groups_) kill(-group, SIGKILL);
    }

private:
    std::mutex mutex_;
    std::set<pid_t> groups_;
    bool is_over_ = false;
};

class RunningGroup {
public:
    explicit RunningGroup(pid_t group) : group_(group) { RunningGroups::all().add(group); }
    ~RunningGroup() { RunningGroups::all().remove(group_); }
    RunningGroup(const RunningGroup&) = delete;
    RunningGroup& operator=(const RunningGroup&) = delete;

private:
    pid_t group_;
};

enum class ReadEnd { finished, too_late, too_much, stopped };

ReadEnd read_all(int from, std::string& text, Clock::time_point deadline, const ChildLimits& limits)
{
    constexpr std::int64_t stop_check_milliseconds = 10;
    const std::size_t max_bytes = limits.output_bytes;
    char buffer[65536];
    for (;;) {
        if (limits.should_stop && limits.should_stop()) return ReadEnd::stopped;
        const std::int64_t left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return ReadEnd::too_late;
        pollfd ready{from, POLLIN, 0};
        const std::int64_t wait = limits.should_stop ? std::min(left, stop_check_milliseconds) : left;
        if (poll(&ready, 1, static_cast<int>(wait)) <= 0) continue;  // the check above handles a timeout
        const ssize_t count = read(from, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return ReadEnd::finished;
        if (text.size() + static_cast<std::size_t>(count) > max_bytes) return ReadEnd::too_much;
        text.append(buffer, static_cast<std::size_t>(count));
        if (limits.on_text) limits.on_text({buffer, static_cast<std::size_t>(count)});
    }
}

model::Error too_late(const std::string& program)
{
    return {"did not finish in time and was stopped", program, "", model::Bound::time};
}

}  // namespace

model::Expected<ChildOutput> run_child(const std::string& program, const std::vector<std::string>& arguments,
                                       int input_file, ChildLimits limits)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return model::Error{std::string("a pipe could not be created: ") + std::strerror(errno), program, ""};
    Descriptor reader(ends[0]), writer(ends[1]);
    // Use a number above the child's descriptors, so that dup2 in the child does not overwrite it.
    Descriptor input(input_file >= 0 ? fcntl(input_file, F_DUPFD_CLOEXEC, 10) : -1);

    const auto deadline = Clock::now() + limits.time;
    int error = 0;
    const pid_t child = start(program, arguments, writer.get(), input.get(), limits, error);
    if (child == 0) return model::Error{std::string("could not be started: ") + std::strerror(error), program, ""};
    writer.close_now();
    const RunningGroup running(child);

    ChildOutput output;
    const ReadEnd end = read_all(reader.get(), output.text, deadline, limits);
    if (end == ReadEnd::finished) {
        if (const auto status = wait_for(child, deadline)) {
            if (*status == 128 + SIGXCPU) return too_late(program);
            output.exit_status = *status;
            return output;
        }
    }
    stop(child, end == ReadEnd::stopped ? limits.farewell : std::chrono::milliseconds{0});
    if (end == ReadEnd::stopped) return model::Error{"was stopped", program, ""};
    if (end == ReadEnd::too_much) return model::Error{"wrote too much and was stopped", program, ""};
    return too_late(program);
}

void end_children()
{
    RunningGroups::all().end();
}

}  // namespace spillway::base
