#include "app/catalogue/gpus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "app/catalogue/json_tree.h"
#include "app/catalogue/member_reader.h"
#include "app/catalogue/plain/file_text.h"
#include "app/model/plausible.h"

namespace spillway::catalogue {
namespace {

/// Reads a size or count. Figures missing in datasheets are optional and then 0.
template <typename T>
void read_count(MemberReader& reader, const std::string& key, bool required, T& count, Problems& problems)
{
    const auto number = reader.integer(key, required);
    if (!number) return;
    const auto problem = model::why_implausible("gpu", key, static_cast<double>(*number));
    if (problem || *number < (required ? 1 : 0))
        problems.add(reader.line_of(key), "\"" + key + "\" of " + reader.subject() + " is " + std::to_string(*number),
                     *number < 1 ? "a positive size was expected" : *problem);
    else
        count = static_cast<T>(*number);
}

/// Reads the possible sizes of shared memory in an SM's L1 array, ascending, the last one the SM's maximum.
void read_splits(MemberReader& reader, model::Gpu& gpu, Problems& problems)
{
    read_count(reader, "data_cache_bytes", true, gpu.data_cache_bytes, problems);
    gpu.shared_splits_bytes = reader.integers("shared_splits_bytes", true);
    const auto& splits = gpu.shared_splits_bytes;
    if (splits.empty()) return;
    const bool rises = std::adjacent_find(splits.begin(), splits.end(), std::greater_equal<>()) == splits.end();
    if (!rises || splits.front() < 0 || splits.back() != gpu.shared_bytes_per_sm ||
        splits.back() > gpu.data_cache_bytes)
        problems.add(reader.line_of("shared_splits_bytes"),
                     "\"shared_splits_bytes\" of " + reader.subject() + " does not fit its other sizes",
                     "ascending sizes were expected, the last one shared_bytes_per_sm, none above data_cache_bytes");
}

model::Gpu read_gpu(const Node& node, Problems& problems)
{
    MemberReader reader(node, "a GPU", problems);
    model::Gpu gpu;
    gpu.name = reader.text("name", true);
    reader.set_subject("GPU \"" + gpu.name.substr(0, 60) + "\"");
    gpu.label = reader.text("label", true);
    gpu.source = reader.text("source", true);
    gpu.compilable = reader.flag("compilable", true);
    read_count(reader, "compute_major", true, gpu.compute_major, problems);
    read_count(reader, "compute_minor", false, gpu.compute_minor, problems);
    read_count(reader, "sm_count", true, gpu.sm_count, problems);
    read_count(reader, "max_threads_per_block", true, gpu.max_threads_per_block, problems);
    read_count(reader, "max_threads_per_sm", true, gpu.max_threads_per_sm, problems);
    read_count(reader, "max_blocks_per_sm", true, gpu.max_blocks_per_sm, problems);
    read_count(reader, "max_registers_per_thread", true, gpu.max_registers_per_thread, problems);
    read_count(reader, "registers_per_block", true, gpu.registers_per_block, problems);
    read_count(reader, "registers_per_sm", true, gpu.registers_per_sm, problems);
    read_count(reader, "shared_bytes_per_block", true, gpu.shared_bytes_per_block, problems);
    read_count(reader, "shared_bytes_per_block_optin", true, gpu.shared_bytes_per_block_optin, problems);
    read_count(reader, "shared_bytes_per_sm", true, gpu.shared_bytes_per_sm, problems);
    read_splits(reader, gpu, problems);
    read_count(reader, "reserved_shared_bytes_per_block", false, gpu.reserved_shared_bytes_per_block, problems);
    read_count(reader, "l2_bytes", false, gpu.l2_bytes, problems);
    read_count(reader, "memory_bytes", true, gpu.memory_bytes, problems);
    gpu.dram_bytes_per_second = reader.number("dram_bytes_per_second").value_or(0);
    gpu.boost_clock_hz = reader.number("boost_clock_hz").value_or(0);
    reader.finish();
    return gpu;
}

}  // namespace

model::Expected<std::vector<model::Gpu>> parse_gpus(std::string_view text, const std::string& file_name)
{
    const model::Expected<Node> root = parse_json(text, file_name);
    if (!root) return root.error();
    Problems problems(file_name);
    MemberReader reader(*root, "the file", problems);
    std::vector<model::Gpu> gpus;
    std::set<std::string> names;
    for (const Node* node : reader.objects("gpus", true)) {
        gpus.push_back(read_gpu(*node, problems));
        if (!names.insert(gpus.back().name).second)
            problems.add(node->line, "the GPU \"" + gpus.back().name + "\" is given twice", "");
    }
    reader.finish();
    if (!problems.empty()) return problems.first();
    return gpus;
}

model::Expected<std::vector<model::Gpu>> load_gpus(const std::filesystem::path& file)
{
    const auto text = read_file_text(file);
    return text ? parse_gpus(*text, file.string()) : text.error();
}

std::vector<std::string> differences_from_table(const std::vector<model::Gpu>& table, const model::Gpu& live)
{
    struct Figure {
        const char* name;
        double (*of)(const model::Gpu& gpu);
        double tolerance;  ///< relative: datasheets round memory and bandwidth
    };
    constexpr std::array figures{
        Figure{"l2_bytes", [](const model::Gpu& gpu) { return static_cast<double>(gpu.l2_bytes); }, 0},
        Figure{"memory_bytes", [](const model::Gpu& gpu) { return static_cast<double>(gpu.memory_bytes); }, 0.1},
        Figure{"dram_bytes_per_second", [](const model::Gpu& gpu) { return gpu.dram_bytes_per_second; }, 0.02},
        Figure{"max_threads_per_sm", [](const model::Gpu& gpu) { return double(gpu.max_threads_per_sm); }, 0},
        Figure{"max_blocks_per_sm", [](const model::Gpu& gpu) { return double(gpu.max_blocks_per_sm); }, 0},
        Figure{"registers_per_sm", [](const model::Gpu& gpu) { return double(gpu.registers_per_sm); }, 0},
        Figure{"shared_bytes_per_block_optin",
               [](const model::Gpu& gpu) { return static_cast<double>(gpu.shared_bytes_per_block_optin); }, 0},
        Figure{"shared_bytes_per_sm",
               [](const model::Gpu& gpu) { return static_cast<double>(gpu.shared_bytes_per_sm); }, 0}};
    std::vector<std::string> differences;
    for (const model::Gpu& row : table) {
        if (!row.is_same_model(live)) continue;
        for (const Figure& figure : figures) {
            const double listed = figure.of(row), reported = figure.of(live);
            if (listed <= 0 || reported <= 0 || std::abs(listed - reported) <= figure.tolerance * reported) continue;
            differences.push_back(std::string(figure.name) + " is " + std::to_string(std::llround(reported)) +
                                  " here, " + std::to_string(std::llround(listed)) + " in the table");
        }
    }
    return differences;
}

}  // namespace spillway::catalogue
