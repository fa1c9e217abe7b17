#include "app/catalogue/plain/device_part.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "app/catalogue/plain/device_file.h"
#include "app/catalogue/plain/host_names.h"

namespace spillway::catalogue {
namespace {

std::set<int> lines_of(const std::vector<RefusedLine>& refused, const std::string& file)
{
    std::set<int> lines;
    for (const RefusedLine& each : refused)
        if (each.file == file) lines.insert(each.line);
    return lines;
}

/// Adds one line per instance, even for a refused one, so that the line number identifies the instance that the
/// compiler refuses.
void add_instance_lines(std::string& text, const std::vector<LaunchedInstance>& instances, const std::set<int>& refused,
                        std::vector<LaunchedInstance>& untaken)
{
    text += "\n";
    int line = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    for (const LaunchedInstance& instance : instances) {
        if (refused.contains(line))
            untaken.push_back(instance);
        else
            text += "__device__ const void* spillway_launched_" + std::to_string(line) + "() { return (const void*)&" +
                    instance.name + "; }";
        text += "\n";
        ++line;
    }
}

}  // namespace

std::string instance_line(const std::string& instance)
{
    return "[[maybe_unused]] static const void* const spillway_instance = (const void*)&" + instance + ";\n";
}

DevicePart device_part(SourceFiles files, const std::vector<RefusedLine>& refused, WithInstances with)
{
    DevicePart part;
    FilesInCommon common = files_in_common(files);
    HostLaunches launches = with == WithInstances::launched ? host_launches(files) : HostLaunches{};
    for (SourceFile& file : files.files) keep_device_part(file, common, lines_of(refused, file.path));
    SourceFile& first = files.files.front();
    if (!launches.instances.empty())
        add_instance_lines(first.text, launches.instances, lines_of(refused, first.path), part.untaken);
    std::move(launches.unknown.begin(), launches.unknown.end(), std::back_inserter(part.untaken));
    std::string names = host_names(files);
    files.files.push_back({host_names_file, std::move(names)});
    files.files.push_back({cub_file, cub_for_devices()});
    part.files = std::move(files);
    return part;
}

}  // namespace spillway::catalogue
