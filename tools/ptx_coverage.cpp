// How many kernels of PTX files the interpreter runs, with made-up inputs. scripts/ptx-coverage.sh makes the files.
//
//   ptx_coverage [--list] FILE.ptx ...
//
// Each kernel is read without the other kernels of its file, and launched with two blocks: pointers lead to buffers of
// small whole numbers, 4-byte values are 64, structs are zeros. Prints how many ran to their end, ended with a fault of
// their own (made-up inputs lead kernels astray), or need what is not known here, and that by frequency. --list: a line
// for each kernel.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "app/ptx/machine.h"
#include "app/ptx/reader.h"

namespace {

using namespace spillway;

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::int64_t max_kernel_bytes = std::int64_t{8} << 20;

/// A stretch of the text: an entry with its head and body.
struct Stretch {
    std::size_t from = 0, to = 0;
};

std::size_t body_end(const std::string& text, std::size_t at)
{
    int depth = 0;
    for (at = text.find('{', at); at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return at + 1;
    }
    return text.size();
}

/// The entries of a text as nvcc writes it.
std::vector<Stretch> entries_of(const std::string& text)
{
    std::vector<Stretch> all;
    for (std::size_t at = 0; (at = text.find(".entry", at)) != std::string::npos;) {
        const std::size_t line = text.rfind('\n', at) + 1;
        const std::size_t end = body_end(text, at);
        all.push_back({line, end});
        at = end;
    }
    return all;
}

/// Everything but the entries, and one of them.
std::string with_one_entry(const std::string& text, const std::vector<Stretch>& entries, std::size_t wanted)
{
    std::string alone;
    std::size_t at = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        alone += text.substr(at, entries[i].from - at);
        if (i == wanted) alone += text.substr(entries[i].from, entries[i].to - entries[i].from);
        at = entries[i].to;
    }
    return alone + text.substr(std::min(at, text.size()));
}

/// The block that the entry asks for: .reqntid, or 128 threads and no more than .maxntid.
void set_block(const std::string& text, ptx::Launch& launch)
{
    launch.block[0] = 128;
    for (const char* word : {".maxntid", ".reqntid"}) {
        std::size_t at = text.find(word);
        if (at == std::string::npos) continue;
        at += std::strlen(word);
        const bool is_required = word[1] == 'r';
        for (std::size_t axis = 0; axis < 3; ++axis) {
            while (at < text.size() && (text[at] == ' ' || text[at] == ',')) ++at;
            std::int64_t size = 0;
            const auto read = std::from_chars(text.data() + at, text.data() + text.size(), size);
            if (read.ec != std::errc()) break;
            at = static_cast<std::size_t>(read.ptr - text.data());
            launch.block[axis] = is_required ? size : axis == 0 ? std::min<std::int64_t>(128, size) : 1;
        }
    }
}

struct Outcome {
    enum class Kind { ran, faulted, unknown } kind = Kind::ran;
    std::string words;  ///< the fault's kind, or the unknown instruction
};

std::string quoted_in(const std::string& text)
{
    const std::size_t from = text.find('"'), to = text.find('"', from + 1);
    return from == std::string::npos || to == std::string::npos ? text.substr(0, 80)
                                                                : text.substr(from + 1, to - from - 1);
}

const char* name_of(ptx::FaultKind kind)
{
    using enum ptx::FaultKind;
    switch (kind) {
        case out_of_bounds: return "out of bounds";
        case no_memory_there: return "no memory there";
        case misaligned: return "misaligned";
        case written_read_only: return "written read only";
        case barrier_in_divergence: return "barrier in divergence";
        case barriers_mismatched: return "barriers mismatched";
        case barrier_not_reached: return "barrier not reached";
        case bad_lane_mask: return "bad lane mask";
        case no_end: return "no end within the bound";
        case trapped: return "trap or assertion";
        case too_deep: return "too deep";
        case too_much_memory: return "too much memory";
        default: return "other";
    }
}

