#include "app/cli/traced_code.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>

#include "app/base/child_process.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/protocol/foreign_json.h"
#include "app/trace/traced_code.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds max_time{30};                      ///< for one module
constexpr std::size_t max_listing_bytes = std::size_t{24} << 20;  ///< of one module, as JSON
constexpr std::size_t max_bytes_in_all = std::size_t{40} << 20;   ///< the rest of the trace needs space too
constexpr std::size_t max_module_bytes = std::size_t{4} << 20;    ///< a library's modules take minutes to disassemble
constexpr std::size_t max_sources = 64, max_source_bytes_in_all = std::size_t{8} << 20;

using Listings = std::vector<model::KernelListing>;

/// Listings of a module, made by the worker, which knows the disassembler's path. The Error has the disassembler's
/// message.
model::Expected<Listings> listings_in(const fs::path& module, const std::vector<std::string>& entries,
                                      std::size_t& bytes)
{
    std::error_code error;
    if (fs::file_size(module, error) > max_module_bytes || error)
        return model::Error{"its module is larger than 4 MiB, and was not disassembled", "", ""};
    std::vector<std::string> words{"--listing", module.string()};
    words.insert(words.end(), entries.begin(), entries.end());
    const auto output = base::run_child(base::worker_program().string(), words, -1,
                                        {max_time, max_listing_bytes, std::size_t{16} << 30});
    if (!output) return model::Error{"its code was not read: the disassembler " + output.error().what, "", ""};
    // The first line only; a failed tool may write more.
    if (output->exit_status != 0)
        return model::Error{
            base::visible_line(output->text.substr(0, std::min<std::size_t>(400, output->text.find('\n')))), "", ""};
    bytes += output->text.size();
    if (bytes > max_bytes_in_all) return model::Error{"the trace has no room for more code", "", ""};
    const protocol::Json json = protocol::parse_foreign(output->text);
    Listings listings;
    protocol::JsonReader reader(json, "listing");
    if (!json.is_discarded()) reader.read(json, "listing", listings);
    if (json.is_discarded() || reader.problem()) return model::Error{"its code could not be read", "", ""};
    return listings;
}

class Sources {
public:
    explicit Sources(trace::Trace& trace) : trace_(trace) {}

    /// Index of the file in the trace's sources; empty if the file is gone or is not a source text.
    std::optional<std::int64_t> index_of(const std::string& file)
    {
        if (!trace_.sources) trace_.sources.emplace();
        auto& known = *trace_.sources;
        for (std::size_t i = 0; i < known.size(); ++i)
            if (known[i].file == file) return static_cast<std::int64_t>(i);
        if (!trace::is_source_name(file) || !fs::path(file).is_absolute() || known.size() >= max_sources)
            return std::nullopt;
        const std::string text = small_file(file, trace::max_source_bytes);
        if (text.empty() || text.find('\0') != std::string::npos || bytes_ + text.size() > max_source_bytes_in_all)
            return std::nullopt;
        bytes_ += text.size();
        note_if_newer(file);
        known.push_back({file, base::visible_text(text)});
        return static_cast<std::int64_t>(known.size() - 1);
    }

private:
    /// Adds a notice if the file is newer than the program, because its lines may differ then.
    void note_if_newer(const std::string& file)
    {
        if (trace_.command.empty()) return;
        std::error_code error;
        const fs::path program = trace_.command.front();
        if (!fs::is_regular_file(program, error)) return;
        const auto built = fs::last_write_time(program, error), changed = fs::last_write_time(file, error);
        if (!error && changed > built)
            trace_.notices.push_back(base::visible_line(file) + " was changed after " +
                                     base::visible_line(program.string()) +
                                     " was built: its lines may not be those of the code.");
    }

    trace::Trace& trace_;
    std::size_t bytes_ = 0;
};

}  // namespace

std::string small_file(const fs::path& path, std::size_t most)
{
    std::error_code error;
    if (fs::symlink_status(path, error).type() != fs::file_type::regular) return "";
    const auto size = fs::file_size(path, error);
    if (error || size > most) return "";
    std::string text(size, '\0');
    std::ifstream stream(path, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

void add_listings(trace::Trace& trace, const std::vector<TracedModule>& modules)
{
    Sources sources(trace);
    std::size_t bytes = 0;
    for (const TracedModule& module : modules) {
        std::vector<std::string> entries;
        // Kernels are sorted by time, slowest first.
        for (const std::size_t kernel : module.kernels)
            if (kernel < trace::max_listed_kernels && std::ranges::count(entries, trace.kernels[kernel].mangled) == 0)
                entries.push_back(trace.kernels[kernel].mangled);
        if (entries.empty()) continue;
        const auto listings = listings_in(module.file, entries, bytes);
        for (const std::size_t kernel : module.kernels) {
            trace::KernelCode& code = *trace.kernels[kernel].code;
            if (kernel >= trace::max_listed_kernels) continue;
            const auto is_this = [&](const model::KernelListing& listing) {
                return listing.entry == trace.kernels[kernel].mangled;
            };
            const auto found = listings ? std::ranges::find_if(*listings, is_this) : Listings::const_iterator{};
            if (!listings || found == listings->end()) {
                code.listing_reason = listings ? "the disassembler did not show it" : listings.error().line();
                continue;
            }
            code.listing = found->listing;
            if (!found->source_file.empty()) code.source = sources.index_of(found->source_file);
            if (!found->source_file.empty() && !code.source)
                code.listing_reason = base::visible_line(found->source_file) + " was not there to read.";
        }
    }
    if (trace.sources && trace.sources->empty()) trace.sources.reset();
    trace::fit_lines(trace);
}

}  // namespace spillway::cli
