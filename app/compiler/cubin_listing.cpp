#include "app/compiler/cubin_listing.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

#include "app/base/text.h"
#include "app/compiler/line_needs.h"
#include "app/compiler/sass.h"
#include "app/compiler/sass_line.h"
#include "app/protocol/json_visitors.h"

namespace spillway::compiler {
namespace {

/// File with most of the entry's lines; prefers a .cu to its headers.
std::string source_of(std::string_view text, const std::string& entry)
{
    constexpr std::string_view mark = "//## File \"";
    std::map<std::string_view, int> lines;
    bool is_ours = false;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = base::trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (const auto name = function_start(line)) is_ours = *name == entry;
        if (!is_ours || !line.starts_with(mark)) continue;
        const auto close = line.find('"', mark.size());
        if (close != std::string_view::npos) ++lines[line.substr(mark.size(), close - mark.size())];
    }
    const auto weight = [](const auto& counted) { return std::pair(counted.first.ends_with(".cu"), counted.second); };
    auto best = lines.end();
    for (auto at = lines.begin(); at != lines.end(); ++at)
        if (at->first != ".nv_debug_ptx_txt" && (best == lines.end() || weight(*at) > weight(*best))) best = at;
    return best == lines.end() ? std::string() : std::string(best->first);
}

model::KernelListing listing_of(const SassTexts& texts, const std::string& entry)
{
    model::KernelListing found{entry, source_of(texts.code, entry), {}};
    // No file path ends with a line feed, so no line matches.
    SassCode code = read_sass(texts, entry, found.source_file.empty() ? "\n" : found.source_file);
    if (!found.source_file.empty()) found.listing.source_lines = needs_of_source(code);
    for (const model::ListingLine& line : code.lines)
        if (line.touches_local && line.source_line > 0) found.listing.local_source_lines.push_back(line.source_line);
    found.listing.live_reason = code.why_not_live;
    found.listing.spill_reason = code.why_not_annotated;
    found.listing.sass = std::move(code.lines);
    return found;
}

}  // namespace

model::Expected<std::vector<model::KernelListing>> list_cubin(const Disassembler& disassembler,
                                                              const std::string& cubin,
                                                              const std::vector<std::string>& entries)
{
    const auto texts = disassemble(disassembler, cubin, SassDetail::lines);
    if (!texts) return texts.error();
    std::vector<model::KernelListing> listings;
    for (const std::string& entry : entries) {
        listings.push_back(listing_of(*texts, entry));
        if (listings.back().listing.sass->empty()) listings.pop_back();
    }
    return listings;
}

int print_listing(const std::vector<std::string>& words)
{
    const auto fail = [](const model::Error& error) {
        std::fprintf(stderr, "%s\n", error.line().c_str());
        return 1;
    };
    if (words.size() < 2) return fail({"needs a module and at least one kernel", "--listing", ""});
    std::ifstream file(words[0], std::ios::binary);
    if (!file) return fail({"this file cannot be read", words[0], ""});
    const std::string cubin{std::istreambuf_iterator<char>(file), {}};
    const auto disassembler = find_disassembler();
    if (!disassembler) return fail(disassembler.error());
    const auto listings = list_cubin(*disassembler, cubin, {words.begin() + 1, words.end()});
    if (!listings) return fail(listings.error());
    const std::string text =
        protocol::to_json(*listings).dump(-1, ' ', false, protocol::Json::error_handler_t::replace);
    return std::fwrite(text.data(), 1, text.size(), stdout) != text.size();
}

}  // namespace spillway::compiler