Outcome run_kernel(const std::string& text, const std::string& entry_text)
{
    const auto module = ptx::read_module(text);
    if (!module) return {Outcome::Kind::unknown, quoted_in(module.error().what)};
    const auto found = std::find_if(module->functions.begin(), module->functions.end(),
                                    [](const ptx::Function& each) { return each.is_entry; });
    if (found == module->functions.end()) return {Outcome::Kind::unknown, "no entry"};
    if (found->why_refused) return {Outcome::Kind::unknown, quoted_in(found->why_refused->what)};
    static std::vector<std::vector<std::byte>> memory;
    ptx::Launch launch;
    launch.entry = found->name;
    launch.grid[0] = 2;
    launch.dynamic_shared_bytes = 16 << 10;
    set_block(entry_text, launch);
    std::size_t buffers = 0;
    for (const ptx::Param& param : found->params) {
        ptx::LaunchArgument argument;
        if (param.bytes == 8) {
            if (memory.size() <= buffers) memory.emplace_back(buffer_bytes);
            for (std::size_t i = 0; i < buffer_bytes / 4; ++i) {
                const auto value = static_cast<std::uint32_t>(i % 61);
                std::memcpy(memory[buffers].data() + 4 * i, &value, sizeof value);
            }
            argument.kind = ptx::LaunchArgument::Kind::buffer;
            argument.number = static_cast<int>(buffers);
            launch.buffers.push_back({"buffer " + std::to_string(buffers), {}});
            ++buffers;
        } else {
            argument.bytes.resize(static_cast<std::size_t>(param.bytes));
            if (param.bytes <= 4) argument.bytes[0] = std::byte{64};
        }
        launch.arguments.push_back(std::move(argument));
    }
    for (std::size_t i = 0; i < buffers; ++i) launch.buffers[i].bytes = memory[i];
    launch.limits.instructions = 400'000;
    const auto done = ptx::run(*module, launch);
    if (!done) return {Outcome::Kind::faulted, "launch: " + done.error().what.substr(0, 40)};
    if (!done->fault) return {Outcome::Kind::ran, ""};
    const ptx::Fault& fault = *done->fault;
    if (fault.kind == ptx::FaultKind::not_supported) return {Outcome::Kind::unknown, fault.detail};
    if (fault.kind == ptx::FaultKind::unknown_function) return {Outcome::Kind::unknown, "call of " + fault.detail};
    return {Outcome::Kind::faulted, name_of(fault.kind)};
}

void print_counts(const char* title, const std::map<std::string, int>& counts)
{
    std::vector<std::pair<int, std::string>> sorted;
    for (const auto& [words, count] : counts) sorted.emplace_back(count, words);
    std::sort(sorted.rbegin(), sorted.rend());
    if (!sorted.empty()) std::printf("%s\n", title);
    for (const auto& [count, words] : sorted) std::printf("%7d  %s\n", count, words.c_str());
}

}  // namespace

int main(int count, char** words)
{
    const bool lists = count > 1 && std::strcmp(words[1], "--list") == 0;
    if (count < (lists ? 3 : 2)) {
        std::fprintf(stderr, "usage: ptx_coverage [--list] FILE.ptx ...\n");
        return 2;
    }
    int files = 0, kernels = 0, ran = 0, unknown = 0;
    std::map<std::string, int> faults, missing;
    for (int i = lists ? 2 : 1; i < count; ++i) {
        std::ifstream in(words[i]);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto entries = entries_of(text);
        if (!entries.empty()) ++files;
        for (std::size_t entry = 0; entry < entries.size(); ++entry) {
            const std::string alone = with_one_entry(text, entries, entry);
            if (static_cast<std::int64_t>(alone.size()) > max_kernel_bytes) continue;
            const Outcome outcome =
                run_kernel(alone, text.substr(entries[entry].from, entries[entry].to - entries[entry].from));
            ++kernels;
            if (outcome.kind == Outcome::Kind::ran) ++ran;
            if (outcome.kind == Outcome::Kind::faulted) ++faults[outcome.words];
            if (outcome.kind == Outcome::Kind::unknown) ++unknown, ++missing[outcome.words];
            if (lists)
                std::printf("%s %zu: %s %s\n", words[i], entry,
                            outcome.kind == Outcome::Kind::ran       ? "ran"
                            : outcome.kind == Outcome::Kind::faulted ? "faulted:"
                                                                     : "unknown:",
                            outcome.words.c_str());
        }
    }
    std::printf(
        "%d kernels of %d files: %d ran to their end, %d ended with a fault, %d need what is not known here: %.1f %% "
        "run\n",
        kernels, files, ran, kernels - ran - unknown, unknown,
        kernels == 0 ? 0.0 : 100.0 * (kernels - unknown) / kernels);
    print_counts("Faults:", faults);
    print_counts("Not known, kernels whose first such instruction it is:", missing);
    return 0;
}
