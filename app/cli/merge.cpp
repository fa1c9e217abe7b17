#include "app/cli/merge.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/base/counted.h"
#include "app/base/file_lock.h"
#include "app/cli/context.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_merge.h"
#include "app/protocol/recording_writer.h"

namespace spillway::cli {

namespace {

namespace fs = std::filesystem;

/// "h200.spillway/", or an existing folder: one file per experiment (protocol/recording_folder.h).
bool is_folder(const std::string& output)
{
    std::error_code ignored;
    return output.ends_with('/') || fs::is_directory(output, ignored);
}

std::optional<model::Error> check_folder(const std::string& output, bool force)
{
    std::error_code ignored;
    const fs::path folder = output.ends_with('/') ? fs::path(output).parent_path() : fs::path(output);
    if (folder.extension() != protocol::recording_extension)
        return model::Error{"a recording's folder is called NAME.spillway", output, "name another one for -o"};
    if (force || !fs::exists(folder, ignored)) return std::nullopt;
    return model::Error{"the folder is there already", output, "name another one, or add --force to replace it"};
}

std::optional<model::Error> write_file(const std::string& output, const protocol::Recording& recording, bool force)
{
    auto writer = protocol::RecordingWriter::open(output, recording.header, recording.results,
                                                  force ? base::IfThere::replace : base::IfThere::refuse);
    if (!writer) return writer.error();
    return writer->close();
}

}  // namespace

int merge_command(const std::vector<std::string>& files, const std::string& output, bool force)
{
    if (auto error = check_not_input(output, files)) return fail(*error);
    if (auto error =
            is_folder(output) ? check_folder(output, force) : check_output(output, OutputKind::recording, force))
        return fail(*error);
    const auto lock = base::FileLock::take(output.ends_with('/') ? output.substr(0, output.size() - 1) : output);
    if (!lock) return fail(lock.error(), exit_other);
    std::vector<protocol::RecordingPart> parts;
    for (const std::string& file : files) {
        auto part = protocol::read_whole_recording(file);
        if (!part) return fail(part.error());
        if (part->trouble) (void)fail(*part->trouble);
        parts.push_back({file, std::move(*part)});
    }
    const std::size_t count = parts.size();
    const auto merged = protocol::merge(std::move(parts));
    if (!merged) return fail(merged.error());
    if (const auto error =
            is_folder(output) ? protocol::write_recording_folder(output, *merged) : write_file(output, *merged, force))
        return fail(*error, exit_other);
    print(stderr, "{}: {} of {}\n", output, base::counted(merged->results.size(), "result"),
          base::counted(count, "file"));
    return exit_ok;
}

}  // namespace spillway::cli
