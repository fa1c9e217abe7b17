#pragma once

// A .cu for a compiler that takes no host code (NVRTC): what only a host's compiler can take is blank, line for line,
// so that messages name the right lines.

#include <string>
#include <vector>

#include "app/catalogue/plain/launched_instances.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// A line of one of the files that a compiler stopped at.
struct RefusedLine {
    std::string file;
    int line = 0;

    friend auto operator<=>(const RefusedLine&, const RefusedLine&) = default;
};

struct DevicePart {
    SourceFiles files;
    std::vector<LaunchedInstance> untaken;  ///< of those that the host's part seems to launch
};

/// The files without host functions, host types and variables at namespace scope, and headers of the host's standard
/// library. Behind the .cu's text stand the instances of templates that its host part launches, a line each. What
/// cannot be told apart by its words stays, for the compiler to name its line; of what such a line belongs to, all
/// that is not for a device goes too. Headers of Spillway's own come last.
[[nodiscard]] DevicePart device_part(SourceFiles files, const std::vector<RefusedLine>& refused = {});

/// The header among them that is to be read first.
constexpr const char* host_names_file = "spillway_host_names.h";

/// The line that asks for one more instance of a template, as a use of it would.
[[nodiscard]] std::string instance_line(const std::string& instance);

}  // namespace spillway::catalogue
