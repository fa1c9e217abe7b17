#pragma once

#include <filesystem>

#include "app/trace/trace.h"

namespace spillway::window {

/// A program's trace and its file.
struct OpenTrace {
    std::filesystem::path file;
    trace::Trace trace;
};

}  // namespace spillway::window
