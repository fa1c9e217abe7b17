#pragma once

// Where the files of one .cu stand while a compiler that reads files compiles them: a folder of this worker's own,
// for its user alone, which is gone when the worker ends.

#include <filesystem>
#include <memory>
#include <string>

#include "app/catalogue/plain/source_files.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// One compile's folder. Removed with it.
class WorkTree {
public:
    explicit WorkTree(std::filesystem::path root) : root_(std::move(root)) {}
    ~WorkTree();
    WorkTree(WorkTree&& other) noexcept : root_(std::move(other.root_)) { other.root_.clear(); }
    WorkTree& operator=(WorkTree&&) = delete;

    [[nodiscard]] std::filesystem::path sources() const { return root_ / "in"; }
    /// What a compiler writes, temporary files too.
    [[nodiscard]] std::filesystem::path outputs() const { return root_ / "out"; }

private:
    std::filesystem::path root_;
};

/// Thread safe.
class WorkFolder {
public:
    /// In TMPDIR, else /tmp. What workers that were killed have left there is removed.
    [[nodiscard]] static model::Expected<std::shared_ptr<const WorkFolder>> make();
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] model::Expected<WorkTree> write(const catalogue::SourceFiles& files) const;

private:
    explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace spillway::compiler
