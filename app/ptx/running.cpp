#include "app/ptx/running.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "app/model/grouped.h"
#include "app/ptx/specials.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

constexpr std::size_t max_findings = 16;
constexpr std::int64_t max_threads_of_block = 1024, max_cluster_blocks = 16;
constexpr std::int64_t max_shared = std::int64_t{227} << 10;
constexpr std::array axis_names{"x", "y", "z"};
constexpr int max_rounds_without_progress = 2000;

model::Error launch_error(const std::string& what)
{
    return {what, "launch", ""};
}

/// True if the kernel, or a function of its file that is not a kernel, reads the address of the grid's barrier.
bool asks_for_barrier(const Module& module, const Function& entry)
{
    const auto reads_it = [](const Argument& argument) {
        return argument.kind == Argument::Kind::values && argument.bank == Bank::specials &&
               (argument.offset == special_offset(Special::envreg1) ||
                argument.offset == special_offset(Special::envreg2));
    };
    return std::ranges::any_of(module.functions, [&](const Function& each) {
        if (each.is_entry && &each != &entry) return false;
        return std::ranges::any_of(each.code, [&](const Instruction& in) {
            return std::any_of(in.arguments.begin(), in.arguments.begin() + in.argument_count, reads_it);
        });
    });
}

}  // namespace

Machine::Place Machine::stretch_of(std::uint64_t address)
{
    const std::uint64_t stretch = address >> stretch_bits;
    Place place;
    place.first = (stretch << stretch_bits) + stretch_middle;
    if (stretch >= first_buffer_stretch && stretch - first_buffer_stretch < launch.buffers.size()) {
        place.buffer = static_cast<int>(stretch - first_buffer_stretch);
        const Buffer& buffer = launch.buffers[static_cast<std::size_t>(place.buffer)];
        place.all = buffer.bytes;
        place.name = &buffer.name;
    } else if (stretch >= first_variable_stretch && stretch - first_variable_stretch < variables.size()) {
        Variable& variable = variables[stretch - first_variable_stretch];
        place.all = variable.content;
        place.name = &variable.name;
        place.is_read_only = variable.space == Space::constant;
        place.is_grid_barrier = grid_barrier > 0 && stretch - first_variable_stretch == grid_barrier;
        place.is_elsewhere = !place.is_read_only && !place.is_grid_barrier;
    } else if (stretch == heap_stretch) {
        static const std::string name = "the memory of malloc";
        place.name = &name;
        place.is_elsewhere = true;
        // The block that begins at the address or before it.
        const auto next = address < place.first ? heap_blocks.begin() : heap_blocks.upper_bound(address - place.first);
        if (next == heap_blocks.begin()) return place;
        const auto& [begin, block] = *std::prev(next);
        place.first += begin;
        place.is_freed = block.is_freed;
        if (!block.is_freed) place.all = std::span(heap.data() + begin, block.bytes);
    } else if (stretch == param_window >> stretch_bits) {
        static const std::string name = "the parameters";
        place.first = param_window;
        place.all = params;
        place.name = &name;
        place.is_read_only = true;
    }
    if (address < place.first || place.name == nullptr) return place;
    if (address - place.first < place.all.size()) place.at = place.all.data() + (address - place.first);
    return place;
}

namespace {

struct SharedExtent {
    const SharedVariable* variable = nullptr;
    std::int64_t first = 0, bytes = 0;  ///< in the block's shared memory
};

std::vector<SharedExtent> shared_extents(const Machine& machine)
{
    std::vector<SharedExtent> found;
    for (const auto* list : {&machine.module.shared_variables, &machine.entry->shared_variables})
        for (const SharedVariable& each : *list)
            found.push_back(each.is_dynamic ? SharedExtent{&each, machine.dynamic_shared,
                                                           machine.shared_bytes - machine.dynamic_shared}
                                            : SharedExtent{&each, each.offset, each.bytes});
    return found;
}

}  // namespace

void Machine::name_shared(Fault& fault) const
{
    const std::vector<SharedExtent> extents = shared_extents(*this);
    const auto name = [&](const SharedExtent& extent) {
        fault.memory = extent.variable->name;
        fault.memory_bytes = extent.bytes;
        fault.offset -= extent.first;
    };
    for (const SharedExtent& each : extents)
        if (fault.offset >= each.first && fault.offset < each.first + each.bytes) return name(each);
    if (fault.kind != FaultKind::out_of_bounds || extents.empty()) return;
    if (extents.size() == 1) return name(extents.front());
    const auto ends_before = [](const SharedExtent& one, const SharedExtent& other) {
        return one.first + one.bytes < other.first + other.bytes;
    };
    if (fault.offset >= 0)
        fault.last_shared = std::max_element(extents.begin(), extents.end(), ends_before)->variable->name;
}

