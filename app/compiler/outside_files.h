#pragma once

// Headers that a compile of a whole file read outside the files that its request names: the system's, the toolkit's and
// the host compiler's. Their contents are in no cache key, so a cached compile is used only while they are unchanged.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spillway::compiler {

struct OutsideFile {
    std::string path;  ///< absolute
    std::int64_t bytes = 0;
    std::int64_t changed_ns = 0;  ///< time of the last change; 0: the file is gone
    friend bool operator==(const OutsideFile&, const OutsideFile&) = default;
};

/// The prerequisites of a rule that a compiler wrote with -MD, as they are now, but for files below `own`. Relative
/// paths belong to the compiled file and are left out. A file that has changed since `began` counts as gone: the
/// compiler may have read its earlier text.
[[nodiscard]] std::vector<OutsideFile> outside_files(std::string_view rule, const std::filesystem::path& own,
                                                     std::chrono::system_clock::time_point began);

/// Shared by all kernels of a file. Thread-safe.
class OutsideFiles {
public:
    explicit OutsideFiles(std::vector<OutsideFile> files) : files_(std::move(files)) {}

    [[nodiscard]] const std::vector<OutsideFile>& files() const { return files_; }
    [[nodiscard]] std::size_t bytes() const;  ///< of memory
    /// Looks at the files at most once a second: a file of many kernels asks for each.
    [[nodiscard]] bool are_unchanged() const;
    /// Differs whenever a file has another size or time.
    [[nodiscard]] std::string identity() const;

private:
    std::vector<OutsideFile> files_;
    mutable std::atomic<std::int64_t> looked_at_ns_ = 0;
    mutable std::atomic<bool> were_unchanged_ = true;
};

}  // namespace spillway::compiler
