// Compares the interpreter's counts with both recordings: requests, sectors and bank conflicts of each variant. Each is
// equal, or the table below gives a reason, whose own check holds.
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "tests/ptx/compiled.h"
#include "tests/ptx/recorded_rows.h"
#include "tests/support/recorded_on_h200_alone.h"
#include "tests/support/sample.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::tests {
namespace {

enum class Reason {
    arbitration,     ///< the GPU also counts rounds that wait for other data of L1: two GPUs count differently
    spills,          ///< ptxas spills registers, which PTX does not know
    saved_by_call,   ///< ptxas saves registers in the frame of a called function
    no_frame,        ///< ptxas keeps PTX's local memory in registers
    sampled,         ///< blocks differ, and not all of them ran
    one_sm,          ///< here every block runs on SM 0, where a kernel works on one SM only
    last_block,      ///< few blocks run here, and none of them is the last to reach a counter
    shared_atomics,  ///< conflicts of atomics in shared memory are not counted here
    parameters       ///< a GPU's parameters begin within a sector, here they begin with one
};

struct Why {
    Reason reason;
    const char* experiment;
    const char* counter;  ///< part of its name
    const char* variant = "";
    const char* setting = "";  ///< empty: each
};

constexpr double max_sampled = 0.02;           ///< of the GPU's count
constexpr double sms_of_recordings = 132;      ///< of an H100 and an H200, one block on each
constexpr double least_of_all_blocks = 0.001;  ///< share that one block of thousands has, of requests
constexpr double max_arbitration = 0.16;       ///< of the GPU's rounds of the banks

const std::vector<Why>& reasons()
{
    using enum Reason;
    static const std::vector<Why> all{
        {arbitration, "running_mean", "bank_conflicts", "sliding_sum"},
        {arbitration, "dynamic_index", "bank_conflicts", "shared_array"},
        {arbitration, "spill_to_shared", "bank_conflicts", "shared"},
        {arbitration, "matmul", "bank_conflicts"},
        {arbitration, "stencil", "bank_conflicts"},
        {arbitration, "transpose", "bank_conflicts"},
        {arbitration, "reduction", "bank_conflicts"},
        {arbitration, "cluster_dsmem", "bank_conflicts"},
        {arbitration, "async_copy", "bank_conflicts"},
        {arbitration, "latency_ladder", "bank_conflicts", "shared"},
        {arbitration, "latency_hiding", "bank_conflicts"},
        {arbitration, "texture_locality", "bank_conflicts", "tile"},
        {arbitration, "register_budget", "bank_conflicts"},
        {arbitration, "cluster_latency", "bank_conflicts"},
        {spills, "global_copy", "mem_local", "bounded", "unroll=64"},
        {spills, "large_struct", "mem_local", "split", "count=128"},
        {spills, "launch_bounds", "mem_local", "blocks", "min_blocks_per_sm=16"},
        {spills, "spill_to_shared", "mem_local"},
        {spills, "cache_policy", "mem_local"},
        {spills, "register_occupancy", "mem_local", "whole_row", "register_cap=64"},
        {spills, "matmul", "mem_local", "square", "tile=16"},
        {spills, "matmul", "mem_local", "wide", "tile=16"},
        {saved_by_call, "call_stack", "mem_local", "recursion"},
        {no_frame, "dynamic_index", "mem_local", "run_time_loop", "accounts=4"},
        {no_frame, "trig_slow_path", "mem_local", "sinf", "exponent=60"},
        {sampled, "dynamic_index", "mem_local"},
        {sampled, "cluster_dsmem", "mem_global"},
        {sampled, "latency_hiding", "mem_global"},
        {sampled, "l2_persistence", "mem_global"},
        {sampled, "texture_locality", "mem_global"},
        {no_frame, "parameters", "mem_local", "run_time_index", "count=32"},
        {sampled, "parameters", "mem_local", "escapes"},
        {sampled, "parameters", "mem_local", "written"},
        {parameters, "parameters", "mem_global_op_ld", "grid_constant"},
        {one_sm, "l2_distance", "mem_global"},
        {last_block, "atomics", "mem_global_op_st"},
        {arbitration, "atomics", "bank_conflicts"},
        {shared_atomics, "atomics", "bank_conflicts", "shared"},
        {shared_atomics, "atomics", "bank_conflicts", "shared_float"},
    };
    return all;
}

struct Row {
    const Comparison& at;
    std::string counter;
    double here = 0, gpu = 0;
    std::optional<double> other_gpu;
};

bool fits(const Why& why, const std::string& experiment, const Row& row)
{
    return experiment == why.experiment && row.counter.find(why.counter) != std::string::npos &&
           (*why.variant == '\0' || row.at.variant == why.variant) &&
           (*why.setting == '\0' || row.at.setting == why.setting);
}

/// True if the reason explains the row, judged by ptxas's report, the machine code, the other GPU and the blocks that
/// ran.
bool holds(Reason reason, const Row& row)
{
    const auto& counters = *row.at.recorded->measurement.counters;
    const auto& report = row.at.recorded->compile;
    const auto& code = row.at.recorded->sass;
    switch (reason) {
        case Reason::arbitration: {
            const auto rounds = counters.find("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum");
            const bool is_within = rounds == counters.end() || row.gpu - row.here <= max_arbitration * rounds->second;
            const bool is_noise = row.other_gpu ? *row.other_gpu != row.gpu
                                                : recorded_on_h200_alone.contains(row.at.recorded->experiment);
            return row.gpu > row.here && is_noise && is_within;
        }
        case Reason::spills:
            return row.here == 0 && report && report->spill_store_bytes > 0 && !row.at.here.declares_local && code &&
                   code->local_loads > 0;
        case Reason::saved_by_call:
            return row.here == 0 && report && report->spill_store_bytes == 0 && report->functions.size() > 1 &&
                   report->functions[1].stack_frame_bytes > 0 && !row.at.here.declares_local;
        case Reason::no_frame:
            return row.gpu == 0 && report && report->stack_frame_bytes == 0 && code && code->local_loads == 0 &&
                   row.at.here.declares_local;
        case Reason::sampled:
            return !row.at.here.is_homogeneous && std::abs(row.here - row.gpu) <= std::max(1.0, max_sampled * row.gpu);
        case Reason::one_sm: {
            constexpr double others = sms_of_recordings - 1;
            return row.here > row.gpu && std::fmod(row.here - row.gpu, others) < 0.5;
        }
        case Reason::shared_atomics: return row.here == 0 && row.at.recorded->dynamic_shared_bytes > 0;
        case Reason::last_block: {
            const auto loads = counters.find("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
            return loads != counters.end() && row.here == 0 && row.gpu <= least_of_all_blocks * loads->second;
        }
        case Reason::parameters: {
            const auto requests = counters.find("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
            return requests != counters.end() && row.gpu > row.here && row.gpu - row.here <= requests->second / 2;
        }
    }
    return false;
}

const char* word(Reason reason)
{
    switch (reason) {
        case Reason::arbitration: return "arbitration";
        case Reason::spills: return "spills";
        case Reason::saved_by_call: return "saved by a call";
        case Reason::no_frame: return "kept in registers";
        case Reason::sampled: return "sampled";
        case Reason::one_sm: return "one SM";
        case Reason::shared_atomics: return "shared atomics";
        case Reason::last_block: return "last block";
        case Reason::parameters: return "parameters";
    }
    return "";
}

/// The line of docs/interpreter.md. It has no count for each reason: NVRTC may write other PTX of the same text once it
/// has compiled other texts, and then one counter more or less differs.
std::string line_of(const std::string& experiment, int compared, const std::set<Reason>& differing)
{
    std::string text;
    for (const Reason reason : differing) text += (text.empty() ? "" : ", ") + std::string(word(reason));
    return "| `" + experiment + "` | " + std::to_string(compared) + " | " + text + " |";
}

std::string content_of(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::optional<double> same_of(const std::vector<Comparison>& others, const Comparison& one, const std::string& counter)
{
    for (const Comparison& other : others) {
        if (other.variant != one.variant || other.setting != one.setting) continue;
        const auto found = other.recorded->measurement.counters->find(counter);
        if (found != other.recorded->measurement.counters->end()) return found->second;
    }
    return std::nullopt;
}

class Recorded : public testing::TestWithParam<std::string> {};

TEST_P(Recorded, CountsAreTheGpusOrTheReasonIsKnown)
{
    if (!has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    const model::Experiment* experiment = shipped_catalogue().find(GetParam());
    ASSERT_NE(experiment, nullptr);
    Counter counter(*experiment);
    std::vector<results::RecordedResults> recordings;
    for (const char* gpu : {"h200", "h100"}) {
        auto recording =
            results::RecordedResults::load(source_folder / "assets/recordings" / (std::string(gpu) + ".spillway"));
        ASSERT_TRUE(recording) << recording.error().line();
        recordings.push_back(std::move(*recording));
    }
    std::vector<std::vector<Comparison>> of_gpus;
    for (std::size_t gpu = 0; gpu < recordings.size(); ++gpu) {
        auto compared = counter.compare(recordings[gpu], recordings[1 - gpu]);
        ASSERT_TRUE(compared) << compared.error().line();
        of_gpus.push_back(std::move(*compared));
    }
    int equal = 0, compared = 0;
    std::set<Reason> differing;
    std::set<const Why*> used;
    for (std::size_t gpu = 0; gpu < of_gpus.size(); ++gpu)
        for (const Comparison& one : of_gpus[gpu])
            for (const auto& [name, here] : one.here.counters) {
                const auto recorded = one.recorded->measurement.counters->find(name);
                if (recorded == one.recorded->measurement.counters->end()) continue;
                ++compared;
                const Row row{one, name, here, recorded->second, same_of(of_gpus[1 - gpu], one, name)};
                if (std::abs(row.here - row.gpu) < 0.5) {
                    ++equal;
                    continue;
                }
                const auto why = std::find_if(reasons().begin(), reasons().end(), [&](const Why& each) {
                    return fits(each, experiment->name, row) && holds(each.reason, row);
                });
                if (why == reasons().end()) {
                    ADD_FAILURE() << one.recorded->gpu_name << " " << one.variant << " " << one.setting << " " << name
                                  << ": " << std::fixed << row.here << " here, " << row.gpu << " on the GPU";
                    continue;
                }
                used.insert(&*why);
                differing.insert(why->reason);
            }
    for (const Why& why : reasons())
        EXPECT_TRUE(why.experiment != experiment->name || used.contains(&why))
            << "no counter differs: " << word(why.reason) << " " << why.variant << " " << why.counter;
    EXPECT_GT(equal, 0);
    const std::string line = line_of(experiment->name, compared, differing);
    EXPECT_NE(content_of(source_folder / "docs/interpreter.md").find(line), std::string::npos)
        << "docs/interpreter.md lacks this line: " << line;
}

std::vector<std::string> experiments()
{
    std::vector<std::string> names;
    for (const model::Experiment& each : shipped_catalogue().experiments)
        if (std::any_of(each.variants.begin(), each.variants.end(), [](const auto& v) { return v.is_kernel(); }))
            names.push_back(each.name);
    return names;
}
SPILLWAY_SAMPLED_SUITE(Recorded, experiments(), 8, [](const auto& each) { return each.param; });

}  // namespace
}  // namespace spillway::tests