void Machine::report(const Fault& fault)
{
    if (is_fatal(fault.kind)) {
        if (!result.fault) result.fault = fault;
        is_stopped = true;
        return;
    }
    // One finding for a source line: an unrolled loop has many instructions of one line.
    const auto known = std::find_if(result.findings.begin(), result.findings.end(), [&](const Fault& each) {
        const bool is_same_line =
            fault.source_line > 0 && each.source_line == fault.source_line && each.source_file == fault.source_file;
        return each.kind == fault.kind && (each.line == fault.line || is_same_line);
    });
    if (known == result.findings.end()) {
        if (result.findings.size() < max_findings) result.findings.push_back(fault);
    } else if (known->warp == fault.warp && known->block == fault.block && known->at == fault.at) {
        known->lanes |= fault.lanes;
    }
}

bool Machine::is_over(Warp& warp)
{
    const auto stop = [&](FaultKind kind) {
        const auto& code = warp.frames.back().function->code;
        auto at = static_cast<std::size_t>(
            std::min<std::int64_t>(std::max(0, warp.at - 1), static_cast<std::int64_t>(code.size()) - 1));
        // A branch or the first instruction after a label may have no source line: use the line before it.
        while (at > 0 && code[at].source_line == 0) --at;
        while (at + 1 < code.size() && code[at].source_line == 0) ++at;
        const Instruction& in = code[at];
        Fault fault;
        fault.kind = kind;
        fault.memory_bytes = static_cast<std::int64_t>(issued);
        if (grid_barrier > 0) fault.detail = "its blocks run at once";
        warp.fail(fault, in, warp.active != 0 ? first_lane(warp.active) : 0);
        return true;
    };
    if (warp.state == WarpState::ended || warp.frames.back().function->code.empty()) return false;
    if (issued >= launch.limits.instructions) return stop(FaultKind::no_end);
    if (launch.should_stop && launch.should_stop()) return stop(FaultKind::stopped);
    if (has_end_ && std::chrono::steady_clock::now() > end_) return stop(FaultKind::no_end);
    return false;
}

std::optional<model::Error> Machine::set_params()
{
    if (launch.arguments.size() != entry->params.size())
        return launch_error("the kernel takes " + std::to_string(entry->params.size()) + " arguments and gets " +
                            std::to_string(launch.arguments.size()));
    params.assign(static_cast<std::size_t>(entry->param_bytes), std::byte{0});
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const LaunchArgument& argument = launch.arguments[i];
        const Param& param = entry->params[i];
        std::vector<std::byte> bytes = argument.bytes;
        if (argument.kind != LaunchArgument::Kind::bytes) {
            std::uint64_t value =
                static_cast<std::uint64_t>(argument.number) + 1;  // texture objects are numbered from 1
            if (argument.kind == LaunchArgument::Kind::buffer)
                value = buffer_address(static_cast<std::size_t>(argument.number)) +
                        static_cast<std::uint64_t>(argument.offset);
            bytes.resize(sizeof value);
            std::memcpy(bytes.data(), &value, sizeof value);
        }
        if (bytes.size() > static_cast<std::size_t>(param.bytes))
            return launch_error("argument " + std::to_string(i + 1) + " has " + std::to_string(bytes.size()) +
                                " bytes, the kernel takes " + std::to_string(param.bytes));
        std::copy(bytes.begin(), bytes.end(), params.begin() + param.offset);
    }
    return std::nullopt;
}

std::optional<model::Error> Machine::set_variables()
{
    variables = module.variables;
    for (const auto& [name, content] : launch.variables) {
        const auto found = std::find_if(variables.begin(), variables.end(),
                                        [&, &wanted = name](const Variable& each) { return each.name == wanted; });
        if (found == variables.end()) return launch_error("the kernel's file has no variable \"" + name + "\"");
        std::copy_n(content.begin(), std::min(content.size(), found->content.size()), found->content.begin());
    }
    add_grid_barrier();
    return std::nullopt;
}

/// Like the driver's: a size, which nothing here reads, and the word that counts the arrivals.
void Machine::add_grid_barrier()
{
    asks_for_grid_barrier = asks_for_barrier(module, *entry);
    if (!asks_for_grid_barrier || !launch.is_cooperative) return;
    variables.insert(variables.end(), variables.empty() ? 2 : 1, {"the grid's barrier", Space::global, {}});
    variables.back().content.resize(64);
    grid_barrier = variables.size() - 1;
}

