#include "app/ptx/callees.h"

#include <algorithm>
#include <cstdio>

namespace spillway::ptx {
namespace {

/// More than CUDA's default of 8 MiB, because freed memory is not reused here.
constexpr std::size_t heap_bytes = std::size_t{64} << 20;
constexpr std::size_t max_string_bytes = 4096;

/// One lane's value of a parameter of the call.
std::uint64_t parameter(Warp& w, const CallSite& site, std::size_t index, int lane)
{
    std::uint64_t value = 0;
    if (index < site.arguments.size())
        std::memcpy(&value, w.local_memory(lane, w.local_base() + site.arguments[index].offset),
                    std::min<std::size_t>(8, static_cast<std::size_t>(site.arguments[index].bytes)));
    return value;
}
void set_result(Warp& w, const CallSite& site, int lane, std::uint64_t value)
{
    if (site.results.empty()) return;
    std::memcpy(w.local_memory(lane, w.local_base() + site.results[0].offset), &value,
                std::min<std::size_t>(8, static_cast<std::size_t>(site.results[0].bytes)));
}

/// Up to `most` bytes at a generic address; fewer where the memory ends.
std::string bytes_at(Warp& w, int lane, std::uint64_t address, std::size_t most)
{
    if (address >> stretch_bits == local_window >> stretch_bits) {
        const auto offset = static_cast<std::int64_t>(address - local_window);
        const std::int64_t left = std::clamp<std::int64_t>(w.local_size() - offset, 0, static_cast<std::int64_t>(most));
        return left == 0 ? ""
                         : std::string(reinterpret_cast<const char*>(w.local_memory(lane, offset)),
                                       static_cast<std::size_t>(left));
    }
    const Machine::Place place = w.machine.stretch_of(address);
    if (place.at == nullptr) return "";
    const auto left = static_cast<std::size_t>(place.all.data() + place.all.size() - place.at);
    return {reinterpret_cast<const char*>(place.at), std::min(left, most)};
}
std::string text_at(Warp& w, int lane, std::uint64_t address)
{
    std::string text = bytes_at(w, lane, address, max_string_bytes);
    return text.substr(0, text.find('\0'));
}

template <typename T>
std::string printed(const std::string& form, T value)
{
    char text[512];
    const int length = std::snprintf(text, sizeof text, form.c_str(), value);
    return {text, static_cast<std::size_t>(std::clamp(length, 0, 511))};
}

/// One conversion with its value; `form` begins with % and ends with the letter.
std::string converted(Warp& w, int lane, std::string form, const std::string& values, std::size_t& at)
{
    const char letter = form.back();
    const bool is_long = form.find('l') != std::string::npos || form.find('z') != std::string::npos ||
                         form.find('j') != std::string::npos;
    form.pop_back();
    form.erase(std::remove_if(form.begin(), form.end(),
                              [](char c) { return c == 'l' || c == 'h' || c == 'z' || c == 'j' || c == 't'; }),
               form.end());
    const bool is_wide = is_long || letter == 's' || letter == 'p' ||
                         std::string_view("aAeEfFgG").find(letter) != std::string_view::npos;
    const std::size_t bytes = is_wide ? 8 : 4;
    at = (at + bytes - 1) / bytes * bytes;
    std::uint64_t value = 0;
    if (at + bytes <= values.size()) std::memcpy(&value, values.data() + at, bytes);
    at += bytes;
    switch (letter) {
        case 'd':
        case 'i':
            return printed(form + "lld", static_cast<long long>(is_wide ? static_cast<std::int64_t>(value)
                                                                        : static_cast<std::int32_t>(value)));
        case 'u':
        case 'x':
        case 'X':
        case 'o': return printed(form + "ll" + letter, static_cast<unsigned long long>(value));
        case 'c': return printed(form + "c", static_cast<int>(value & 0xff));
        case 'p': return printed("0x%llx", static_cast<unsigned long long>(value));
        case 's': return printed(form + "s", text_at(w, lane, value).c_str());
        default: return printed(form + letter, std::bit_cast<double>(value));
    }
}

/// Length of the conversion at the start, from % to its letter; 0 if it is unknown.
std::size_t conversion_length(std::string_view rest)
{
    const std::size_t letter = rest.find_first_not_of("0123456789.+-# lhzjt", 1);
    if (letter == std::string_view::npos || letter > 20) return 0;
    // Rejects a width of four digits, which would fill a screen.
    int digits = 0;
    for (const char c : rest.substr(0, letter)) digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    return std::string_view("diuxXocpsaAeEfFgG%").find(rest[letter]) != std::string_view::npos && digits < 4
               ? letter + 1
               : 0;
}

std::string formatted(Warp& w, int lane, const std::string& form, std::uint64_t values_at)
{
    const std::string values = bytes_at(w, lane, values_at, 512);
    std::string text;
    std::size_t at = 0;
    for (std::size_t i = 0; i < form.size();) {
        const std::size_t length = form[i] == '%' ? conversion_length(std::string_view(form).substr(i)) : 0;
        if (length == 0) {
            text += form[i++];
            continue;
        }
        text += form[i + length - 1] == '%' ? "%" : converted(w, lane, form.substr(i, length), values, at);
        i += length;
    }
    return text;
}

void print(Warp& w, const CallSite& site)
{
    std::string& all = w.machine.result.printed;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        set_result(w, site, lane, 1);
        // Formatting takes time that the instruction limit does not cover, so stop once the output is full.
        if (w.machine.is_print_full) continue;
        const std::string text =
            formatted(w, lane, text_at(w, lane, parameter(w, site, 0, lane)), parameter(w, site, 1, lane));
        w.machine.is_print_full = all.size() + text.size() > w.machine.launch.limits.printed_bytes;
        if (!w.machine.is_print_full) all += text;
    }
}

void fail_assertion(Warp& w, const Instruction& in, const CallSite& site)
{
    const int lane = first_lane(w.lanes);
    Fault fault;
    fault.kind = FaultKind::trapped;
    fault.detail =
        "the assertion \"" + text_at(w, lane, parameter(w, site, 0, lane)).substr(0, 200) + "\" does not hold";
    w.fail(fault, in, lane);
}

void allocate(Warp& w, const CallSite& site)
{
    Machine& machine = w.machine;
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const std::uint64_t bytes = parameter(w, site, 0, lane);
        const std::size_t from = (machine.heap_used + 15) / 16 * 16;
        const bool is_there = bytes <= heap_bytes && from + bytes <= heap_bytes;
        // malloc(0) returns a unique address, too.
        if (is_there) machine.heap_used = from + std::max<std::uint64_t>(bytes, 1);
        if (is_there) machine.heap_blocks[from] = {static_cast<std::size_t>(bytes), false};
        if (machine.heap.size() < machine.heap_used) machine.heap.resize(std::min(heap_bytes, 2 * machine.heap_used));
        set_result(w, site, lane, is_there ? (heap_stretch << stretch_bits) + stretch_middle + from : 0);
    }
}

