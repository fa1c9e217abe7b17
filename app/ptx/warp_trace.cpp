#include "app/ptx/warp_trace.h"

#include <algorithm>
#include <cstring>

namespace spillway::ptx {

std::span<const SteppedAccess> WarpTrace::accesses(std::size_t at) const
{
    const std::size_t first = first_access_[at];
    const std::size_t end = at + 1 < first_access_.size() ? first_access_[at + 1] : accesses_.size();
    return std::span(accesses_).subspan(first, end - first);
}

bool WarpTrace::is_met(std::size_t at, StopAt what) const
{
    const Step& step = steps_[at];
    switch (what) {
        case StopAt::divergence: return step.splits;
        case StopAt::access: return !accesses(at).empty();
        case StopAt::barrier: {
            const Op op = step.instruction->op;
            return op == Op::bar || op == Op::bar_red || op == Op::barrier_cluster || op == Op::bar_warp;
        }
        case StopAt::fault:
            return std::any_of(faults_.begin(), faults_.end(), [&](const SteppedFault& one) { return one.step == at; });
        case StopAt::instruction:
        case StopAt::source_line: break;
    }
    return true;
}

std::optional<std::size_t> WarpTrace::find_line(std::size_t from, bool forward) const
{
    const std::int32_t line = line_of(from);
    std::size_t at = from;
    if (forward) {
        while (++at < size())
            if (line_of(at) > 0 && line_of(at) != line) return at;
        return std::nullopt;
    }
    while (at > 0 && (line_of(at - 1) == line || line_of(at - 1) <= 0)) --at;
    if (at == 0) return from == 0 ? std::nullopt : std::optional<std::size_t>(0);
    for (--at; at > 0 && line_of(at - 1) == line_of(at);) --at;
    return at;
}

std::optional<std::size_t> WarpTrace::find(std::size_t from, StopAt what, bool forward) const
{
    if (from >= size()) return std::nullopt;
    if (what == StopAt::source_line) return find_line(from, forward);
    if (forward) {
        for (std::size_t at = from + 1; at < size(); ++at)
            if (is_met(at, what)) return at;
    } else {
        for (std::size_t at = from; at > 0; --at)
            if (is_met(at - 1, what)) return at - 1;
    }
    return std::nullopt;
}

std::span<const std::byte> WarpTrace::registers_before(std::size_t at) const
{
    at = std::min(at, size());
    const bool goes_on_from_shown =
        shown_at_ <= at && at - shown_at_ < steps_between_whole && shown_at_ <= size() && !shown_.empty();
    if (!goes_on_from_shown) {
        shown_at_ = at / steps_between_whole * steps_between_whole;
        if (shown_at_ / steps_between_whole >= whole_.size()) return {};
        shown_ = whole_[shown_at_ / steps_between_whole];
    }
    for (; shown_at_ < at; ++shown_at_) {
        const std::size_t end = shown_at_ + 1 < first_change_.size() ? first_change_[shown_at_ + 1] : changes_.size();
        for (std::size_t i = first_change_[shown_at_]; i < end; ++i) {
            const Change& change = changes_[i];
            if (shown_.size() < change.offset + piece_bytes) shown_.resize(change.offset + piece_bytes);
            std::memcpy(shown_.data() + change.offset, change.bytes.data(), piece_bytes);
        }
    }
    return shown_;
}

std::optional<std::size_t> WarpTrace::writer(std::size_t before, std::int32_t register_offset) const
{
    const Step& now = steps_[std::min(before, size() - 1)];
    for (std::size_t at = before; at > 0; --at) {
        const Step& step = steps_[at - 1];
        if (step.function != now.function || step.frame != now.frame) continue;
        bool is_written = false;
        each_written(*step.function, *step.instruction,
                     [&](const Argument& argument) { is_written = is_written || argument.offset == register_offset; });
        if (is_written) return at - 1;
    }
    return std::nullopt;
}

}  // namespace spillway::ptx
