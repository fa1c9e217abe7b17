#include "app/model/stalled_lines.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "app/model/control_code.h"

namespace spillway::model {
namespace {

constexpr int max_producer_rows = 400;  ///< searched for the instruction that sets an awaited barrier
constexpr std::string_view issued = "selected";

struct DataSource {
    std::string_view opcode, from;
    bool is_long;  ///< wait counts as long scoreboard, else as short scoreboard
};
constexpr std::array accesses{
    DataSource{"LDL", "local", true},    DataSource{"LDG", "global", true},    DataSource{"LD", "memory", true},
    DataSource{"ATOM", "atomics", true}, DataSource{"ATOMG", "atomics", true}, DataSource{"TEX", "texture", true},
    DataSource{"TLD", "texture", true},  DataSource{"TLD4", "texture", true},  DataSource{"LDS", "shared", false},
    DataSource{"LDSM", "shared", false}, DataSource{"ATOMS", "shared", false}, DataSource{"LDC", "constant", false},
    DataSource{"MUFU", "special", false}};

const DataSource* access_of(std::string_view sass)
{
    const auto skip_blanks = [&] {
        const auto at = sass.find_first_not_of(' ');
        sass.remove_prefix(at == std::string_view::npos ? sass.size() : at);
    };
    skip_blanks();
    if (sass.starts_with("@")) {
        sass.remove_prefix(std::min(sass.size(), sass.find(' ')));
        skip_blanks();
    }
    const std::string_view opcode = sass.substr(0, sass.find_first_of(" .;"));
    for (const DataSource& access : accesses)
        if (access.opcode == opcode) return &access;
    return nullptr;
}

bool is_instruction(const ListingLine& line)
{
    return line.text.starts_with(" ");
}

/// "_Z1kPf" for "_Z1kPf:", and "_Z4walki" for "$_Z1kPf$_Z4walki:"; empty if no function begins here.
std::string_view function_label(std::string_view text)
{
    if (text.starts_with(" ") || text.starts_with(".L") || !text.ends_with(":")) return {};
    text.remove_suffix(1);
    const auto dollar = text.rfind('$');
    return dollar == std::string_view::npos ? text : text.substr(dollar + 1);
}

/// Rows of one function; ends before `end`.
struct Function {
    std::string_view name;
    int begin = 0, end = 0;
    std::int64_t offset = 0;  ///< of its first instruction
};

std::vector<Function> functions_of(const std::vector<ListingLine>& sass)
{
    std::vector<Function> functions;
    const auto rows = static_cast<int>(sass.size());
    for (int row = 0; row < rows; ++row) {
        const std::string_view name = function_label(sass[row].text);
        if (name.empty() && !functions.empty()) continue;
        if (!functions.empty()) functions.back().end = row;
        functions.push_back({name, row, rows, 0});
    }
    for (Function& function : functions)
        for (int row = function.begin; row < function.end; ++row)
            if (sass[row].offset) {
                function.offset = *sass[row].offset;
                break;
            }
    return functions;
}

/// Finds the memory that a row waits for, from the barriers in its control code.
class Producers {
public:
    Producers(const std::vector<ListingLine>& sass, const std::vector<Function>& functions) : sass_(sass)
    {
        for (const Function& function : functions)
            for (int row = function.begin; row < function.end; ++row) function_of_.push_back(&function);
    }

    [[nodiscard]] std::string of(int row, bool is_long) const
    {
        if (!sass_[row].control) return {};
        const unsigned awaited = decode_control(*sass_[row].control).awaited;
        std::set<std::string_view> from;
        for (int barrier = 0; barrier < 6; ++barrier) {
            if (((awaited >> barrier) & 1U) == 0) continue;
            const DataSource* access = setter(row, barrier);
            if (access != nullptr && access->is_long == is_long) from.insert(access->from);
        }
        std::string text;
        for (const std::string_view one : from) text += (text.empty() ? "" : "+") + std::string(one);
        return text;
    }

private:
    /// Nearest row before this one that sets the barrier; in a loop it may follow this row.
    [[nodiscard]] const DataSource* setter(int row, int barrier) const
    {
        const Function& function = *function_of_[row];
        const auto sets = [&](int at) {
            return sass_[at].control && decode_control(*sass_[at].control).write_barrier == barrier;
        };
        for (int at = row - 1; at >= std::max(function.begin, row - max_producer_rows); --at)
            if (sets(at)) return access_of(sass_[at].text);
        for (int at = std::min(function.end - 1, row + max_producer_rows); at >= row; --at)
            if (sets(at)) return access_of(sass_[at].text);
        return nullptr;
    }

