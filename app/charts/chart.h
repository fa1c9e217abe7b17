#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spillway::charts {

/// Variants differ in colour, marker and dash at once, never in colour alone.
enum class Marker { circle, square, triangle, diamond, cross, plus };

/// Marker of the n-th variant. The cross is reserved for failed points.
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
    std::string note;  ///< tooltip; for a failed point the reason
    friend bool operator==(const DataPoint&, const DataPoint&) = default;
};

struct Series {
    std::string key;  ///< variant name
    std::string label;
    int palette_index = 0;  ///< index into the theme's colour-blind-safe palette
    Marker marker = Marker::circle;
    Dash dash = Dash::solid;
    bool hidden = false;
    bool focused = false;
    bool stepped = false;       ///< drawn in steps: occupancy
    bool is_secondary = false;  ///< thinner companion of another series (spill bytes beside the stack frame)
    bool is_ghost = false;      ///< the variant's curve at an earlier setting, drawn behind
    bool is_dim = false;        ///< stands back while another series is the subject
    /// The chart is about its one point: drawn large, with a ring of background.
    bool is_spot = false;
    std::vector<DataPoint> points;
    std::string readout;        ///< value under the cursor; companions have none
    std::string readout_short;  ///< without the unit, if `readout` is too long
    std::string readout_least;  ///< if `readout_short` is too long; may be empty
    PointLook readout_look = PointLook::solid;
    friend bool operator==(const Series&, const Series&) = default;
};

/// A jump of a curve, and its cause.
struct Cliff {
    double x = 0;
    std::string text;
    std::string series_key;  ///< series with the jump; empty: all
    friend bool operator==(const Cliff&, const Cliff&) = default;
};

/// Part of the x axis where a configuration is refused, with a short reason.
struct FailureBand {
    double first = 0, last = 0;  ///< x of the first and last refused point
    /// "does not compile from here: static shared memory ends: 48 KiB"; empty: shown elsewhere.
    std::string text;
    std::string series_key;  ///< refused series; empty: all
    friend bool operator==(const FailureBand&, const FailureBand&) = default;
};

/// A horizontal reference: the datasheet's peak or a measured ceiling. Above the axis' end it becomes an arrow at the
/// upper edge.
struct ReferenceLine {
    double y = 0;
    std::string label;  ///< with its value
    friend bool operator==(const ReferenceLine&, const ReferenceLine&) = default;
};

/// An upper limit: y is at most `slope` times x, up to `level`. Both axes must be logarithmic.
struct SlopedRoof {
    double slope = 1, level = 1;
    std::string label;      ///< with its value
    bool is_faint = false;  ///< for comparison only
    friend bool operator==(const SlopedRoof&, const SlopedRoof&) = default;
};

/// Round numbers that ticks may take.
enum class TickSteps {
    decimal,    ///< 1, 2, 5 times a power of ten
    binary,     ///< powers of two
    bytes,      ///< powers of two, written in KiB, MiB or GiB if whole
    kibibytes,  ///< same, for values in KiB
    percent,    ///< 5, 10, 25, 50
};

struct Axis {
    std::string label;
    std::string unit;
    double first = 0, last = 1;
    bool logarithmic = false;
    std::vector<std::pair<double, std::string>> names{};  ///< choice parameters: position and name
    bool categorical = false;  ///< ticks are names only; otherwise names are added to numbers (0: "none")
    bool whole_numbers = false;
    TickSteps steps = TickSteps::decimal;
    double least_positive = 1;  ///< logarithmic: zero is drawn one power of two below it
    /// X axis: beyond this value everything is refused; that part of the axis is compressed.
    std::optional<double> refused_from = {};
    friend bool operator==(const Axis&, const Axis&) = default;
};

/// A learner's drawing, made before the curve is shown.
struct Guess {
    std::vector<std::pair<double, double>> points;  ///< x and y, ascending
    std::string label;                              ///< "your guess"
    bool is_covered = false;                        ///< the curve is still hidden, and the learner may draw
    friend bool operator==(const Guess&, const Guess&) = default;
};

/// A chart as data. layout.h lays it out once; imgui_painter.h paints it with Dear ImGui, svg.h as SVG.
struct Chart {
    std::string key;  ///< metric key
    std::string title;
    std::string subtitle;                        ///< unit, cache state, provenance
    std::vector<std::string> shorter_subtitles;  ///< with less provenance, for narrow charts; longest first
    /// Usual maximum width of the texts that change with the cursor. Their space is reserved, so that the layout does
    /// not move.
    std::string widest_readout = "00,000", widest_subtitle;
    Axis x, y;
    std::vector<Series> series;
    std::vector<Cliff> cliffs;
    std::vector<ReferenceLine> references;
    std::vector<SlopedRoof> roofs;
    std::vector<FailureBand> failures;
    std::optional<Guess> guess;
    std::optional<double> cursor;  ///< position of the slider
    std::string cursor_label;
    std::string empty_message;          ///< why the chart is empty, if it is
    std::string shorter_empty_message;  ///< used if the message does not fit; empty: it is cut
    friend bool operator==(const Chart&, const Chart&) = default;
};

}  // namespace spillway::charts
