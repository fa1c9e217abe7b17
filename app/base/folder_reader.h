#pragma once

#include <filesystem>
#include <string>

#include "app/model/error.h"

namespace spillway::base {

/// The files of one folder that may come from a stranger: opened once, so that a swap behind the reader's back
/// changes nothing, and no link is followed that leads out of it.
class FolderReader {
public:
    [[nodiscard]] static model::Expected<FolderReader> open(const std::filesystem::path& folder);
    /// A folder within this one, by its name; a link that leads out is refused.
    [[nodiscard]] model::Expected<FolderReader> enter(const std::string& name) const;
    ~FolderReader();
    FolderReader(FolderReader&& other) noexcept;
    FolderReader& operator=(FolderReader&&) = delete;

    /// A regular file of at most `most_bytes`, whole.
    [[nodiscard]] model::Expected<std::string> read(const std::string& name, std::size_t most_bytes) const;
    [[nodiscard]] bool has(const std::string& name) const;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string identity() const;  ///< of the folder that was opened, whatever stands in its place now

private:
    FolderReader(std::filesystem::path path, int descriptor);
    std::filesystem::path path_;
    int descriptor_ = -1;
};

/// This file or folder on this machine and no other; empty where it cannot be told. Editing what lies in a folder
/// changes nothing of it; one that takes its place has another birth.
[[nodiscard]] std::string identity_of(const std::filesystem::path& path);

}  // namespace spillway::base
