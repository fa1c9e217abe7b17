#include "app/ptx/flow.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>

namespace spillway::ptx {
namespace {

bool leaves(const Instruction& instruction)
{
    return instruction.op == Op::ret || instruction.op == Op::exit;
}
bool branches(const Instruction& instruction)
{
    return instruction.op == Op::bra || instruction.op == Op::brx;
}

/// Control-flow graph of basic blocks. The last block stands for the function's end.
struct Graph {
    std::vector<std::int32_t> first;     ///< first instruction of each block; of the last, the number of instructions
    std::vector<std::int32_t> block_of;  ///< block of each instruction, and of the end
    std::vector<std::vector<std::int32_t>> next;  ///< successors of each block

    [[nodiscard]] std::int32_t end() const { return static_cast<std::int32_t>(first.size()) - 1; }
};

std::vector<std::int32_t> successors(const Function& function, std::int32_t at)
{
    const Instruction& instruction = function.code[static_cast<std::size_t>(at)];
    const auto end = static_cast<std::int32_t>(function.code.size());
    std::vector<std::int32_t> all;
    if (instruction.op == Op::bra) all.push_back(instruction.target);
    if (instruction.op == Op::brx) all = function.branch_targets[static_cast<std::size_t>(instruction.target)];
    if (leaves(instruction)) all.push_back(end);
    const bool goes_on = !branches(instruction) && !leaves(instruction) && instruction.op != Op::trap;
    if (goes_on || instruction.guard >= 0) all.push_back(at + 1);
    return all;
}

Graph graph_of(const Function& function)
{
    const std::size_t count = function.code.size();
    std::vector<bool> begins(count + 1, false);
    begins[0] = begins[count] = true;
    for (std::size_t i = 0; i < count; ++i) {
        if (!branches(function.code[i]) && !leaves(function.code[i]) && function.code[i].op != Op::trap) continue;
        begins[i + 1] = true;
        for (const std::int32_t next : successors(function, static_cast<std::int32_t>(i)))
            begins[static_cast<std::size_t>(next)] = true;
    }
    Graph graph;
    graph.block_of.resize(count + 1);
    for (std::size_t i = 0; i <= count; ++i) {
        if (begins[i]) graph.first.push_back(static_cast<std::int32_t>(i));
        graph.block_of[i] = static_cast<std::int32_t>(graph.first.size()) - 1;
    }
    graph.next.resize(graph.first.size());
    for (std::size_t block = 0; block + 1 < graph.first.size(); ++block)
        for (const std::int32_t next : successors(function, graph.first[block + 1] - 1))
            graph.next[block].push_back(graph.block_of[static_cast<std::size_t>(next)]);
    return graph;
}

/// Predecessors of each block.
std::vector<std::vector<std::int32_t>> predecessors(const Graph& graph)
{
    std::vector<std::vector<std::int32_t>> before(graph.first.size());
    for (std::size_t block = 0; block < graph.first.size(); ++block)
        for (const std::int32_t next : graph.next[block])
            before[static_cast<std::size_t>(next)].push_back(static_cast<std::int32_t>(block));
    return before;
}

/// The blocks from the end backwards: apart from loops, each comes after all its successors.
std::vector<std::int32_t> order_from_the_end(const Graph& graph)
{
    const std::size_t count = graph.first.size();
    const std::vector<std::vector<std::int32_t>> before = predecessors(graph);
    std::vector<std::int32_t> order;
    std::vector<std::uint8_t> seen(count, 0);
    std::vector<std::pair<std::int32_t, std::size_t>> open;
    open.emplace_back(graph.end(), 0);
    seen[static_cast<std::size_t>(graph.end())] = 1;
    while (!open.empty()) {
        auto& [block, at] = open.back();
        const auto& all = before[static_cast<std::size_t>(block)];
        if (at == all.size()) {
            order.push_back(block);
            open.pop_back();
            continue;
        }
        const std::int32_t next = all[at++];
        if (seen[static_cast<std::size_t>(next)] == 0) {
            seen[static_cast<std::size_t>(next)] = 1;
            open.emplace_back(next, 0);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

/// Steps of the search: about ten for each block of a compiler's code, but quadratic for code made to be slow.
constexpr std::int64_t max_steps = 50'000'000;

/// Immediate post-dominators (Cooper, Harvey, Kennedy); -1 for a block that never reaches the end. Empty if the search
/// takes too many steps.
std::optional<std::vector<std::int32_t>> post_dominators(const Graph& graph)
{
    const std::vector<std::int32_t> order = order_from_the_end(graph);
    std::vector<std::int32_t> rank(graph.first.size(), -1), found(graph.first.size(), -1);
    for (std::size_t i = 0; i < order.size(); ++i)
        rank[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    const std::int32_t end = order.front();
    found[static_cast<std::size_t>(end)] = end;
    std::int64_t steps = 0;
    const auto meet = [&](std::int32_t a, std::int32_t b) {
        for (; a != b && steps < max_steps; ++steps) {
            if (rank[static_cast<std::size_t>(a)] > rank[static_cast<std::size_t>(b)])
                a = found[static_cast<std::size_t>(a)];
            else
                b = found[static_cast<std::size_t>(b)];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 1; i < order.size(); ++i) {
            const auto block = static_cast<std::size_t>(order[i]);
            std::int32_t best = -1;
            for (const std::int32_t next : graph.next[block]) {
                if (++steps > max_steps) return std::nullopt;
                if (found[static_cast<std::size_t>(next)] < 0) continue;
                best = best < 0 ? next : meet(best, next);
            }
            if (best == found[block]) continue;
            found[block] = best;
            changed = true;
        }
    }
    if (steps >= max_steps) return std::nullopt;
    return found;
}

/// True if the block is the end, or only leaves the function: compilers give a function one such block, to which every
/// early return branches.
bool only_leaves(const Function& function, const Graph& graph, std::int32_t block)
{
    if (block == graph.end()) return true;
    const Instruction& in = function.code[static_cast<std::size_t>(graph.first[static_cast<std::size_t>(block)])];
    return leaves(in) && in.guard < 0;
}

/// Blocks from which `block` is reached, itself among them, where `taken` is still -1.
std::vector<std::int32_t> blocks_before(const std::vector<std::vector<std::int32_t>>& before, std::int32_t block,
                                        const std::vector<std::int32_t>& taken)
{
    std::vector<std::uint8_t> seen(before.size(), 0);
    std::vector<std::int32_t> found{block};
    seen[static_cast<std::size_t>(block)] = 1;
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const std::int32_t each : before[static_cast<std::size_t>(found[i])])
            if (seen[static_cast<std::size_t>(each)] == 0 && taken[static_cast<std::size_t>(each)] < 0) {
                seen[static_cast<std::size_t>(each)] = 1;
                found.push_back(each);
            }
    return found;
}

/// True for instructions for which lanes must have met.
bool needs_lanes_together(const Instruction& in)
{
    switch (in.op) {
        case Op::shfl:
        case Op::vote:
        case Op::match:
        case Op::redux:
        case Op::elect: return true;
        default: return in.op >= Op::bar && in.op <= Op::bar_warp;
    }
}

/// Importance of each block for the choice of an exit: barriers count before the number of blocks.
std::vector<std::uint64_t> weights_of(const Function& function, const Graph& graph)
{
    constexpr std::uint64_t more_than_any_blocks = std::uint64_t{1} << 32;
    std::vector<std::uint64_t> weights(graph.first.size(), 1);
    for (std::size_t i = 0; i < function.code.size(); ++i)
        if (needs_lanes_together(function.code[i]))
            weights[static_cast<std::size_t>(graph.block_of[i])] = more_than_any_blocks;
    return weights;
}

/// The graph in which each block keeps only the ways to one exit: to the one with the weightiest blocks before it, or
/// if it cannot reach that one, to the next. Lanes on another way leave early. Empty if the search takes too many
/// steps.
std::optional<Graph> without_early_exits(const Function& function, Graph graph)
{
    std::vector<std::int32_t> exits;
    for (std::size_t block = 0; block + 1 < graph.first.size(); ++block) {
        if (only_leaves(function, graph, static_cast<std::int32_t>(block)) && block != 0) {
            graph.next[block].clear();
            continue;
        }
        auto& next = graph.next[block];
        if (std::erase_if(next, [&](std::int32_t each) { return only_leaves(function, graph, each); }) > 0)
            exits.push_back(static_cast<std::int32_t>(block));
    }
    if (static_cast<std::int64_t>(exits.size() * graph.first.size()) > max_steps) return std::nullopt;
    const auto before = predecessors(graph);
    std::vector<std::int32_t> taken(graph.first.size(), -1);
    std::vector<std::pair<std::uint64_t, std::int32_t>> by_reach;
    const std::vector<std::uint64_t> weights = weights_of(function, graph);
    for (const std::int32_t exit : exits) {
        std::uint64_t reach = 0;
        for (const std::int32_t block : blocks_before(before, exit, taken))
            reach += weights[static_cast<std::size_t>(block)];
        by_reach.emplace_back(reach, exit);
    }
    std::ranges::sort(by_reach, std::greater<>());
    for (const auto& [reach, exit] : by_reach) {
        if (taken[static_cast<std::size_t>(exit)] >= 0) continue;
        for (const std::int32_t block : blocks_before(before, exit, taken))
            taken[static_cast<std::size_t>(block)] = exit;
    }
    for (std::size_t block = 0; block < graph.next.size(); ++block)
        std::erase_if(graph.next[block],
                      [&](std::int32_t each) { return taken[static_cast<std::size_t>(each)] != taken[block]; });
    for (const auto& [reach, exit] : by_reach)
        if (taken[static_cast<std::size_t>(exit)] == exit)
            graph.next[static_cast<std::size_t>(exit)].push_back(graph.end());
    return graph;
}

}  // namespace

bool find_reconvergence(Function& function)
{
    if (function.code.empty()) return true;
    const Graph graph = graph_of(function);
    const auto all_ways = post_dominators(graph);
    if (!all_ways) return false;
    const auto trunk = without_early_exits(function, graph);
    const auto trunk_ways = trunk ? post_dominators(*trunk) : std::nullopt;
    if (!trunk_ways) return false;
    for (std::size_t i = 0; i < function.code.size(); ++i) {
        Instruction& in = function.code[i];
        if (!branches(in)) continue;
        const auto block = static_cast<std::size_t>(graph.block_of[i]);
        std::int32_t meets = (*all_ways)[block];
        if (meets < 0 || only_leaves(function, graph, meets)) {
            // Some lanes leave the function. The others meet earlier, if they come on several ways.
            std::vector<std::int32_t> ways = trunk->next[block];
            std::ranges::sort(ways);
            const auto distinct_end = std::unique(ways.begin(), ways.end());
            const bool has_several = distinct_end - ways.begin() > 1;
            const std::int32_t earlier = (*trunk_ways)[block];
            in.sheds_lanes = !has_several || earlier < 0 || earlier == graph.end();
            if (!in.sheds_lanes) meets = earlier;
        }
        // Lanes that come to the function's last return leave there, and do not wait for the others.
        const bool is_end = meets < 0 || only_leaves(function, graph, meets);
        in.reconverge =
            is_end ? static_cast<std::int32_t>(function.code.size()) : graph.first[static_cast<std::size_t>(meets)];
    }
    return true;
}

void find_straight(Function& function)
{
    std::uint16_t behind = 0;
    for (auto in = function.code.rbegin(); in != function.code.rend(); ++in) {
        const bool is_straight = in->op < Op::atom && in->guard < 0;
        behind = is_straight ? static_cast<std::uint16_t>(std::min(behind + 1, 0xffff)) : std::uint16_t{0};
        in->straight = behind;
    }
}

}  // namespace spillway::ptx