std::optional<model::Error> Machine::prepare()
{
    entry = module.find_entry(launch.entry);
    if (entry == nullptr) return launch_error("there is no kernel \"" + launch.entry.substr(0, 80) + "\"");
    if (entry->why_refused) return *entry->why_refused;
    std::int64_t threads = 1, blocks = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t max_threads = axis == 2 ? 64 : max_threads_of_block;
        if (launch.block[axis] < 1 || launch.block[axis] > max_threads)
            return launch_error("a block has 1 to " + std::to_string(max_threads) + " threads along " +
                                axis_names[axis] + ", not " + std::to_string(launch.block[axis]));
        const std::int64_t max_blocks = axis == 0 ? INT32_MAX : 65'535;
        if (launch.grid[axis] < 1 || launch.grid[axis] > max_blocks)
            return launch_error("a grid has 1 to " + std::to_string(max_blocks) + " blocks along " + axis_names[axis] +
                                ", not " + std::to_string(launch.grid[axis]));
        threads *= launch.block[axis];
        blocks = std::min<std::int64_t>(blocks * launch.grid[axis], std::int64_t{1} << 40);
    }
    if (blocks >= std::int64_t{1} << 40) return launch_error("a grid of more than 2^40 blocks");
    if (threads > max_threads_of_block)
        return launch_error("a block has at most " + std::to_string(max_threads_of_block) + " threads, not " +
                            std::to_string(threads));
    if (entry->only_cluster[1] > 1 || entry->only_cluster[2] > 1)
        return launch_error("clusters of more than one block along y or z");
    if (entry->only_cluster[0] > 0 && launch.cluster != entry->only_cluster[0])
        return launch_error("the kernel has clusters of " + std::to_string(entry->only_cluster[0]) +
                            " blocks, and the launch of " + std::to_string(launch.cluster));
    if (launch.cluster < 1 || launch.cluster > max_cluster_blocks || launch.grid[0] % launch.cluster != 0)
        return launch_error("clusters of " + std::to_string(launch.cluster) + " blocks");
    const std::int64_t static_bytes = std::max(entry->shared_bytes, module.shared_bytes);
    dynamic_shared = static_cast<std::int32_t>((static_bytes + 127) / 128 * 128);
    if (launch.dynamic_shared_bytes <= 0) dynamic_shared = static_cast<std::int32_t>((static_bytes + 15) / 16 * 16);
    if (launch.dynamic_shared_bytes < 0 || dynamic_shared + launch.dynamic_shared_bytes > max_shared)
        return launch_error("a block has at most " + std::to_string(max_shared) + " bytes of shared memory, not " +
                            std::to_string(static_bytes + launch.dynamic_shared_bytes));
    shared_bytes = static_cast<std::int32_t>(
        launch.dynamic_shared_bytes > 0 ? dynamic_shared + launch.dynamic_shared_bytes : static_bytes);
    constants = module.constants;
    for (const LateConstant& late : module.late) {
        const auto value = static_cast<std::uint64_t>(dynamic_shared + late.plus);
        for (int lane = 0; lane < lane_count; ++lane)
            std::memcpy(constants.data() + late.offset + lane * late.width, &value, std::min<int>(late.width, 8));
    }
    tally.instructions.resize(module.instruction_count);
    tally.accesses.resize(module.instruction_count);
    result.counts.buffers.resize(launch.buffers.size());
    if (launch.limits.time != std::chrono::milliseconds::max()) {
        end_ = std::chrono::steady_clock::now() + launch.limits.time;
        has_end_ = true;
    }
    if (auto wrong = set_params()) return wrong;
    return set_variables();
}

Position Machine::block_at(std::int64_t number) const
{
    return {static_cast<std::uint32_t>(number % launch.grid[0]),
            static_cast<std::uint32_t>(number / launch.grid[0] % launch.grid[1]),
            static_cast<std::uint32_t>(number / launch.grid[0] / launch.grid[1])};
}

/// No warp can continue: reports the first that waits, and where.
void Machine::report_waiting(std::vector<std::unique_ptr<Block>>& blocks)
{
    for (const auto& block : blocks)
        for (const auto& warp : block->warps) {
            if (warp->state == WarpState::ended) continue;
            const int lane = warp->active != 0 ? first_lane(warp->active) : 0;
            const auto& code = warp->frames.back().function->code;
            const std::int32_t behind = warp->state == WarpState::waits_at_barrier ? 1 : 0;
            Fault fault;
            fault.kind = FaultKind::barrier_not_reached;
            fault.other = warp->position(lane);
            return warp->fail(fault, code[static_cast<std::size_t>(std::max(0, warp->at - behind))], lane);
        }
}

