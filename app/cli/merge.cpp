#include "app/cli/merge.h"

#include <fmt/format.h>

#include "app/base/file_lock.h"
#include "app/cli/context.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/protocol/recording_merge.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"

namespace spillway::cli {

int merge_command(const std::vector<std::string>& files, const std::string& output, bool force)
{
    if (auto error = check_not_input(output, files)) return fail(*error);
    if (auto error = check_output(output, OutputKind::recording, force)) return fail(*error);
    const auto lock = base::FileLock::take(output);
    if (!lock) return fail(lock.error(), exit_other);
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
    auto writer = protocol::RecordingWriter::open(output, merged->header, merged->results,
                                                  force ? base::IfThere::replace : base::IfThere::refuse);
    if (!writer) return fail(writer.error(), exit_other);
    if (const auto error = writer->close()) return fail(*error, exit_other);
    print(stderr, "{}: {} results of {} files\n", output, merged->results.size(), count);
    return exit_ok;
}

}  // namespace spillway::cli
