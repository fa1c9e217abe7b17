#include "app/compiler/loads_under_way.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

#include "app/base/text.h"
#include "app/compiler/sass_line.h"
#include "app/model/control_code.h"

namespace spillway::compiler {
namespace {

using Rows = std::span<const model::ListingLine>;

constexpr std::size_t barrier_count = 6;

/// Label of a row: ".L_x_3"; empty if the row is not a label.
std::optional<std::string_view> label_of(const model::ListingLine& row)
{
    if (!row.text.starts_with(".L")) return std::nullopt;
    return std::string_view(row.text).substr(0, row.text.find(':'));
}

/// Target of a branch: ".L_x_3" in "@!P2 BRA `(.L_x_3)".
std::optional<std::string_view> branches_to(const model::ListingLine& row)
{
    const std::string_view code = base::trimmed(row.text);
    if (!is_opcode(code, "BRA")) return std::nullopt;
    const auto open = code.find("`("), close = code.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos) return std::nullopt;
    return code.substr(open + 2, close - open - 2);
}

/// Largest number of loads under way when the rows run in order. A wait for a barrier ends the loads that signal it.
int max_in_order(Rows rows)
{
    std::array<int, barrier_count> under_way{};  // per barrier
    int max_loads = 0;
    for (const model::ListingLine& row : rows) {
        if (!row.control) continue;
        const model::ControlCode control = model::decode_control(*row.control);
        for (std::size_t barrier = 0; barrier < barrier_count; ++barrier)
            if (((control.awaited >> barrier) & 1U) != 0) under_way[barrier] = 0;
        const std::string_view code = base::trimmed(row.text);
        const bool loads = is_opcode(code, "LDG") || is_opcode(code, "LD");
        if (!loads || !control.write_barrier || *control.write_barrier >= static_cast<int>(barrier_count)) continue;
        ++under_way[static_cast<std::size_t>(*control.write_barrier)];
        max_loads = std::max(max_loads, std::accumulate(under_way.begin(), under_way.end(), 0));
    }
    return max_loads;
}

}  // namespace

int loads_under_way(const std::vector<model::ListingLine>& sass)
{
    std::map<std::string_view, std::size_t> labels;
    int max_loads = 0;
    for (std::size_t row = 0; row < sass.size(); ++row) {
        if (const auto label = label_of(sass[row])) labels[*label] = row;
        const auto target = branches_to(sass[row]);
        if (!target) continue;
        // A backward branch forms a loop, so its label must come earlier.
        if (const auto head = labels.find(*target); head != labels.end())
            max_loads = std::max(max_loads, max_in_order(Rows(sass).subspan(head->second, row + 1 - head->second)));
    }
    return max_loads > 0 ? max_loads : max_in_order(sass);
}

}  // namespace spillway::compiler
