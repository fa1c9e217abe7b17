#pragma once

#include <filesystem>
#include <string>

#include "app/model/error.h"

namespace spillway::base {

/// Reads the files of one untrusted folder. The folder is opened once, so replacing it later changes nothing. Links
/// that lead out of the folder are not followed.
class FolderReader {
public:
    [[nodiscard]] static model::Expected<FolderReader> open(const std::filesystem::path& folder);
    /// Opens a subfolder by name; refuses a link that leads out of this folder.
    [[nodiscard]] model::Expected<FolderReader> enter(const std::string& name) const;
    ~FolderReader();
    FolderReader(FolderReader&& other) noexcept;
    FolderReader& operator=(FolderReader&&) = delete;

    /// Reads a whole regular file of at most `max_bytes`.
    [[nodiscard]] model::Expected<std::string> read(const std::string& name, std::size_t max_bytes) const;
    [[nodiscard]] bool has(const std::string& name) const;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string identity() const;  ///< of the opened folder, even if another one has taken its path

private:
    FolderReader(std::filesystem::path path, int descriptor);
    std::filesystem::path path_;
    int descriptor_ = -1;
};

/// Identifies this file or folder on this machine; empty if unknown. Edits inside a folder do not change its identity.
/// A folder that replaces it has another birth time, so another identity.
[[nodiscard]] std::string identity_of(const std::filesystem::path& path);

}  // namespace spillway::base
