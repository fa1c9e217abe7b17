#include "app/room/page_folder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace spillway::room {
namespace {

constexpr std::size_t max_file_bytes = 64 << 20;
constexpr std::size_t max_file_name_bytes = 200, max_parts = 4;
constexpr std::size_t hash_digits = 10;  // scripts/pack_web.py

bool is_part(std::string_view part)
{
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    return !part.empty() && part.front() != '.' && part.find_first_not_of(allowed) == std::string_view::npos;
}

/// Folder names and the file name; empty if this cannot be a file of the page.
std::vector<std::string> parts_of(std::string_view name)
{
    std::vector<std::string> parts;
    if (name.size() > max_file_name_bytes) return parts;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string_view part = name.substr(at, end - at);
        if (!is_part(part) || parts.size() == max_parts) return {};
        parts.emplace_back(part);
        at = end + 1;
    }
    return parts;
}

std::optional<std::string> read_in(const base::FolderReader& folder, const std::vector<std::string>& parts,
                                   std::size_t at)
{
    if (at + 1 == parts.size()) {
        auto text = folder.read(parts[at], max_file_bytes);
        return text ? std::optional(std::move(*text)) : std::nullopt;
    }
    const auto inner = folder.enter(parts[at]);
    return inner ? read_in(*inner, parts, at + 1) : std::nullopt;
}

}  // namespace

model::Expected<PageFolder> PageFolder::open(const std::filesystem::path& folder)
{
    auto reader = base::FolderReader::open(folder);
    if (!reader) return reader.error();
    return PageFolder(std::move(*reader));
}

std::shared_ptr<const std::string> PageFolder::read(std::string_view name)
{
    const auto known = read_.find(name);
    if (known != read_.end())
        if (auto text = known->second.lock()) return text;
    const std::vector<std::string> parts = parts_of(name);
    if (parts.empty()) return nullptr;
    auto text = read_in(folder_, parts, 0);
    if (!text) return nullptr;
    auto file = std::make_shared<const std::string>(std::move(*text));
    read_.insert_or_assign(std::string(name), file);
    return file;
}

const char* media_type_of(std::string_view name)
{
    static constexpr std::pair<std::string_view, const char*> types[] = {
        {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},   {".json", "application/json"},
        {".txt", "text/plain; charset=utf-8"}, {".svg", "image/svg+xml"},
        {".wasm", "application/wasm"}};
    for (const auto& [ending, type] : types)
        if (name.ends_with(ending)) return type;
    return "application/octet-stream";
}

bool is_hashed_name(std::string_view name)
{
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t at = name.find('.'); at != std::string_view::npos; at = name.find('.', at + 1)) {
        const std::string_view hash = name.substr(at + 1, hash_digits);
        const bool is_followed_by_dot = name.size() > at + 1 + hash_digits && name[at + 1 + hash_digits] == '.';
        if (is_followed_by_dot && hash.find_first_not_of(digits) == std::string_view::npos) return true;
    }
    return false;
}

}  // namespace spillway::room
