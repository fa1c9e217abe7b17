#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/catalogue/plain/file_settings.h"
#include "app/model/error.h"

namespace spillway::results {

/// What the user said of each .cu that they opened: kept from one start to the next, the files' own folders untouched.
class FileSettingsStore {
public:
    /// An empty path: nothing is kept beyond the program's end.
    explicit FileSettingsStore(std::filesystem::path file);

    /// What the user said of this file; empty where they said nothing.
    [[nodiscard]] const catalogue::FileSettings& of(const std::string& source_file) const;
    /// The Error says why it will be forgotten at the end of the program.
    std::optional<model::Error> put(const std::string& source_file, catalogue::FileSettings settings);

private:
    std::filesystem::path file_;
    std::map<std::string, catalogue::FileSettings> files_;
};

/// Where it is kept; empty without a home.
[[nodiscard]] std::filesystem::path file_settings_file();

}  // namespace spillway::results
