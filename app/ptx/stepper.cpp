#include "app/ptx/stepper.h"

#include <algorithm>
#include <cstring>

#include "app/ptx/access.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

constexpr std::uint64_t turn = 50'000;  ///< instructions that a warp runs before the next warp's turn, as in block.cpp
constexpr int max_rounds_without_progress = 2000;
constexpr std::size_t max_accesses_of_step = 4;

model::Error no_such(const std::string& what, std::int64_t count)
{
    return {"there is no " + what, "the launch", "choose one from 0 to " + std::to_string(count - 1)};
}

}  // namespace

/// Records the accesses of the current step.
class Stepper::Watch final : public AccessWatch {
public:
    explicit Watch(std::vector<SteppedAccess>& accesses) : accesses_(accesses) {}
    void begin_step() { count_of_step_ = 0; }

    void see(const Instruction& in, Memory memory, const Access& access, Mask lanes) override
    {
        if (in.space == Space::param || count_of_step_ == max_accesses_of_step) return;
        ++count_of_step_;
        SteppedAccess one;
        one.memory = static_cast<SteppedAccess::Memory>(memory);
        one.is_write = access.is_write;
        one.is_atomic = access.is_atomic;
        one.bytes = access.bytes;
        one.lanes = lanes;
        std::uint64_t first = 0;
        if (memory == Memory::global) {
            const std::uint64_t stretch = access.addresses[first_lane(lanes)] >> stretch_bits;
            if (stretch >= first_buffer_stretch) {
                one.buffer = static_cast<int>(stretch - first_buffer_stretch);
                first = buffer_address(static_cast<std::size_t>(one.buffer));
            }
        }
        for (std::size_t lane = 0; lane < lane_count; ++lane)
            if (has(lanes, static_cast<int>(lane)))
                one.addresses[lane] = static_cast<std::int64_t>(access.addresses[lane] - first);
        accesses_.push_back(one);
    }

private:
    std::vector<SteppedAccess>& accesses_;
    std::size_t count_of_step_ = 0;
};

Stepper::Stepper(const Module& module, Launch launch, const StepperOptions& options)
    : launch_(std::move(launch)),
      options_(options),
      watch_(std::make_unique<Watch>(trace_.accesses_)),
      machine_(std::make_unique<Machine>(module, launch_))
{
}

Stepper::~Stepper()
{
    blocks_.clear();  // their destructors return memory to the machine
}

model::Expected<std::unique_ptr<Stepper>> Stepper::start(const Module& module, Launch launch,
                                                         const StepperOptions& options)
{
    std::unique_ptr<Stepper> stepper(new Stepper(module, std::move(launch), options));
    if (auto wrong = stepper->prepare()) return *wrong;
    return stepper;
}

std::optional<model::Error> Stepper::prepare()
{
    Machine& machine = *machine_;
    if (auto wrong = machine.prepare()) return wrong;
    const auto& grid = launch_.grid;
    const auto& block = launch_.block;
    const std::int64_t blocks = grid[0] * grid[1] * grid[2];
    const std::int64_t warps = (block[0] * block[1] * block[2] + lane_count - 1) / lane_count;
    if (options_.block < 0 || options_.block >= blocks)
        return no_such("block " + std::to_string(options_.block), blocks);
    if (options_.warp < 0 || options_.warp >= warps)
        return no_such("warp " + std::to_string(options_.warp) + " in a block", warps);
    const std::int64_t first = options_.block / launch_.cluster * launch_.cluster;
    for (std::int64_t rank = 0; rank < launch_.cluster; ++rank)
        blocks_.push_back(std::make_unique<Block>(machine, machine.block_at(first + rank), static_cast<int>(rank)));
    for (const auto& each : blocks_) {
        for (const auto& other : blocks_) each->cluster.push_back(other.get());
        if (!each->start())
            return model::Error{"the block needs more memory than the interpreter allows", "the launch",
                                "choose smaller blocks"};
        for (const auto& warp : each->warps) order_.push_back(warp.get());
    }
    warp_ =
        blocks_[static_cast<std::size_t>(options_.block - first)]->warps[static_cast<std::size_t>(options_.warp)].get();
    warp_->watch = watch_.get();
    registers_.assign(static_cast<std::size_t>(warp_->function().register_bytes), std::byte{0});
    const auto* specials = warp_->values<std::byte>({Argument::Kind::values, Bank::specials, 4, false, 0, 0});
    trace_.specials_.assign(specials, specials + special_offset(Special::count));
    return std::nullopt;
}

bool Stepper::advance(std::uint64_t most)
{
    while (most > 0 && trace_.end_ == TraceEnd::goes_on) {
        if (next_ == order_.size() && !begin_round()) break;
        Warp& warp = *order_[next_];
        if (!has_turn_) begin_turn(warp);
        if (has_turn_) {
            const std::uint64_t before = warp.issued, left = turn - (before - turn_begin_);
            if (&warp == warp_)
                step();
            else
                warp.run(std::min(most, left));
            most -= std::min(most, std::max<std::uint64_t>(warp.issued - before, 1));
            if (warp.state == WarpState::runs && warp.issued - turn_begin_ < turn && !machine_->is_stopped) continue;
            end_turn(warp);
        }
        ++next_;
        note_faults();
        if (machine_->is_stopped) finish(TraceEnd::fault);
    }
    return trace_.end_ == TraceEnd::goes_on;
}

