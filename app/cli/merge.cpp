#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/protocol/recording.h"

namespace spillway::cli {

int merge_command(const std::vector<std::string>& files, const std::string& output)
{
    std::vector<protocol::RecordingPart> parts;
    for (const std::string& file : files) {
        auto part = protocol::read_recording(file);
        if (!part) return fail(part.error());
        if (part->trouble) (void)fail(*part->trouble);
        parts.push_back({file, std::move(*part)});
    }
    const std::size_t count = parts.size();
    const auto merged = protocol::merge(std::move(parts));
    if (!merged) return fail(merged.error());
    auto writer = protocol::RecordingWriter::open(output, merged->header, merged->results);
    if (!writer) return fail(writer.error(), exit_other);
    if (const auto error = writer->close()) return fail(*error, exit_other);
    fmt::print(stderr, "{}: {} results of {} files\n", output, merged->results.size(), count);
    return exit_ok;
}

}  // namespace spillway::cli
