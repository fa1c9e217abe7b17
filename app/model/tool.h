#pragma once

#include <string>

namespace spillway::model {

/// A tool that was looked for: found where and in which version, or why not and how to get it.
struct Tool {
    bool available = false;
    std::string version;
    std::string path;
    std::string reason;
    std::string advice;
};

}  // namespace spillway::model
