#pragma once

#include <cstdlib>

namespace spillway::tests {

/// Sets an environment variable and removes it in the destructor.
class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Environment() { unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
};

}  // namespace spillway::tests
