#pragma once

// A file that replaces its target only once it is complete: written beside it under a random name (so that no link can
// wait there), then renamed. On a full disk the old file stays unchanged.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::base {

/// Kind of the existing file at a path. It decides how the new file is written. `unknown`: the system does not say (no
/// permission, a share that is away), so there may be a file.
enum class Standing { nothing, file, link, device, folder, unknown };
[[nodiscard]] Standing what_stands_at(const std::filesystem::path& place);
/// Reason why the path cannot be written: it is a folder or a link. Empty if it can.
[[nodiscard]] std::optional<model::Error> check_place(const std::filesystem::path& place);

enum class IfThere { refuse, replace };
/// Whether the content reaches the disk before the name: after a power failure the path then has the old or the new
/// file, never an empty one. Files that can be made again need not.
enum class Durability { none, disk };

class OutputFile {
public:
    /// Begins a file for `place`. Refuses a symbolic link; writes directly into a device or a pipe. IfThere::refuse
    /// also refuses an existing file, even one that appears during writing.
    [[nodiscard]] static model::Expected<OutputFile> begin(const std::filesystem::path& place, IfThere if_there,
                                                           Durability durability = Durability::disk);
    /// Begins a file beside `place` that only the user can read. leave() returns its name.
    [[nodiscard]] static model::Expected<OutputFile> begin_beside(const std::filesystem::path& place);
    ~OutputFile();  ///< deletes an unfinished file
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;

    [[nodiscard]] std::optional<model::Error> write(std::string_view bytes);
    /// Renames the file to its target; with Durability::disk, flushes its content to disk first. Does nothing for a
    /// device or a pipe. The descriptor stays open for further writing.
    [[nodiscard]] std::optional<model::Error> place();

    /// Flushes the file to disk and keeps its temporary name, which is returned.
    [[nodiscard]] model::Expected<std::filesystem::path> leave();

    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    OutputFile() = default;
    [[nodiscard]] model::Error failure(int problem) const;
    [[nodiscard]] bool open_beside(unsigned mode);

    std::filesystem::path place_;
    std::filesystem::path temporary_;  ///< empty: none, or already renamed
    IfThere if_there_ = IfThere::refuse;
    Durability durability_ = Durability::disk;
    int descriptor_ = -1;
};

/// Writes a whole file.
[[nodiscard]] std::optional<model::Error> write_file(const std::filesystem::path& place, std::string_view bytes,
                                                     IfThere if_there = IfThere::replace,
                                                     Durability durability = Durability::disk);

/// Sixteen random hexadecimal digits; empty if the system has no randomness.
[[nodiscard]] std::string random_name();

/// Whether a name belongs to an unfinished file of Spillway, left behind by a killed process.
[[nodiscard]] bool is_unfinished_name(std::string_view file_name);

}  // namespace spillway::base
