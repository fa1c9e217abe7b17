#include "app/cli/traced_program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds write_time{400};  ///< in which the injected library writes its data
constexpr std::chrono::seconds grace{2};              ///< between SIGTERM and SIGKILL
constexpr std::chrono::seconds max_after_kill{10};    ///< a killed program can linger in the driver

/// Blocks SIGCHLD, SIGTERM and SIGHUP, which wait() receives. Ignores SIGINT and SIGQUIT, because the terminal also
/// sends them to the program.
class WaitSignals {
public:
    WaitSignals()
    {
        sigemptyset(&awaited_);
        for (const int number : {SIGCHLD, SIGTERM, SIGHUP}) sigaddset(&awaited_, number);
        sigprocmask(SIG_BLOCK, &awaited_, &old_mask_);
        std::signal(SIGCHLD, SIG_DFL);  // if it was inherited as ignored, waitpid() would find no exit status
        interrupt_ = std::signal(SIGINT, SIG_IGN);
        quit_ = std::signal(SIGQUIT, SIG_IGN);
    }
    ~WaitSignals()
    {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGQUIT, quit_);
        sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
    }
    WaitSignals(const WaitSignals&) = delete;
    WaitSignals& operator=(const WaitSignals&) = delete;

    /// Restores the original signals for the program.
    void restore_in_child() const
    {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGQUIT, quit_);
        sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
    }
    /// The next signal; 0 after the timeout.
    [[nodiscard]] int wait(std::chrono::milliseconds time) const
    {
        const timespec limit{time.count() / 1000, static_cast<long>(time.count() % 1000) * 1000000};
        return std::max(0, sigtimedwait(&awaited_, nullptr, &limit));
    }

private:
    sigset_t awaited_{}, old_mask_{};
    void (*interrupt_)(int) = SIG_DFL;
    void (*quit_)(int) = SIG_DFL;
};

model::Error not_started(const std::string& program, int problem)
{
    const bool is_missing = problem == ENOENT;
    return {is_missing ? "no such program" : std::string("the program could not be started: ") + std::strerror(problem),
            program,
            is_missing ? "write its name as in a shell, for example ./a.out" : "check that it can be executed"};
}

/// Replaces this process with the program. On failure it writes errno to `report`, as a negative number if the folder
/// could not be entered.
[[noreturn]] void exec_program(const TracedRun& run, const WaitSignals& signals, int report)
{
    std::vector<char*> arguments;
    for (const std::string& word : run.command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    for (const std::string& variable : run.environment) putenv(const_cast<char*>(variable.c_str()));
    if (run.output_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
    signals.restore_in_child();
    const bool is_in_folder = run.folder.empty() || chdir(run.folder.c_str()) == 0;
    if (is_in_folder) execvp(arguments.front(), arguments.data());
    const int problem = is_in_folder ? errno : -errno;
    (void)!write(report, &problem, sizeof problem);
    _exit(127);
}

/// Parent of each process, from /proc.
std::map<pid_t, pid_t> parents()
{
    std::map<pid_t, pid_t> found;
    std::error_code error;
    for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const auto pid = static_cast<pid_t>(std::atol(at->path().filename().c_str()));
        if (pid <= 0) continue;
        std::ifstream stream(at->path() / "stat");
        std::string text;
        std::getline(stream, text);
        const std::size_t name_end = text.rfind(')');
        int parent = 0;
        char state = 0;
        if (name_end != std::string::npos && std::sscanf(text.c_str() + name_end + 1, " %c %d", &state, &parent) == 2)
            found[pid] = parent;
    }
    return found;
}

/// All descendants of this process: the program and its descendants. Their orphans become children of this process
/// (PR_SET_CHILD_SUBREAPER), so they are included.
std::vector<pid_t> descendants()
{
    std::vector<pid_t> below;
    const auto all = parents();
    const pid_t self = getpid();
    for (const auto& [pid, parent] : all) {
        pid_t at = pid;
        for (int depth = 0; depth < 1000 && at != self; ++depth) {
            const auto above = all.find(at);
            if (above == all.end()) break;
            at = above->second;
        }
        if (at == self && pid != self) below.push_back(pid);
    }
    return below;
}

void signal_all(int signal_number)
{
    for (const pid_t pid : descendants()) kill(pid, signal_number);
}

/// Resident memory of all descendants. A shared page counts once per process.
std::size_t resident_bytes()
{
    std::size_t pages = 0;
    for (const pid_t pid : descendants()) {
        std::ifstream stream("/proc/" + std::to_string(pid) + "/statm");
        std::size_t size = 0, resident = 0;
        if (stream >> size >> resident) pages += resident;
    }
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Waits for the program, and ends it at a limit of time or memory.
class LimitedWait {
public:
    LimitedWait(pid_t child, const TracedRun& run, const WaitSignals& signals)
        : child_(child), signals_(signals), memory_limit_bytes_(run.memory_bytes), announcement_(run.announcement)
    {
        if (run.limit_seconds)
            deadline_ = Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*run.limit_seconds));
    }

    TracedEnd wait()
    {
        for (;;) {
            if (has_ended()) return result_;
            if (deadline_ && Clock::now() >= *deadline_ && !next_step()) return result_;
            const auto left = deadline_
                                  ? std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now())
                                  : std::chrono::milliseconds(1000);
            check_memory();
            const int received = signals_.wait(std::clamp(
                left + std::chrono::milliseconds(1), std::chrono::milliseconds(1), std::chrono::milliseconds(1000)));
            if (received == SIGTERM || received == SIGHUP) kill(child_, received);
        }
    }

