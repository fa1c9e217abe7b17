#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "app/model/error.h"

namespace spillway::cli {

/// Output folder of a traced program, readable only for its user. Deleted with the object.
class TraceFolder {
public:
    [[nodiscard]] static model::Expected<TraceFolder> make();
    ~TraceFolder();
    TraceFolder(TraceFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TraceFolder& operator=(TraceFolder&&) = delete;

    [[nodiscard]] std::string log() const { return path_ / "log"; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    TraceFolder() = default;
    std::filesystem::path path_;
};

}  // namespace spillway::cli