void release(Warp& w, const Instruction& in, const CallSite& site)
{
    constexpr std::uint64_t heap_begin = (heap_stretch << stretch_bits) + stretch_middle;
    for (int lane = 0; lane < lane_count; ++lane) {
        const std::uint64_t address = parameter(w, site, 0, lane);
        if (!has(w.lanes, lane) || address == 0) continue;
        const auto found = w.machine.heap_blocks.find(static_cast<std::size_t>(address - heap_begin));
        const bool is_block = found != w.machine.heap_blocks.end();
        if (is_block && !std::exchange(found->second.is_freed, true)) continue;
        Fault fault;
        fault.kind = FaultKind::bad_free;
        fault.detail = is_block ? "memory for the second time" : "an address that malloc did not return";
        return w.fail(fault, in, lane);
    }
}

}  // namespace

bool call_of_system(Warp& w, const Instruction& in, std::string_view name)
{
    const CallSite& site = w.function().calls[static_cast<std::size_t>(in.target)];
    if (name == "vprintf")
        print(w, site);
    else if (name == "__assertfail")
        fail_assertion(w, in, site);
    else if (name == "malloc")
        allocate(w, site);
    else if (name == "free")
        release(w, in, site);
    else
        return false;
    return true;
}

}  // namespace spillway::ptx
