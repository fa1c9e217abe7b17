#pragma once

#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace spillway::tests {

/// CPU seconds used by the calling thread.
inline double thread_cpu_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// CPU seconds used by all threads of a process, without its children.
inline double cpu_seconds(pid_t id)
{
    std::ifstream file("/proc/" + std::to_string(id) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    unsigned long user = 0, system = 0;
    const auto after_name = text.rfind(')');
    if (after_name == std::string::npos) return 0;
    std::sscanf(text.c_str() + after_name + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// CPU seconds including the current children.
inline double cpu_seconds_with_children(pid_t id)
{
    double sum = cpu_seconds(id);
    std::error_code gone;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(id) + "/task", gone)) {
        std::ifstream children(thread.path() / "children");
        for (pid_t child = 0; children >> child;) sum += cpu_seconds(child);
    }
    return sum;
}

}  // namespace spillway::tests
