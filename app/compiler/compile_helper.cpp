#include "app/compiler/compile_helper.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/compiler/compile_bounds.h"
#include "app/compiler/helper_messages.h"

extern char** environ;

namespace spillway::compiler {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_share = 0.5;   ///< of the time limit: minimum CPU time before a compile is killed
constexpr double longest_factor = 3;  ///< of the time limit: wall time after which a compile is killed in any case
constexpr std::chrono::seconds start_time{30};  ///< to load NVRTC on a busy machine or from a slow disk

/// How a helper ended.
struct HelperExit {
    int signal = 0;
    std::size_t peak_memory_bytes = 0;
};

/// One helper process. Used by one thread at a time.
class Helper {
public:
    /// Null if it cannot start; errno holds the reason.
    static std::unique_ptr<Helper> start(const std::vector<std::string>& command);
    ~Helper() { (void)end(); }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    /// Waits for the hello, which each helper sends once.
    FrameEnd read_hello(std::optional<HelperHello>& hello, const StopQuestion& should_stop);
    FrameEnd compile(const HelperRequest& request, NvrtcResult& result, const CompileBounds& bounds,
                     std::optional<double> file_seconds, const StopQuestion& should_stop);
    /// Kills the process at once; returns how it ended.
    HelperExit end();

private:
    Helper(pid_t process, int to, int from) : process_(process), to_(to), from_(from) {}
    /// CPU time since its start.
    [[nodiscard]] double seconds_worked() const;

