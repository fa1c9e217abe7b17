#pragma once

#include <filesystem>

#include "app/trace/trace.h"

namespace spillway::window {

/// What a program launched, and the file that says it.
struct OpenTrace {
    std::filesystem::path file;
    trace::Trace trace;
};

}  // namespace spillway::window
