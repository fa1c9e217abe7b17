#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/base/folder_reader.h"
#include "app/model/error.h"

namespace spillway::room {

/// The window as a page in a folder (docs/web.md), read file by file. A file is in memory once, while it is being sent.
class PageFolder {
public:
    [[nodiscard]] static model::Expected<PageFolder> open(const std::filesystem::path& folder);

    /// The file of this name ("reports/x.0123456789.bin"); null without it. Safe for any text.
    [[nodiscard]] std::shared_ptr<const std::string> read(std::string_view name);

private:
    explicit PageFolder(base::FolderReader folder) : folder_(std::move(folder)) {}

    base::FolderReader folder_;
    std::map<std::string, std::weak_ptr<const std::string>, std::less<>> read_;
};

/// Media type by the name's ending.
[[nodiscard]] const char* media_type_of(std::string_view name);
/// Whether the name contains a hash of the content ("page.0123456789.js"), so that a browser may keep it.
[[nodiscard]] bool is_hashed_name(std::string_view name);

}  // namespace spillway::room
