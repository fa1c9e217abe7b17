#include "app/charts/label_placer.h"

#include <algorithm>
#include <cmath>

namespace spillway::charts {

double length_inside(Point from, Point to, const Rect& rect)
{
    // Fast path: nearly all lines are far away, and each label position is tested against all of them.
    if (std::max(from.x, to.x) < rect.left || std::min(from.x, to.x) > rect.right ||
        std::max(from.y, to.y) < rect.top || std::min(from.y, to.y) > rect.bottom)
        return 0;
    // Liang-Barsky: each of the four sides narrows [enter, leave].
    const double dx = to.x - from.x, dy = to.y - from.y;
    double enter = 0, leave = 1;
    const double direction[4] = {-dx, dx, -dy, dy};
    const double distance[4] = {from.x - rect.left, rect.right - from.x, from.y - rect.top, rect.bottom - from.y};
    for (int side = 0; side < 4; ++side) {
        if (direction[side] == 0) {
            if (distance[side] < 0) return 0;
            continue;
        }
        const double at = distance[side] / direction[side];
        if (direction[side] < 0)
            enter = std::max(enter, at);
        else
            leave = std::min(leave, at);
    }
    return enter < leave ? (leave - enter) * std::hypot(dx, dy) : 0;
}

double LabelPlacer::cost_of(const Rect& rect) const
{
    double cost = 0;
    for (const Line& line : lines_) cost += line.cost * length_inside(line.from, line.to, rect);
    return cost;
}

std::optional<std::size_t> LabelPlacer::place(const std::vector<Candidate>& candidates, double max_crossed)
{
    std::optional<std::size_t> best;
    double best_cost = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& candidate = candidates[i];
        if (best && candidate.penalty >= best_cost) continue;
        const auto hits = [&](const Rect& rect) { return rect.overlaps(candidate.rect); };
        if (!room_.contains(candidate.rect) || std::any_of(blocked_.begin(), blocked_.end(), hits)) continue;
        const double crossed = cost_of(candidate.rect), cost = candidate.penalty + crossed;
        if (crossed > max_crossed || (best && cost >= best_cost)) continue;
        best = i;
        best_cost = cost;
    }
    if (best) block(candidates[*best].rect);
    return best;
}

}  // namespace spillway::charts
