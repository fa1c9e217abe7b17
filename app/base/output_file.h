#pragma once

// A file that takes its place only once it is whole: written beside it under a random name (so no link
// waits there), then renamed. On a full disk the old file stays as it was.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"

namespace spillway::base {

/// What stands at a place already decides how it is written.
enum class Standing { nothing, file, link, device, folder };
[[nodiscard]] Standing what_stands_at(const std::filesystem::path& place);
/// Why nothing is written there: it is a folder, or a link.
[[nodiscard]] std::optional<model::Error> check_place(const std::filesystem::path& place);

enum class IfThere { refuse, replace };
/// Whether a file must survive a loss of power once it is in its place. What can be made again need not.
enum class Durability { none, disk };

class OutputFile {
public:
    /// Begins a file that shall stand at `place`. A symbolic link there is refused; a device or a pipe is written to
    /// as it is. With IfThere::refuse, so is every file that is there, also one that appears while this one is written.
    [[nodiscard]] static model::Expected<OutputFile> begin(const std::filesystem::path& place, IfThere if_there,
                                                           Durability durability = Durability::disk);
    /// Begins one that shall stand beside `place` and is the user's alone; `leave` says under which name.
    [[nodiscard]] static model::Expected<OutputFile> begin_beside(const std::filesystem::path& place);
    ~OutputFile();  ///< an unfinished file goes
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;

    [[nodiscard]] std::optional<model::Error> write(std::string_view bytes);
    /// Onto the disk and into its place. The descriptor stays open for further writing.
    [[nodiscard]] std::optional<model::Error> place();

    /// Onto the disk, and left under its own name.
    [[nodiscard]] model::Expected<std::filesystem::path> leave();

    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    OutputFile() = default;
    [[nodiscard]] model::Error failure(int problem) const;
    [[nodiscard]] bool open_beside(unsigned mode);

    std::filesystem::path place_;
    std::filesystem::path temporary_;  ///< empty: there is none, or it was renamed
    IfThere if_there_ = IfThere::refuse;
    Durability durability_ = Durability::disk;
    int descriptor_ = -1;
};

/// A whole file at once.
[[nodiscard]] std::optional<model::Error> write_file(const std::filesystem::path& place, std::string_view bytes,
                                                     IfThere if_there = IfThere::replace,
                                                     Durability durability = Durability::disk);

/// Sixteen random digits; empty if the system has none.
[[nodiscard]] std::string random_name();

/// Whether a name is that of an unfinished file of ours, as a killed program leaves it behind.
[[nodiscard]] bool is_unfinished_name(std::string_view file_name);

}  // namespace spillway::base
