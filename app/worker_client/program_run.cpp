#include "app/worker_client/program_run.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

#include "app/base/child_process.h"

extern char** environ;

namespace spillway::worker_client {
namespace {

constexpr std::size_t max_output_bytes = std::size_t{4} << 20;

/// This process's environment with another TMPDIR; empty if it is inherited.
std::vector<std::string> environment_with(const std::string& temporary_folder)
{
    std::vector<std::string> variables;
    if (temporary_folder.empty()) return variables;
    variables.push_back("TMPDIR=" + temporary_folder);
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (const std::string text = *variable; !text.starts_with("TMPDIR=")) variables.push_back(text);
    return variables;
}

/// Two connected sockets: this process writes to one, the program reads the other. Not open unless wanted.
class LinePair {
public:
    explicit LinePair(bool is_wanted)
    {
        if (!is_wanted || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both_) != 0) both_[0] = both_[1] = -1;
    }
    ~LinePair()
    {
        for (const int each : both_)
            if (each >= 0) close(each);
    }
    LinePair(const LinePair&) = delete;
    LinePair& operator=(const LinePair&) = delete;
    [[nodiscard]] int own_end() const { return both_[0]; }
    [[nodiscard]] int child_end() const { return both_[1]; }

private:
    int both_[2] = {-1, -1};
};

class RunningProgram final : public ProgramRun {
public:
    explicit RunningProgram(ProgramToRun what)
        : lines_(what.takes_lines), thread_([this, what = std::move(what)] { run(what); })
    {
    }
    ~RunningProgram() override
    {
        is_unwanted_ = true;
        thread_.join();
    }
    [[nodiscard]] bool has_ended() const override { return has_ended_; }
    std::optional<model::Expected<ProgramEnd>> end() override { return has_ended_ ? end_ : std::nullopt; }
    std::string text() const override
    {
        const std::lock_guard guard(mutex_);
        return text_;
    }

    void write(std::string_view line) override
    {
        if (lines_.own_end() < 0) return;
        const std::string text = std::string(line) + '\n';
        (void)send(lines_.own_end(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }

private:
    void run(const ProgramToRun& what)
    {
        base::ChildLimits limits;
        limits.time = what.max_time;
        limits.output_bytes = max_output_bytes;
        limits.memory_bytes = ~std::size_t{0};  // address space; a CUDA program reserves more than the RAM
        limits.environment = environment_with(what.temporary_folder);
        limits.should_stop = [this] { return is_unwanted_.load(); };
        limits.farewell = what.farewell;
        limits.on_text = [this](std::string_view piece) {
            const std::lock_guard guard(mutex_);
            text_ += piece;
        };
        auto output = base::run_child(what.program, what.arguments, lines_.child_end(), std::move(limits));
        if (output)
            end_.emplace(ProgramEnd{output->exit_status, std::move(output->text)});
        else
            end_.emplace(output.error());
        has_ended_ = true;
    }

    const LinePair lines_;
    std::optional<model::Expected<ProgramEnd>> end_;  ///< written before has_ended_ is set
    mutable std::mutex mutex_;
    std::string text_;
    std::atomic<bool> has_ended_ = false, is_unwanted_ = false;
    std::thread thread_;
};

}  // namespace

bool can_run_programs()
{
    return true;
}

std::unique_ptr<ProgramRun> ProgramRun::start(ProgramToRun what)
{
    return std::make_unique<RunningProgram>(std::move(what));
}

}  // namespace spillway::worker_client
