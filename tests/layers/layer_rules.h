#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spillway::layers {

/// One line of the source tree that goes against the design's table of folders.
struct Violation {
    std::string file;  ///< relative to the tree's root
    int line = 0;
    std::string what;

    [[nodiscard]] std::string text() const { return file + ":" + std::to_string(line) + ": " + what; }
};

/// Reads every source file and CMakeLists.txt under `root`/app and returns what breaks the rules:
/// arrows between the folders that do not run downwards, CUDA outside compiler and gpu, the window's
/// libraries outside window and the charts' Dear ImGui painter, anything but the standard library in model, a source
/// that does not answer the header of its name (header_rules.h), and a header that says in another way than the rest
/// that something failed (error_rules.h).
[[nodiscard]] std::vector<Violation> find_violations(const std::filesystem::path& root);

/// Libraries under `root`/app that link themselves by way of others: "spillway_a > spillway_b > spillway_a".
[[nodiscard]] std::vector<std::string> find_circles(const std::filesystem::path& root);

}  // namespace spillway::layers