/// Runs the blocks of one cluster, or of the whole grid, in turns.
void Machine::run_together(std::int64_t first, std::int64_t count)
{
    std::vector<std::unique_ptr<Block>> blocks;
    for (std::int64_t number = 0; number < count; ++number)
        blocks.push_back(
            std::make_unique<Block>(*this, block_at(first + number), static_cast<int>(number % launch.cluster)));
    for (std::size_t number = 0; number < blocks.size(); ++number) {
        const auto& block = blocks[number];
        const std::size_t cluster = number - static_cast<std::size_t>(block->rank);
        for (std::size_t rank = 0; rank < static_cast<std::size_t>(launch.cluster); ++rank)
            block->cluster.push_back(blocks[cluster + rank].get());
        if (block->start()) continue;
        Fault fault;
        fault.kind = FaultKind::too_much_memory;
        fault.block = block->index;
        return report(fault);
    }
    int rounds_without_progress = 0;
    for (bool runs = true; runs && !is_stopped;) {
        const std::uint64_t arrivals = grid_arrivals;
        bool made_progress = false;
        runs = false;
        for (const auto& block : blocks) {
            made_progress = block->run_warps() || made_progress;
            runs = runs || block->running() > 0;
        }
        made_progress = made_progress || grid_arrivals != arrivals;
        rounds_without_progress = made_progress ? 0 : rounds_without_progress + 1;
        const bool all_wait = std::all_of(blocks.begin(), blocks.end(), [](const auto& block) {
            return std::all_of(block->warps.begin(), block->warps.end(), [](const auto& warp) {
                return warp->state == WarpState::waits_at_barrier || warp->state == WarpState::ended;
            });
        });
        if (runs && !is_stopped && (all_wait || rounds_without_progress > max_rounds_without_progress))
            report_waiting(blocks);
    }
    if (std::ranges::all_of(blocks, [](const auto& block) { return block->running() == 0; }))
        result.ended_blocks += count;
    for (const auto& block : blocks) {
        ++result.counts.blocks;
        for (const auto& warp : block->warps) {
            ++result.counts.warps;
            for (std::size_t i = 0; i < warp->read_bytes.size(); ++i) {
                std::uint64_t& most = result.counts.buffers[i / lane_count].max_read_by_one;
                most = std::max(most, warp->read_bytes[i]);
            }
        }
    }
}

/// Checks the limits between clusters: is_over() does not check a warp that has ended, there may be any number of short
/// blocks, and allocating the memory of one may take a second.
bool Machine::is_over_between(std::int64_t cluster)
{
    constexpr std::int64_t clusters_between = 64;
    if (cluster == 0) return false;
    const bool is_late = has_end_ && std::chrono::steady_clock::now() > end_;
    if (!is_late && cluster % clusters_between != 0) return false;
    const bool stop_requested = launch.should_stop && launch.should_stop();
    if (!stop_requested && !is_late && issued < launch.limits.instructions) return false;
    Fault fault;
    fault.kind = stop_requested ? FaultKind::stopped : FaultKind::no_end;
    fault.memory_bytes = static_cast<std::int64_t>(issued);
    report(fault);
    return true;
}

model::Expected<RunResult> Machine::run()
{
    if (auto wrong = prepare()) return *wrong;
    runs_whole_grid = launch.first_block == 0 && launch.max_blocks == 0;
    const std::int64_t first = std::max<std::int64_t>(0, launch.first_block) / launch.cluster;
    std::int64_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2] - first * launch.cluster;
    if (launch.max_blocks > 0)
        blocks = std::min(blocks, (launch.max_blocks + launch.cluster - 1) / launch.cluster * launch.cluster);
    const std::int64_t together = grid_barrier > 0 ? blocks : launch.cluster, groups = blocks / together;
    for (std::int64_t i = 0; i < groups && !is_stopped && !is_over_between(i); ++i)
        run_together(first * launch.cluster + (launch.order == Order::forwards ? i : groups - 1 - i) * together,
                     together);
    if (grid_barrier > 0 && result.counts.blocks == 0 && result.fault)
        return launch_error("it synchronises its whole grid, and its " + model::grouped(std::to_string(blocks)) +
                            " blocks need more memory at once than the interpreter allows");
    result.counts.threads =
        result.counts.blocks * static_cast<std::uint64_t>(launch.block[0] * launch.block[1] * launch.block[2]);
    sum_up(module, tally, result.counts);
    result.is_print_cut = is_print_full;
    return std::move(result);
}

}  // namespace spillway::ptx
