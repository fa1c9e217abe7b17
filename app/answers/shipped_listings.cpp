#include "app/answers/shipped_listings.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/answers/packed_json.h"
#include "app/base/paths.h"

namespace spillway::answers {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int listings_format = 1;
constexpr std::string_view listings_magic("\x50\x2a\x4d\x18\x08\0\0\0spwptx01", 16);  // a skippable zstd frame
constexpr std::size_t listings_hash_digits = 16;
constexpr const char* why_no_sass = "Machine code needs a compiler, and there is none here.";

std::vector<std::string_view> module_lines(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        lines.push_back(line);
        at = end + 1;
    }
    return lines;
}

/// Stores three numbers for each line: its line number in the module's PTX (the text is not stored twice), its source
/// line, and 1 if it touches local memory.
json entry_of_listing(const model::Listing& listing)
{
    json lines = json::array();
    for (const model::ListingLine& line : listing.ptx)
        lines.push_back({line.module_line.value_or(0), line.source_line, line.touches_local ? 1 : 0});
    return {{"text", listing.module->text},
            {"entry", listing.module->entry},
            {"lines", std::move(lines)},
            {"local", listing.local_source_lines}};
}

/// Null if a line number is not in the module's PTX. May throw json::exception.
std::shared_ptr<const model::Listing> listing_of_entry(const json& entry)
{
    auto listing = std::make_shared<model::Listing>();
    listing->module = model::PtxModule{entry.at("text"), entry.at("entry")};
    listing->local_source_lines = entry.at("local").get<std::vector<int>>();
    listing->sass_reason = why_no_sass;
    const auto texts = module_lines(listing->module->text);
    for (const json& each : entry.at("lines")) {
        const auto number = each.at(0).get<int>();
        model::ListingLine line;
        if (number < 0 || static_cast<std::size_t>(number) > texts.size()) return nullptr;
        if (number > 0) {
            line.text = texts[static_cast<std::size_t>(number - 1)];
            line.module_line = number;
        }
        line.source_line = each.at(1).get<int>();
        line.touches_local = each.at(2).get<int>() != 0;
        listing->ptx.push_back(std::move(line));
    }
    return listing;
}

}  // namespace

fs::path ShippedListings::default_folder()
{
    if (const char* path = std::getenv("SPILLWAY_PTX"); path != nullptr && *path != 0)
        return path == std::string_view("none") ? fs::path() : fs::path(path);
    return base::data_folder() / "assets/ptx";
}

Found<model::Listing> ShippedListings::find(const ReportTools& tools, const model::CompileRequest& request,
                                            const model::SourceText& source)
{
    model::CompileRequest plain = request;
    plain.line_info = false;
    const auto key = folder_.empty() ? std::nullopt : shipped_key(tools, plain, source);
    if (!key) return {};
    auto file = files_.find(source.hash);
    if (file == files_.end()) {
        const std::string experiment = source.name.substr(0, source.name.find('/'));
        const auto content = read_packed_file(folder_ / listings_file_name(experiment, source.hash));
        if (content && content->empty()) return {nullptr, true};
        read_.push_back(source.hash);
        if (read_.size() > max_unpacked) {
            files_.erase(read_.front());
            read_.pop_front();
        }
        auto listings = content ? unpack_listings(*content) : std::nullopt;
        file = files_.emplace(source.hash, listings ? std::move(*listings) : Listings{}).first;
    }
    const auto found = file->second.find(*key);
    return {found == file->second.end() ? nullptr : found->second};
}

std::string listings_file_name(const std::string& experiment, const std::string& source_hash)
{
    return experiment + "-" + source_hash.substr(0, listings_hash_digits) + ".ptx";
}

std::string pack_listings(const Listings& listings)
{
    json entries = json::object();
    for (const auto& [key, listing] : listings) entries[key] = entry_of_listing(*listing);
    return pack_json(listings_magic, {{"format", listings_format}, {"entries", std::move(entries)}});
}

std::optional<Listings> unpack_listings(const std::string& content)
{
    const auto unpacked = unpack_json(listings_magic, content);
    if (!unpacked) return std::nullopt;
    try {
        if (unpacked->at("format") != listings_format) return std::nullopt;
        Listings listings;
        for (const auto& [key, entry] : unpacked->at("entries").items()) {
            listings[key] = listing_of_entry(entry);
            if (!listings[key]) return std::nullopt;
        }
        return listings;
    } catch (const json::exception&) {
        return std::nullopt;  // another version or a foreign file: treated as missing
    }
}

}  // namespace spillway::answers
