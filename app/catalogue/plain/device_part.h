#pragma once

// Prepares a .cu for a compiler without host code (NVRTC): blanks host-only code and keeps the lines, so that messages
// have the right line numbers.

#include <string>
#include <vector>

#include "app/catalogue/plain/launched_instances.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// A line at which a compiler stopped.
struct RefusedLine {
    std::string file;
    int line = 0;

    friend auto operator<=>(const RefusedLine&, const RefusedLine&) = default;
};

struct DevicePart {
    SourceFiles files;
    /// Launches in the host code with unknown template arguments, or with an instance that the compiler refused.
    std::vector<LaunchedInstance> untaken;
};

/// Template instances that device_part() appends.
enum class WithInstances { launched, none };

/// Removes host functions, host types, host variables at namespace scope, and headers of the host's standard library.
/// Appends the template instances launched by the host code to the .cu's text, one per line, if wanted. Ambiguous code
/// stays, and the compiler reports its line; then the enclosing declaration of a `refused` line is removed too, unless
/// it is for the device. Spillway's own headers come last.
[[nodiscard]] DevicePart device_part(SourceFiles files, const std::vector<RefusedLine>& refused = {},
                                     WithInstances with = WithInstances::launched);

/// Spillway's header that must be read first.
constexpr const char* host_names_file = "spillway_host_names.h";

/// A line that instantiates a template, as a use of it would.
[[nodiscard]] std::string instance_line(const std::string& instance);

}  // namespace spillway::catalogue
