#include "app/model/control_code.h"

namespace spillway::model {
namespace {

constexpr int no_barrier = 7;

std::optional<int> barrier(int bits)
{
    return (bits & 7) == no_barrier ? std::nullopt : std::optional(bits & 7);
}

bool begins_function(const ListingLine& line)
{
    return !line.text.starts_with(" ") && !line.text.starts_with(".L");
}

}  // namespace

ControlCode decode_control(int bits)
{
    // Bits from the lowest: 4 stall, 1 yield (0 yields), 3 + 3 barriers, 6 awaited barriers, 4 reuse.
    return {bits & 15, ((bits >> 4) & 1) == 0, barrier(bits >> 5), barrier(bits >> 8),
            static_cast<unsigned>(bits >> 11) & 63U};
}

std::optional<int> row_that_waits(const std::vector<ListingLine>& sass, int row)
{
    const auto rows = static_cast<int>(sass.size());
    if (row < 0 || row >= rows || !sass[row].control) return std::nullopt;
    const auto sets = decode_control(*sass[row].control).write_barrier;
    if (!sets) return std::nullopt;
    for (int next = row + 1; next < rows && !begins_function(sass[next]); ++next)
        if (sass[next].control && ((decode_control(*sass[next].control).awaited >> *sets) & 1U) != 0) return next;
    return std::nullopt;
}

}  // namespace spillway::model
