#pragma once

// Checks from outside whether programs are idle, so that no test has to wait for a fixed time.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "app/worker/background_priority.h"

namespace spillway::tests {

inline std::string text_of_proc(pid_t id, const char* file)
{
    std::ifstream stream("/proc/" + std::to_string(id) + '/' + file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Calls `visit` with the /proc folder of each thread. An ended process has none.
template <typename Visit>
void for_each_thread(pid_t id, Visit visit)
{
    std::error_code gone;
    for (std::filesystem::directory_iterator at("/proc/" + std::to_string(id) + "/task", gone), end; !gone && at != end;
         at.increment(gone))
        visit(at->path());
}

/// True if a thread of the process runs or is ready to run: on a busy machine a waiting process is not idle. Ignores
/// the threads in which the worker compiles speculatively.
inline bool wants_to_run(pid_t id)
{
    bool wants = false;
    for_each_thread(id, [&](const std::filesystem::path& thread) {
        std::ifstream stream(thread / "stat");
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const auto after_name = text.rfind(')');
        char state = 0;
        long niceness = 0;
        if (after_name == std::string::npos) return;
        // Fields 3 and 19 of `stat` in proc(5).
        if (std::sscanf(text.c_str() + after_name + 2,
                        "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %ld", &state, &niceness) != 2)
            return;
        wants = wants || ((state == 'R' || state == 'D') && niceness < worker::background_niceness);
    });
    return wants;
}

/// True if a child of this process, direct or indirect, wants to run.
inline bool descendants_want_to_run(pid_t id)
{
    std::vector<pid_t> children;
    for_each_thread(id, [&](const std::filesystem::path& thread) {
        std::ifstream stream(thread / "children");
        for (pid_t child = 0; stream >> child;) children.push_back(child);
    });
    for (const pid_t child : children)
        if (wants_to_run(child) || descendants_want_to_run(child)) return true;
    return false;
}

/// True if the main thread of the process waits for events without a timeout.
inline bool waits_without_end(pid_t id)
{
    long number = -1;
    unsigned long arguments[6] = {};
    const std::string text = text_of_proc(id, "syscall");
    if (std::sscanf(text.c_str(), "%ld %lx %lx %lx %lx %lx %lx", &number, &arguments[0], &arguments[1], &arguments[2],
                    &arguments[3], &arguments[4], &arguments[5]) != 7)
        return false;
    if (number == SYS_poll) return static_cast<int>(arguments[2]) < 0;
    if (number == SYS_ppoll) return arguments[2] == 0;
    if (number == SYS_select || number == SYS_pselect6) return arguments[4] == 0;
    return false;
}

}  // namespace spillway::tests