bool Stepper::begin_round()
{
    next_ = 0;
    rounds_without_progress_ = made_progress_ ? 0 : rounds_without_progress_ + 1;
    made_progress_ = false;
    const bool all_wait = std::all_of(order_.begin(), order_.end(), [](const Warp* warp) {
        return warp->state == WarpState::waits_at_barrier || warp->state == WarpState::ended;
    });
    if (!all_wait && rounds_without_progress_ <= max_rounds_without_progress) return true;
    machine_->report_waiting(blocks_);
    note_faults();
    finish(TraceEnd::fault);
    return false;
}

void Stepper::begin_turn(Warp& warp)
{
    if (warp.state == WarpState::yields) warp.state = WarpState::runs;
    has_turn_ = warp.state == WarpState::runs;
    turn_begin_ = warp.issued;
}

void Stepper::end_turn(Warp& warp)
{
    has_turn_ = false;
    made_progress_ = made_progress_ || warp.state != WarpState::yields || warp.issued - turn_begin_ > 64;
    if (!machine_->is_stopped) static_cast<void>(machine_->is_over(warp));
    if (&warp == warp_ && warp.state == WarpState::ended) finish(TraceEnd::warp_ended);
}

/// Runs the traced warp's next instruction. A repeated poll adds no step.
void Stepper::step()
{
    Warp& warp = *warp_;
    if (was_waiting_) note_changes();
    was_waiting_ = false;
    const Function& function = warp.function();
    if (warp.at >= static_cast<std::int32_t>(function.code.size())) return warp.run(1);  // past the last one
    const Instruction& in = function.code[static_cast<std::size_t>(warp.at)];
    const bool is_again = repeats_ && !trace_.steps_.empty() && trace_.steps_.back().instruction == &in;
    if (trace_.steps_.size() >= options_.max_steps || trace_bytes() > options_.max_bytes)
        return finish(TraceEnd::too_long);

    if (!is_again) {
        if (trace_.steps_.size() % WarpTrace::steps_between_whole == 0) trace_.whole_.push_back(registers_);
        Step next;
        next.instruction = &in;
        next.function = &function;
        next.alive = warp.alive;
        next.active = warp.active;
        next.lanes = warp.active;
        if (in.guard >= 0) {
            Mask guard = 0;
            std::memcpy(&guard, warp.register_values() + in.guard, sizeof guard);
            next.lanes &= in.guard_is_negated ? ~guard : guard;
        }
        next.splits = in.op == Op::bra && next.lanes != 0 && next.lanes != next.active;
        next.frame = static_cast<std::uint32_t>(warp.frames.back().registers);
        trace_.steps_.push_back(next);
        trace_.first_change_.push_back(trace_.changes_.size());
        trace_.first_access_.push_back(trace_.accesses_.size());
    }
    trace_.accesses_.resize(trace_.first_access_.back());
    watch_->begin_step();
    const std::uint64_t branches = machine_->result.counts.divergent_branches;
    warp.run(1);
    if (machine_->result.counts.divergent_branches > branches) trace_.steps_.back().splits = true;
    if (warp.state != WarpState::ended) note_changes();
    repeats_ = warp.state == WarpState::yields;
    was_waiting_ = warp.state == WarpState::waits_at_barrier || repeats_;
    note_faults();
}

/// Records the registers that the last step changed. After a call or a return, compares all of the function's.
void Stepper::note_changes()
{
    const Step& last = trace_.steps_.back();
    const Frame& frame = warp_->frames.back();
    if (frame.function != last.function || frame.registers != last.frame)
        return note_changes(0, static_cast<std::size_t>(frame.function->register_bytes));
    each_written(*last.function, *last.instruction, [&](const Argument& argument) {
        note_changes(static_cast<std::size_t>(argument.offset),
                     static_cast<std::size_t>(argument.width == 0 ? sizeof(Mask) : argument.width * lane_count));
    });
}

/// The same for `bytes` of the current function's registers from `first` on.
void Stepper::note_changes(std::size_t first, std::size_t bytes)
{
    constexpr std::size_t piece = WarpTrace::piece_bytes;
    const std::size_t begin = warp_->frames.back().registers, end = (first + bytes + piece - 1) / piece * piece;
    if (registers_.size() < begin + end) registers_.resize(begin + end);
    const std::byte* const now = warp_->register_values();
    for (std::size_t i = first / piece * piece; i < end; i += piece) {
        std::byte* const known = registers_.data() + begin + i;
        if (std::memcmp(known, now + i, piece) == 0) continue;
        std::memcpy(known, now + i, piece);
        WarpTrace::Change change;
        change.offset = static_cast<std::uint32_t>(begin + i);
        std::memcpy(change.bytes.data(), now + i, piece);
        trace_.changes_.push_back(change);
    }
}

void Stepper::note_faults()
{
    const RunResult& result = machine_->result;
    const auto add = [&](const Fault& fault) {
        const bool is_own = fault.block == warp_->block.index && fault.warp == warp_->number && !trace_.steps_.empty();
        trace_.faults_.push_back({trace_.steps_.empty() ? 0 : trace_.steps_.size() - 1, fault, !is_own});
    };
    for (; findings_ < result.findings.size(); ++findings_) add(result.findings[findings_]);
    const bool is_recorded = !trace_.faults_.empty() && is_fatal(trace_.faults_.back().fault.kind);
    if (result.fault && !is_recorded) add(*result.fault);
}

void Stepper::finish(TraceEnd end)
{
    if (trace_.end_ == TraceEnd::goes_on) trace_.end_ = end;
}

std::size_t Stepper::trace_bytes() const
{
    return trace_.steps_.size() * (sizeof(Step) + 2 * sizeof(std::size_t)) +
           trace_.changes_.size() * sizeof(WarpTrace::Change) + trace_.accesses_.size() * sizeof(SteppedAccess) +
           trace_.whole_.size() * registers_.size();
}

}  // namespace spillway::ptx
