#include "app/teaching/line_needs_words.h"

#include <algorithm>

#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

constexpr int register_unit = 8;  ///< allocation unit of registers per thread for a warp

std::optional<RegisterLane> finished(RegisterLane lane)
{
    const auto most = std::max_element(lane.live.begin(), lane.live.end());
    if (most == lane.live.end() || !*most) return std::nullopt;
    lane.peak = **most;
    lane.peak_row = static_cast<int>(most - lane.live.begin());
    lane.full = std::max({register_unit, lane.peak, lane.cap ? lane.cap->registers : 0});
    return lane;
}

std::string barriers_text(unsigned mask)
{
    std::string text;
    for (int barrier = 0; barrier < 6; ++barrier)
        if (((mask >> barrier) & 1U) != 0) text += (text.empty() ? "" : ", ") + std::to_string(barrier);
    return text;
}

}  // namespace

std::optional<RegisterLane> register_lane(const std::vector<model::ListingLine>& lines, std::optional<RegisterCap> cap)
{
    RegisterLane lane;
    lane.cap = cap;
    for (const model::ListingLine& line : lines) lane.live.push_back(line.live_registers);
    return finished(std::move(lane));
}

std::optional<RegisterLane> register_lane(const model::Listing& listing, int rows, std::optional<RegisterCap> cap)
{
    if (!listing.source_lines) return std::nullopt;
    RegisterLane lane;
    lane.cap = cap;
    lane.live.resize(static_cast<std::size_t>(std::max(0, rows)));
    for (const model::SourceLineNeeds& line : *listing.source_lines)
        if (line.line >= 1 && line.line <= rows)
            lane.live[static_cast<std::size_t>(line.line - 1)] = line.live_registers;
    return finished(std::move(lane));
}

std::string peak_words(const RegisterLane& lane)
{
    const std::string most = "Line " + std::to_string(lane.peak_row + 1) + ": " + counted(lane.peak, "live register");
    if (lane.cap) return most + "; " + cap_words(*lane.cap) + ".";
    return most + (lane.has_knob ? "; neither a knob nor a launch bound caps them." : ".");
}

std::string spill_words(const model::SpillBytes& spills)
{
    std::string words;
    const auto add = [&](const char* verb, std::int64_t bytes, const char* place) {
        if (bytes > 0) words += (words.empty() ? "" : ", ") + (verb + (" " + counted(bytes, "byte"))) + place;
    };
    add("spills", spills.local_stores, "");
    add("reloads", spills.local_loads, "");
    add("spills", spills.shared_stores, " to shared memory");
    add("reloads", spills.shared_loads, " from shared memory");
    return words;
}

std::string missing_words(const model::Listing& listing)
{
    if (!listing.source_lines)
        return "Live registers and spills of each line need nvdisasm" +
               (listing.sass_reason.empty() ? std::string(".") : ": " + listing.sass_reason);
    std::string words;
    if (listing.live_reason) words = "Live registers are missing: " + *listing.live_reason + ".";
    if (listing.spill_reason)
        words += (words.empty() ? "" : " ") + ("Spills are not marked: " + *listing.spill_reason + ".");
    return words;
}

std::string control_column(const model::ControlCode& code)
{
    const std::string stall = std::to_string(code.stall_cycles);
    std::string column = (stall.size() < 2 ? " " : "") + stall + (code.yields ? " y " : "   ");
    const auto barrier = [](std::optional<int> number, char kind) {
        return number ? std::string(1, kind) + std::to_string(*number) : std::string("  ");
    };
    column += barrier(code.write_barrier, 'w') + " " + barrier(code.read_barrier, 'r') + " ";
    for (int number = 0; number < 6; ++number)
        column += ((code.awaited >> number) & 1U) != 0 ? static_cast<char>('0' + number) : '.';
    return column;
}

std::string control_words(const model::ControlCode& code)
{
    std::string words = code.stall_cycles == 0
                            ? "The next instruction can issue in the same cycle."
                            : "The warp's next instruction issues " + counted(code.stall_cycles, "cycle") + " later.";
    if (code.awaited != 0) words = "Waits for barrier " + barriers_text(code.awaited) + ". " + words;
    if (code.write_barrier)
        words += " Its result comes later: barrier " + std::to_string(*code.write_barrier) + " is free then.";
    if (code.read_barrier)
        words += " Barrier " + std::to_string(*code.read_barrier) + " is free when its operands have been read.";
    if (code.yields) words += " Another warp may go first.";
    return words + " (Unofficial: NVIDIA does not document these bits.)";
}

}  // namespace spillway::teaching
