#include "bench/recorded_drag.h"

#include <algorithm>

namespace spillway::bench {
namespace {

/// A hand's way from one place to another: slow, fast, slow (the minimum-jerk profile).
double minimum_jerk(double t)
{
    return t * t * t * (10 + t * (-15 + 6 * t));
}

struct Reach {
    double begin, end;  ///< seconds
    double to;          ///< position reached
};

/// A lecturer shows a curve: slowly up, a rest to speak, on to the far end, a rest, back to the middle.
constexpr Reach reaches[] = {{0.0, 1.3, 0.45}, {1.6, 2.6, 0.95}, {2.9, 4.0, 0.25}};
constexpr double start_position = 0.05;
constexpr int event_count = 120;
constexpr double drag_seconds = 4;

double position_at(double seconds)
{
    double position = start_position;
    for (const Reach& reach : reaches) {
        const double t = std::clamp((seconds - reach.begin) / (reach.end - reach.begin), 0.0, 1.0);
        position += (reach.to - position) * minimum_jerk(t);
    }
    return position;
}

}  // namespace

const std::vector<DragEvent>& drag_events()
{
    static const std::vector<DragEvent> events = [] {
        std::vector<DragEvent> result;
        for (int i = 1; i <= event_count; ++i) {
            const double seconds = drag_seconds * i / event_count;
            result.push_back({seconds, position_at(seconds)});
        }
        return result;
    }();
    return events;
}

const std::vector<RecordedDrag>& recorded_drags()
{
    static const std::vector<RecordedDrag> drags = {
        {"running_mean", "window_size", {}, 1, 128},
        {"stencil", "radius", {}, 0, 256},
        {"global_copy", "register_cap", {{"unroll", std::int64_t{64}}}, 16, 255},
    };
    return drags;
}

}  // namespace spillway::bench
