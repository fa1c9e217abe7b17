#pragma once

#include <string>

namespace spillway::model {

/// Result of looking for a tool: path and version, or the reason why it is missing and how to get it.
struct Tool {
    bool available = false;
    std::string version;
    std::string path;
    std::string reason;
    std::string advice;
};

}  // namespace spillway::model