    pid_t process_;
    int to_, from_;
    bool said_hello_ = false;
};

struct Pipe {
    int reader = -1, writer = -1;
    Pipe()
    {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        reader = ends[0];
        writer = ends[1];
    }
    ~Pipe()
    {
        if (reader >= 0) close(reader);
        if (writer >= 0) close(writer);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

std::unique_ptr<Helper> Helper::start(const std::vector<std::string>& command)
{
    Pipe requests, answers;
    if (requests.reader < 0 || answers.reader < 0) return nullptr;
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, requests.reader, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, answers.writer, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = 0;
    const int error = posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        errno = error;
        return nullptr;
    }
    return std::unique_ptr<Helper>(
        new Helper(process, std::exchange(requests.writer, -1), std::exchange(answers.reader, -1)));
}

FrameEnd Helper::read_hello(std::optional<HelperHello>& hello, const StopQuestion& should_stop)
{
    Frame frame;
    const FrameEnd end = read_frame(from_, frame, Clock::now() + start_time, should_stop);
    if (end != FrameEnd::whole) return end;
    hello = hello_of(frame);
    said_hello_ = true;
    return hello ? FrameEnd::whole : FrameEnd::malformed;
}

FrameEnd Helper::compile(const HelperRequest& request, NvrtcResult& result, const CompileBounds& bounds,
                         std::optional<double> file_seconds, const StopQuestion& should_stop)
{
    if (!said_hello_) {
        std::optional<HelperHello> hello;
        if (const FrameEnd end = read_hello(hello, should_stop); end != FrameEnd::whole) return end;
    }
    if (!write_frame(to_, to_frame(request))) return FrameEnd::closed;
    Frame frame;
    const auto begin = Clock::now();
    const double worked_before = seconds_worked();
    bool is_too_late = false;
    // Count CPU time: on a busy machine a compile for a guess may hardly have run yet.
    const StopQuestion is_over = [&] {
        if (should_stop && should_stop()) return true;
        const double passed = std::chrono::duration<double>(Clock::now() - begin).count();
        is_too_late = passed >= bounds.seconds && !file_seconds &&
                      seconds_worked() - worked_before >= bounds.seconds * least_share;
        return is_too_late;
    };
    // A whole file gets its full wall time.
    const auto longest = std::chrono::duration<double>(file_seconds.value_or(bounds.seconds * longest_factor));
    const FrameEnd end =
        read_frame(from_, frame, begin + std::chrono::duration_cast<Clock::duration>(longest), is_over);
    if (is_too_late) return FrameEnd::too_late;
    if (end != FrameEnd::whole) return end;
    auto answer = result_of(std::move(frame));
    if (!answer) return FrameEnd::malformed;
    result = std::move(*answer);
    return FrameEnd::whole;
}

double Helper::seconds_worked() const
{
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(process_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

HelperExit Helper::end()
{
    if (process_ <= 0) return {};
    kill(process_, SIGKILL);
    int status = 0;
    rusage use{};
    while (wait4(process_, &status, 0, &use) < 0 && errno == EINTR) {
    }
    process_ = 0;
    close(to_);
    close(from_);
    return {WIFSIGNALED(status) ? WTERMSIG(status) : 0, static_cast<std::size_t>(use.ru_maxrss) * 1024};
}

model::Error took_too_long(const CompileBounds& bounds)
{
    return {"compiling was stopped after " + bounds.seconds_text() + ", the most that one compile may take", "compile",
            "let the compiler do less: fewer unrolled iterations, template instances or initialised elements. "
            "SPILLWAY_COMPILE_SECONDS sets the limit",
            model::Bound::time};
}

model::Error needed_too_much_memory(const CompileBounds& bounds)
{
    return {"compiling needed more than " + bounds.memory_text() + " of memory, the most that one compile may take",
            "compile",
            "let the compiler do less: fewer unrolled iterations, template instances or initialised elements. "
            "SPILLWAY_COMPILE_MIB sets the limit",
            model::Bound::memory};
}

model::Error crashed(const HelperExit& exited)
{
    const std::string how = exited.signal != 0 ? "was ended by signal " + std::to_string(exited.signal) : "ended";
    return {"the compiler " + how + " while it compiled this source", "compile",
            "this source triggers a bug in NVRTC: change the source, or try another CUDA version"};
}

bool says_out_of_memory(const NvrtcResult& result)
{
    return !result.compiled &&
           (result.status == "NVRTC_ERROR_OUT_OF_MEMORY" || result.log.find("out of memory") != std::string::npos);
}

/// NVRTC in helper processes, as many as threads have compiled in parallel.
class HelperNvrtc : public Nvrtc {
public:
    HelperNvrtc(NvrtcFacts facts, std::vector<std::string> command, std::unique_ptr<Helper> first)
        : Nvrtc(std::move(facts)), command_(std::move(command)), bounds_(compile_bounds())
    {
        give_back(std::move(first));
    }

    NvrtcResult compile(const std::string& text, const std::string& name, const std::string& entry,
                        const std::vector<std::string>& options, const StopQuestion& should_stop,
                        std::optional<double> file_seconds) const override
    {
        NvrtcResult result;
        std::unique_ptr<Helper> helper = take();
        if (!helper) {
            result.stopped =
                model::Error{std::string("could not start a process to compile in: ") + std::strerror(errno), "compile",
                             "close other programs and try again"};
            return result;
        }
        const auto backstop = static_cast<int>(10 * bounds_.seconds + file_seconds.value_or(0));
        const FrameEnd end =
            helper->compile({text, name, entry, options, backstop}, result, bounds_, file_seconds, should_stop);
        const bool is_whole = end == FrameEnd::whole;
        if (is_whole && says_out_of_memory(result)) result.stopped = needed_too_much_memory(bounds_);
        if (is_whole && !result.stopped) {
            give_back(std::move(helper));
            return result;
        }
        const HelperExit exited = helper->end();
        if (!result.stopped) result.stopped = why_stopped(end, exited, file_seconds);
        result.cancelled = end == FrameEnd::stopped;
        prepare();
        return result;
    }

    /// Starts a helper early, for this thread or another one with its priority.
    void prepare() const override { give_back(Helper::start(command_)); }

private:
    [[nodiscard]] model::Error why_stopped(FrameEnd end, const HelperExit& exited,
                                           std::optional<double> file_seconds) const
    {
        if (end == FrameEnd::stopped) return {"the compile was cancelled", "compile", ""};
        if (end == FrameEnd::too_late)
            return file_seconds ? whole_file_took_too_long(*file_seconds) : took_too_long(bounds_);
        // At the memory limit NVRTC crashes anywhere, because it does not check for it.
        return exited.peak_memory_bytes > bounds_.memory_bytes / 2 ? needed_too_much_memory(bounds_) : crashed(exited);
    }

    static int own_priority() { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); }

    [[nodiscard]] std::unique_ptr<Helper> take() const
    {
        {
            const std::lock_guard lock(mutex_);
            auto& idle = idle_[own_priority()];
            if (!idle.empty()) {
                auto helper = std::move(idle.back());
                idle.pop_back();
                return helper;
            }
        }
        return Helper::start(command_);
    }

    void give_back(std::unique_ptr<Helper> helper) const
    {
        if (!helper) return;
        const std::lock_guard lock(mutex_);
        idle_[own_priority()].push_back(std::move(helper));
    }

    std::vector<std::string> command_;
    CompileBounds bounds_;
    mutable std::mutex mutex_;
    mutable std::map<int, std::vector<std::unique_ptr<Helper>>> idle_;  ///< by priority
};

}  // namespace

HelperTools start_helpers(const std::vector<std::string>& command)
{
    std::unique_ptr<Helper> first = Helper::start(command);
    const std::string advice = "check that this installation is complete, and start Spillway again";
    if (!first)
        return {model::Error{std::string("the compile helper could not be started: ") + std::strerror(errno),
                             command.front(), advice},
                {}};
    std::optional<HelperHello> hello;
    if (first->read_hello(hello, {}) != FrameEnd::whole)
        return {model::Error{"the compile helper ended before it had loaded NVRTC", command.front(), advice}, {}};
    if (!hello->facts) return {hello->facts.error(), std::move(hello->confined_by)};
    return {std::shared_ptr<const Nvrtc>(
                std::make_shared<HelperNvrtc>(std::move(*hello->facts), command, std::move(first))),
            std::move(hello->confined_by)};
}

}  // namespace spillway::compiler
