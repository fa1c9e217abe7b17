#include "app/window/shell/typed_path.h"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "app/base/paths.h"
#include "app/base/percent_text.h"
#include "app/catalogue/plain/file_text.h"
#include "app/protocol/recording.h"
#include "app/window/shell/taken_along_text.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_folder_entries = 4096;  ///< so that a huge folder does not freeze the window

bool is_openable_file(const fs::path& file)
{
    const std::string ending = file.extension().string();
    constexpr std::array own{".spillway-view", ".spillway-talk", ".spillway-trace", ".ncu-rep"};
    return catalogue::is_cuda_file(file) || std::ranges::find(own, ending) != own.end() ||
           ending == taken_along_extension || ending == protocol::recording_extension;
}

}  // namespace

std::optional<fs::path> typed_path(std::string_view text)
{
    constexpr std::string_view file_address = "file://";
    while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '"' || text.back() == '\n')) text.remove_suffix(1);
    std::string path;
    if (text.starts_with(file_address)) {
        const std::string_view address = text.substr(file_address.size());
        const auto decoded = base::percent_decoded(address);
        // A file's name may have a "%" of its own, which some programs do not encode.
        path = decoded && decoded->find('\0') == std::string::npos ? *decoded : std::string(address);
        text = path;
    }
    if (text.starts_with("/") || text.starts_with("./") || text.starts_with("../")) return fs::path(text);
    if (text != "~" && !text.starts_with("~/")) return std::nullopt;
    const fs::path expanded = base::with_home(std::string(text));
    if (expanded.string().starts_with('~')) return std::nullopt;  // there is no home
    return text.size() < 3 ? expanded / "" : expanded;
}

std::vector<PathChoice> path_choices(const fs::path& typed, std::size_t most)
{
    const std::string begin = typed.filename().string();
    const fs::path folder = typed.parent_path();
    std::vector<PathChoice> choices;
    std::error_code error;
    std::size_t read = 0;
    for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end && read < max_folder_entries; at.increment(error), ++read) {
        const std::string name = at->path().filename().string();
        if (!name.starts_with(begin) || (name.front() == '.' && begin.empty())) continue;
        std::error_code unreadable;
        const bool is_folder = at->is_directory(unreadable);
        if (is_folder || is_openable_file(at->path())) choices.push_back({at->path(), is_folder});
    }
    std::ranges::sort(choices, [](const PathChoice& a, const PathChoice& b) {
        return a.is_folder != b.is_folder ? a.is_folder : a.path < b.path;
    });
    if (choices.size() > most) choices.resize(most);
    return choices;
}

}  // namespace spillway::window
