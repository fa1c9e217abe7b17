#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spillway::charts {

/// Variants differ in colour, marker and dash together, never in colour alone.
enum class Marker { circle, square, triangle, diamond, cross, plus };

/// What tells the n-th variant apart without colour. The cross is for what did not run.
[[nodiscard]] constexpr Marker series_marker(std::size_t index)
{
    constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle, Marker::diamond, Marker::plus};
    return markers[index % std::size(markers)];
}
enum class Dash { solid, dashed, dotted, dash_dot };

enum class PointLook { solid, stale, failed };

struct DataPoint {
    double x = 0;
    std::optional<double> y;          ///< empty: a gap
    std::optional<double> low, high;  ///< p20..p80, drawn as a band
    PointLook look = PointLook::solid;
    std::string note;  ///< tooltip; for a failed point why it was refused
    friend bool operator==(const DataPoint&, const DataPoint&) = default;
};

struct Series {
    std::string key;  ///< variant name
    std::string label;
    int palette_index = 0;  ///< into the theme's colour-blind-safe palette
    Marker marker = Marker::circle;
    Dash dash = Dash::solid;
    bool hidden = false;
    bool focused = false;
    bool stepped = false;       ///< occupancy changes in steps
    bool is_secondary = false;  ///< a thinner companion of another series (spill bytes beside the stack frame)
    bool is_ghost = false;      ///< a series' curve at an earlier setting, behind it
    bool is_spot = false;       ///< its one point is what the chart is about: large, with a ring of background
    std::vector<DataPoint> points;
    std::string readout;        ///< the value under the cursor as text; companions have none
    std::string readout_short;  ///< where the other is too long: without its unit
    std::string readout_least;  ///< where even that is too long; may be empty
    PointLook readout_look = PointLook::solid;
    friend bool operator==(const Series&, const Series&) = default;
};

/// Where a curve jumps, and why.
struct Cliff {
    double x = 0;
    std::string text;
    std::string series_key;  ///< whose curve it is; empty: everybody's
    friend bool operator==(const Cliff&, const Cliff&) = default;
};

/// A stretch of the x axis where a configuration is refused, and the short reason.
struct FailureBand {
    double first = 0, last = 0;  ///< x of the first and last refused point
    std::string text;        ///< "does not compile from here: static shared memory ends: 48 KiB"; empty: told elsewhere
    std::string series_key;  ///< whose; empty: everybody's
    friend bool operator==(const FailureBand&, const FailureBand&) = default;
};

/// What the curves are held against, level over the whole axis: the datasheet's peak, a measured ceiling.
/// Above the axis' end it becomes an arrow at the upper edge.
struct ReferenceLine {
    double y = 0;
    std::string label;  ///< with its number
    friend bool operator==(const ReferenceLine&, const ReferenceLine&) = default;
};

/// What nothing lies above: y is at most `slope` times x, up to `level`. For axes that are both logarithmic.
struct SlopedRoof {
    double slope = 1, level = 1;
    std::string label;      ///< with its number
    bool is_faint = false;  ///< for comparison only
    friend bool operator==(const SlopedRoof&, const SlopedRoof&) = default;
};

/// Which round numbers ticks may take.
enum class TickSteps {
    decimal,    ///< 1, 2, 5 times a power of ten
    binary,     ///< powers of two
    bytes,      ///< powers of two, written in KiB, MiB and GiB where they are whole
    kibibytes,  ///< the same of a number of KiB
    percent,    ///< 5, 10, 25, 50
};

struct Axis {
    std::string label;
    std::string unit;
    double first = 0, last = 1;
    bool logarithmic = false;
    std::vector<std::pair<double, std::string>> names{};  ///< choice parameters: position and name
    bool categorical = false;  ///< only the names are ticks; otherwise they stand beside numbers (0: "none")
    bool whole_numbers = false;
    TickSteps steps = TickSteps::decimal;
    double least_positive = 1;  ///< logarithmic: zero stands one power of two below it
    /// Of an x axis: behind this value everything is refused, which needs little room.
    std::optional<double> refused_from = {};
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// What a learner drew before the curve was shown.
struct Guess {
    std::vector<std::pair<double, double>> points;  ///< x and y, ascending
    std::string label;                              ///< "your guess"
    bool is_covered = false;                        ///< the curve is not shown yet: the learner may draw on the plot
    friend bool operator==(const Guess&, const Guess&) = default;
};

/// A chart as data. Laid out once (layout.h), painted by Dear ImGui (imgui_painter.h) or into SVG.
struct Chart {
    std::string key;  ///< the metric's
    std::string title;
    std::string subtitle;                        ///< unit, cache state, provenance
    std::vector<std::string> shorter_subtitles;  ///< with less of the provenance, for a narrow chart; longest first
    /// As wide as what changes with the cursor may usually be: the room for it is taken whatever it is now.
    std::string usual_readout = "00,000", usual_subtitle;
    Axis x, y;
    std::vector<Series> series;
    std::vector<Cliff> cliffs;
    std::vector<ReferenceLine> references;
    std::vector<SlopedRoof> roofs;
    std::vector<FailureBand> failures;
    std::optional<Guess> guess;
    std::optional<double> cursor;  ///< position of the slider
    std::string cursor_label;
    std::string empty_message;          ///< why there is nothing to draw, where there is nothing
    std::string shorter_empty_message;  ///< where that would be cut; empty: it is cut
    friend bool operator==(const Chart&, const Chart&) = default;
};

}  // namespace spillway::charts
