#pragma once

// Folder for the files of one .cu during a compile. It belongs to this worker, only its user can read it, and it is
// removed when the worker exits.

#include <filesystem>
#include <memory>
#include <string>

#include "app/base/file_lock.h"
#include "app/catalogue/plain/source_files.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Folder of one compile; the destructor removes it.
class WorkTree {
public:
    explicit WorkTree(std::filesystem::path root) : root_(std::move(root)) {}
    ~WorkTree();
    WorkTree(WorkTree&& other) noexcept : root_(std::move(other.root_)) { other.root_.clear(); }
    WorkTree& operator=(WorkTree&&) = delete;

    [[nodiscard]] const std::filesystem::path& root() const { return root_; }
    [[nodiscard]] std::filesystem::path sources() const { return root_ / "in"; }
    /// Outputs of the compiler, including temporary files.
    [[nodiscard]] std::filesystem::path outputs() const { return root_ / "out"; }

private:
    std::filesystem::path root_;
};

/// Thread-safe.
class WorkFolder {
public:
    /// Creates the folder in TMPDIR or /tmp. Removes folders that killed workers have left there.
    [[nodiscard]] static model::Expected<std::shared_ptr<const WorkFolder>> make();
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] model::Expected<WorkTree> write(const catalogue::SourceFiles& files) const;

private:
    WorkFolder(std::filesystem::path path, base::FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
    std::filesystem::path path_;
    base::FileLock lock_;  ///< tells workers elsewhere, also on other machines, that this folder is in use
};

}  // namespace spillway::compiler
