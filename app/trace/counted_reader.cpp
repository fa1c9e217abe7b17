#include "app/trace/counted_reader.h"

#include <algorithm>
#include <utility>

#include "app/base/visible_text.h"
#include "app/protocol/foreign_json.h"
#include "app/protocol/json_visitors.h"
#include "app/trace/fields.h"
#include "app/trace/log_reader.h"

namespace spillway::trace {
namespace {

using protocol::Json;

struct CountedLaunch {
    std::string name;
    std::int64_t grid[3] = {}, block[3] = {};
    std::int64_t dynamic_shared_bytes = 0;
    std::optional<std::map<std::string, double>> counters;
    std::optional<std::string> reason;
};

template <typename T>
bool read(protocol::JsonReader& reader, const char* key, T& field)
{
    reader(key, field);
    return !reader.problem();
}

std::optional<CountedLaunch> read_launch(const Json& object)
{
    if (!object.is_object()) return std::nullopt;
    CountedLaunch launch;
    protocol::JsonReader reader(object, "line");
    const bool is_whole = read(reader, "name", launch.name) && read(reader, "grid", launch.grid) &&
                          read(reader, "block", launch.block) &&
                          read(reader, "dynamic_shared_bytes", launch.dynamic_shared_bytes) &&
                          read(reader, "counters", launch.counters) && read(reader, "reason", launch.reason);
    if (!is_whole) return std::nullopt;
    if (launch.reason) launch.reason = base::visible_line(*launch.reason);
    return launch;
}

bool is_launch_of(const CountedLaunch& launch, const TracedKernel& kernel)
{
    return launch.name == kernel.mangled && std::ranges::equal(launch.grid, kernel.grid) &&
           std::ranges::equal(launch.block, kernel.block) &&
           launch.dynamic_shared_bytes == kernel.dynamic_shared_bytes && !kernel.in_graph;
}

void take_line(Trace& trace, std::string_view text)
{
    const Json line = protocol::parse_foreign(text);
    if (!line.is_object()) return;
    const auto found = line.find("counted");
    if (found == line.end()) return;
    const auto launch = read_launch(*found);
    if (!launch) return;
    for (TracedKernel& kernel : trace.kernels) {
        if (!is_launch_of(*launch, kernel)) continue;
        kernel.counters = launch->counters;
        kernel.counters_reason = launch->reason;
    }
}

}  // namespace

void add_counted(Trace& trace, std::string_view text)
{
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.size() <= max_log_line_bytes) take_line(trace, line);
    }
    if (std::ranges::any_of(trace.kernels, [](const TracedKernel& kernel) { return kernel.counters.has_value(); }))
        trace.notices.emplace_back(
            "In counted launches, the bytes written to DRAM may be tens of megabytes too high, most likely because the "
            "profiler restores memory before each pass.");
}

}  // namespace spillway::trace
