#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/catalogue/plain/file_settings.h"
#include "app/model/error.h"

namespace spillway::results {

/// User settings for each opened .cu, kept across runs outside the files' own folders.
class FileSettingsStore {
public:
    /// Empty path: settings are lost when the program ends.
    explicit FileSettingsStore(std::filesystem::path file);

    /// Settings for this file; empty if the user set none.
    [[nodiscard]] const catalogue::FileSettings& of(const std::string& source_file) const;
    /// Error: the settings will be lost when the program ends, and why.
    std::optional<model::Error> put(const std::string& source_file, catalogue::FileSettings settings);

private:
    std::filesystem::path file_;
    std::map<std::string, catalogue::FileSettings> files_;
};

/// File for the settings; empty without a home.
[[nodiscard]] std::filesystem::path file_settings_file();

}  // namespace spillway::results
