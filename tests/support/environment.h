#pragma once

#include <cstdlib>

namespace spillway::tests {

/// A variable of the environment as long as this lives.
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
