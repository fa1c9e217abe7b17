#include "app/protocol/recording_folder.h"

#include <algorithm>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_merge.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"

namespace spillway::protocol {
namespace fs = std::filesystem;
namespace {

/// Returns the regular files NAME.spillway of a folder, sorted. Skips pipes, because reading one would never end.
std::vector<fs::path> files_of(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code problem, ignored;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        if (at->path().extension() == recording_extension && at->is_regular_file(ignored)) files.push_back(at->path());
    std::ranges::sort(files);
    return files;
}

/// Rejects path separators and hidden names, because recordings may come from untrusted sources.
bool can_be_a_file_name(const std::string& experiment)
{
    return !experiment.empty() && experiment.front() != '.' && experiment.find_first_of("/\\") == std::string::npos;
}

using ByExperiment = std::map<std::string, std::vector<model::RunResult>>;

/// Header for the file of one experiment. Omits the other experiments, so that their changes leave this file unchanged.
RecordingHeader header_of(const RecordingHeader& whole, const std::string& experiment)
{
    RecordingHeader header = whole;
    std::erase_if(header.kernels, [&](const auto& each) { return each.first != experiment; });
    std::erase_if(header.definitions, [&](const auto& each) { return each.first != experiment; });
    return header;
}

bool holds_already(const fs::path& file, const RecordingHeader& header, const std::vector<model::RunResult>& results)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return false;
    const auto before = read_recording(file);
    if (!before || before->trouble || !mismatches(before->header, "", header, "").empty() ||
        before->header.definitions != header.definitions || before->header.roofs != header.roofs)
        return false;
    const auto is_same = [](const model::RunResult& a, const model::RunResult& b) {
        return encode_recorded(a) == encode_recorded(b);
    };
    return std::equal(before->results.begin(), before->results.end(), results.begin(), results.end(), is_same);
}

std::optional<model::Error> write_part(const fs::path& file, const RecordingHeader& header,
                                       const std::vector<model::RunResult>& results)
{
    if (holds_already(file, header, results)) return std::nullopt;
    auto writer = RecordingWriter::open(file, header, results, base::IfThere::replace, Packing::smallest);
    if (!writer) return writer.error();
    return writer->close();
}

std::optional<model::Error> remove_others(const fs::path& folder, const ByExperiment& kept)
{
    for (const fs::path& file : files_of(folder)) {
        std::error_code problem;
        if (kept.contains(file.stem().string()) || fs::remove(file, problem)) continue;
        return model::Error{"the file cannot be removed: " + problem.message(), file.string(), "check the folder"};
    }
    return std::nullopt;
}

}  // namespace

bool is_recording_folder(const fs::path& path)
{
    std::error_code ignored;
    // "h200.spillway/" has an empty file name.
    const fs::path name = path.has_filename() ? path : path.parent_path();
    return name.extension() == recording_extension && fs::is_directory(name, ignored);
}

model::Expected<std::vector<fs::path>> recording_files(const fs::path& path)
{
    if (!is_recording_folder(path)) return std::vector{path};
    std::vector<fs::path> files = files_of(path);
    if (files.empty()) return model::Error{"the folder holds no recording", path.string(), ""};
    if (files.size() > max_recording_files)
        return model::Error{"the folder holds more than " + std::to_string(max_recording_files) + " recordings",
                            path.string(), "merge them into one file per experiment"};
    return files;
}

model::Expected<Recording> read_whole_recording(const fs::path& path)
{
    if (!is_recording_folder(path)) return read_recording(path);
    std::vector<RecordingPart> parts;
    std::optional<model::Error> trouble;
    const auto files = recording_files(path);
    if (!files) return files.error();
    for (const fs::path& file : *files) {
        auto part = read_recording(file);
        if (!part) return part.error();
        if (part->trouble) trouble = part->trouble;
        parts.push_back({file.string(), std::move(*part)});
    }
    auto whole = merge(std::move(parts));
    if (whole) whole->trouble = std::move(trouble);
    return whole;
}

std::optional<model::Error> write_recording_folder(const fs::path& folder, const Recording& recording)
{
    ByExperiment by_experiment;
    for (const model::RunResult& result : recording.results) {
        if (!can_be_a_file_name(result.experiment))
            return model::Error{"\"" + result.experiment + "\" cannot be a file's name", folder.string(),
                                "write this recording into one file"};
        by_experiment[result.experiment].push_back(result);
    }
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem)
        return model::Error{"the folder cannot be made: " + problem.message(), folder.string(),
                            "check the folder and the space on the disk"};
    for (const auto& [experiment, results] : by_experiment)
        if (auto error = write_part(folder / (experiment + recording_extension),
                                    header_of(recording.header, experiment), results))
            return error;
    return remove_others(folder, by_experiment);
}

}  // namespace spillway::protocol
