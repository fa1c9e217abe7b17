#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// A possible place for a label; a higher penalty is worse.
struct Candidate {
    Rect rect;
    double penalty = 0;
};

/// Finds free places for labels inside the plot. Labels never overlap, and cover curves only if there is no better
/// place.
class LabelPlacer {
public:
    explicit LabelPlacer(Rect room) : room_(room) {}

    /// Keeps labels off the rectangle.
    void block(const Rect& rect) { blocked_.push_back(rect); }
    /// Makes labels avoid the line; `cost` per crossed pixel.
    void avoid(Point from, Point to, double cost) { lines_.push_back({from, to, cost}); }

    /// Index of the cheapest free candidate, which is then blocked. Skips candidates that cross lines at a cost above
    /// `max_crossed`. Empty if none is left.
    [[nodiscard]] std::optional<std::size_t> place(const std::vector<Candidate>& candidates, double max_crossed);

private:
    struct Line {
        Point from, to;
        double cost;
    };
    [[nodiscard]] double cost_of(const Rect& rect) const;

    Rect room_;
    std::vector<Rect> blocked_;
    std::vector<Line> lines_;
};

/// Length of the segment inside the rectangle, in pixels.
[[nodiscard]] double length_inside(Point from, Point to, const Rect& rect);

}  // namespace spillway::charts