private:
    bool has_ended()
    {
        int status = 0;
        for (;;) {
            const pid_t ended = waitpid(-1, &status, WNOHANG);
            if (ended <= 0) return ended < 0;
            if (ended != child_) continue;  // an orphan of the program
            if (WIFSIGNALED(status)) result_.end.signal = WTERMSIG(status);
            result_.end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            if (result_.end.by_limit) signal_all(SIGKILL);
            return true;
        }
    }

    /// Moves the deadline to now if the memory exceeds its limit. Called once per wait, at least every second.
    void check_memory()
    {
        if (!memory_limit_bytes_ || steps_ > 0 || resident_bytes() <= *memory_limit_bytes_) return;
        result_.is_too_large = true;
        deadline_ = Clock::now();
    }

    /// Takes the next step after a limit: tells the injected library to write its data, sends SIGTERM, sends SIGKILL,
    /// gives up. False after giving up.
    bool next_step()
    {
        result_.end.by_limit = true;
        if (++steps_ == 1) {
            std::ofstream empty_file(announcement_);  // the injected library looks for it
            deadline_ = Clock::now() + write_time;
        } else if (steps_ == 2) {
            signal_all(SIGTERM);
            deadline_ = Clock::now() + grace;
        } else if (steps_ == 3) {
            signal_all(SIGKILL);
            deadline_ = Clock::now() + max_after_kill;
        } else {
            result_.is_left_behind = true;
            result_.end.signal = SIGKILL;
            result_.end.status = 128 + SIGKILL;
            return false;
        }
        return true;
    }

    pid_t child_;
    const WaitSignals& signals_;
    std::optional<std::size_t> memory_limit_bytes_;
    std::string announcement_;
    std::optional<Clock::time_point> deadline_;
    int steps_ = 0;
    TracedEnd result_;
};

}  // namespace

model::Expected<TracedEnd> run_traced(const TracedRun& run)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int report[2] = {-1, -1};
    if (pipe2(report, O_CLOEXEC) != 0) return not_started(run.command.front(), errno);
    const WaitSignals signals;
    const pid_t child = fork();
    if (child == 0) exec_program(run, signals, report[1]);
    const int fork_problem = errno;
    close(report[1]);
    int problem = child < 0 ? fork_problem : 0;
    if (child > 0 && read(report[0], &problem, sizeof problem) != sizeof problem) problem = 0;
    close(report[0]);
    if (problem != 0) {
        if (child > 0) waitpid(child, nullptr, 0);
        if (problem < 0)
            return model::Error{std::string("the folder could not be entered: ") + std::strerror(-problem), run.folder,
                                ""};
        return not_started(run.command.front(), problem);
    }
    return LimitedWait(child, run, signals).wait();
}

}  // namespace spillway::cli
