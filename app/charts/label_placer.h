#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// A place where a label could go; a higher penalty is a worse place.
struct Candidate {
    Rect rect;
    double penalty = 0;
};

/// Finds room for labels inside the plot: never on another label, and on curves only where nothing
/// better is left.
class LabelPlacer {
public:
    explicit LabelPlacer(Rect room) : room_(room) {}

    /// Nothing may lie on it.
    void block(const Rect& rect) { blocked_.push_back(rect); }
    /// Labels avoid crossing it; `cost` per crossing pixel.
    void avoid(Point from, Point to, double cost) { lines_.push_back({from, to, cost}); }

    /// The index of the cheapest candidate that is free, blocked from then on. Empty where none is.
    /// Candidates that would cross lines for more than `most` are not taken.
    [[nodiscard]] std::optional<std::size_t> place(const std::vector<Candidate>& candidates, double most);

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

/// How much of the segment lies inside the rectangle, in pixels.
[[nodiscard]] double length_inside(Point from, Point to, const Rect& rect);

}  // namespace spillway::charts