    const std::vector<ListingLine>& sass_;
    std::vector<const Function*> function_of_;
};

/// Finds the row of an instruction. A function that ptxas placed after its caller has its own name, but its offsets
/// count from its own start or from the caller's.
class Rows {
public:
    Rows(const std::vector<ListingLine>& sass, const std::vector<Function>& functions) : functions_(functions)
    {
        for (int row = 0; row < static_cast<int>(sass.size()); ++row)
            if (sass[row].offset && is_instruction(sass[row])) rows_.emplace(*sass[row].offset, row);
    }

    [[nodiscard]] int find(const std::string& name, std::int64_t offset) const
    {
        for (const Function& function : functions_) {
            if (function.name != function_label(name + ":")) continue;
            const int row = at(function.offset + offset);
            if (row >= function.begin && row < function.end) return row;
            return at(offset);
        }
        return -1;
    }

private:
    [[nodiscard]] int at(std::int64_t offset) const
    {
        const auto found = rows_.find(offset);
        return found == rows_.end() ? -1 : found->second;
    }

    const std::vector<Function>& functions_;
    std::unordered_map<std::int64_t, int> rows_;
};

void add_row(const InstructionSamples& at, const StallSamples& all, const Producers& producers, int row,
             LineStalls& stalls)
{
    stalls.samples += at.samples;
    for (const InstructionSamples::Reason& reason : at.reasons) {
        std::string name = all.reasons[static_cast<std::size_t>(reason.reason)];
        const bool is_long = name == "long_scoreboard";
        if (is_long || name == "short_scoreboard")
            if (const std::string from = producers.of(row, is_long); !from.empty()) name += ":" + from;
        stalls.by_reason[name] += reason.samples;
    }
}

}  // namespace

LineStalls& LineStalls::operator+=(const LineStalls& more)
{
    samples += more.samples;
    for (const auto& [reason, count] : more.by_reason) by_reason[reason] += count;
    return *this;
}

const std::pair<const std::string, std::int64_t>* LineStalls::largest_wait() const
{
    const std::pair<const std::string, std::int64_t>* largest = nullptr;
    for (const auto& reason : by_reason)
        if (reason.first != issued && (largest == nullptr || reason.second > largest->second)) largest = &reason;
    return largest;
}

std::string_view brings_from(std::string_view sass)
{
    const DataSource* access = access_of(sass);
    return access == nullptr ? std::string_view() : access->from;
}

std::optional<StalledLines> stalled_lines(const StallSamples& samples, const Listing& listing)
{
    if (!listing.sass || samples.samples <= 0 || !listing.code || samples.code != *listing.code) return std::nullopt;
    const std::vector<ListingLine>& sass = *listing.sass;
    const std::vector<Function> functions = functions_of(sass);
    const Rows rows(sass, functions);
    const Producers producers(sass, functions);
    StalledLines lines;
    lines.samples = samples.samples;
    lines.sass.resize(sass.size());
    lines.ptx.resize(listing.ptx.size());
    for (const InstructionSamples& at : samples.instructions) {
        const int row = rows.find(samples.functions[static_cast<std::size_t>(at.function)], at.offset);
        if (row < 0) continue;
        lines.placed += at.samples;
        LineStalls& stalls = lines.sass[static_cast<std::size_t>(row)];
        add_row(at, samples, producers, row, stalls);
    }
    for (std::size_t row = 0; row < sass.size(); ++row) {
        if (lines.sass[row].samples == 0) continue;
        if (sass[row].source_line > 0) lines.source[sass[row].source_line] += lines.sass[row];
        const int ptx = sass[row].ptx_row.value_or(0);
        if (ptx > 0 && static_cast<std::size_t>(ptx) <= lines.ptx.size())
            lines.ptx[static_cast<std::size_t>(ptx - 1)] += lines.sass[row];
    }
    return lines;
}

}  // namespace spillway::model
