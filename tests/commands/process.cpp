#include "tests/commands/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"
#include "tests/support/test_cache.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> changed_environment(const Environment& changes)
{
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!changes.contains(text.substr(0, text.find('=')))) result.push_back(text);
    }
    for (const auto& [name, value] : changes)
        if (value) result.push_back(name + "=" + *value);
    return result;
}

milliseconds until(Clock::time_point end)
{
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(end - Clock::now()));
}

/// Appends what the pipe holds; closes it at its end.
void drain(int& pipe, std::string& text)
{
    std::array<char, 65536> buffer{};
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        close(pipe);
        pipe = -1;
    }
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const Environment& changes)
{
    std::vector<std::string> words = arguments;
    std::vector<std::string> environment = changed_environment(changes);
    const auto argument_pointers = pointers(words);
    const auto environment_pointers = pointers(environment);
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
    id_ = fork();
    if (id_ < 0) std::abort();  // its process group would be another one
    if (id_ == 0) {
        setpgid(0, 0);  // so that whatever it starts can be ended with it
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        execvpe(argument_pointers[0], argument_pointers.data(), environment_pointers.data());
        _exit(127);
    }
    setpgid(id_, id_);
    close(out[1]);
    close(err[1]);
    output_pipe_ = out[0];
    error_pipe_ = err[0];
}

Process::~Process()
{
    if (status_ == -1) {
        kill(-id_, SIGKILL);
        reap(0);
    }
    if (output_pipe_ >= 0) close(output_pipe_);
    if (error_pipe_ >= 0) close(error_pipe_);
}

void Process::reap(int options)
{
    int status = 0;
    if (status_ != -1 || waitpid(id_, &status, options) != id_) return;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Process::read_some(milliseconds limit)
{
    std::array<pollfd, 2> pipes{{{output_pipe_, POLLIN, 0}, {error_pipe_, POLLIN, 0}}};
    if (output_pipe_ < 0 && error_pipe_ < 0) return false;
    if (poll(pipes.data(), pipes.size(), static_cast<int>(std::min(limit, milliseconds(50)).count())) > 0) {
        if (pipes[0].revents != 0) drain(output_pipe_, output_);
        if (pipes[1].revents != 0) drain(error_pipe_, errors_);
    }
    return true;
}

bool Process::wait(milliseconds limit)
{
    const auto end = Clock::now() + limit;
    while (read_some(until(end)) && Clock::now() < end) {
        reap(WNOHANG);
        // A process left behind may hold the pipes open: the program's own end counts.
        if (status_ != -1) {
            while (read_some(milliseconds(0)) && until(end) > milliseconds(0)) {
                std::array<pollfd, 2> pipes{{{output_pipe_, POLLIN, 0}, {error_pipe_, POLLIN, 0}}};
                if (poll(pipes.data(), pipes.size(), 20) <= 0) break;
            }
            return true;
        }
    }
    while (status_ == -1 && Clock::now() < end) {
        reap(WNOHANG);
        if (status_ == -1) usleep(2000);
    }
    return status_ != -1;
}

bool Process::wait_for_text(const std::string& text, milliseconds limit)
{
    const auto end = Clock::now() + limit;
    const auto is_there = [&] {
        return output_.find(text) != std::string::npos || errors_.find(text) != std::string::npos;
    };
    while (!is_there() && Clock::now() < end && read_some(until(end))) {
    }
    return is_there();
}

void Process::send_signal(int signal_number) const
{
    kill(id_, signal_number);
}

Finished run(const std::vector<std::string>& arguments, const Environment& changes, std::chrono::seconds limit)
{
    Process process(arguments, changes);
    const bool ended = process.wait(limit);
    EXPECT_TRUE(ended) << arguments[0] << " still runs after " << limit.count() << " s\n" << process.errors();
    return {process.status(), process.output(), process.errors()};
}

/// Folder of the programs: this build, or the package that scripts/on-gpu.sh has unpacked.
fs::path program_folder()
{
    const char* package = std::getenv("SPILLWAY_TEST_PACKAGE");
    return package ? fs::path(package) : fs::path(SPILLWAY_BINARY_DIR);
}

Environment test_environment()
{
    const fs::path home = program_folder() / "test-home";
    fs::create_directories(home);
    return {{"XDG_CACHE_HOME", tests::test_cache(program_folder())},
            {"XDG_CONFIG_HOME", home / "config"},
            {"XDG_DATA_HOME", home / "data"},
            {"XDG_STATE_HOME", home / "state"},
            {"DISPLAY", std::nullopt},
            {"WAYLAND_DISPLAY", std::nullopt}};
}

fs::path program(const std::string& name)
{
    return program_folder() / "bin" / name;
}

Finished spillway(std::vector<std::string> arguments, Environment changes, std::chrono::seconds limit)
{
    arguments.insert(arguments.begin(), program("spillway"));
    changes.merge(test_environment());  // the test's own changes win
    return run(arguments, changes, limit);
}

TemporaryFolder::TemporaryFolder() : path_(scratch_folder("test")) {}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;  // nothing a test could do about it
    fs::remove_all(path_, ignored);
}

std::string read_text(const fs::path& file)
{
    // stream.read, unlike stream iterators, does not throw if a process ends while its file in /proc is read.
    std::ifstream stream(file, std::ios::binary);
    std::string text;
    for (char part[4096]; stream.read(part, sizeof part) || stream.gcount() > 0;)
        text.append(part, static_cast<std::size_t>(stream.gcount()));
    return text;
}

}  // namespace spillway::commands
