#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "app/session/session.h"
#include "bench/recorded_drag.h"
#include "bench/statistics.h"

namespace spillway::bench {

/// Latencies of a drag: one sample for each change of the value, until a report of that value or of a later one.
struct DragTimes {
    Samples focused;  ///< the variant whose report, code and SM are shown
    Samples all;      ///< every variant of the experiment
};

/// One move of a slider at rest.
struct MoveTimes {
    double focused_seconds = 0;
    double all_seconds = 0;
    double lane_seconds = 0;  ///< until the code came with what each line needs
};

/// The window's part in front of the real session and worker: moves a slider, waits for the reports.
class SliderRig {
public:
    struct Options {
        std::filesystem::path cache_folder;           ///< the worker's cache; empty folder: cold
        bool guess_ahead = true;                      ///< and fill the curve while the slider rests
        bool with_shipped = false;                    ///< the compiler's reports that come with the program
        std::filesystem::path more_experiments = {};  ///< a folder of others, trusted
    };
    static model::Expected<std::unique_ptr<SliderRig>> open(const Options& options);

    /// Chooses experiment and settings, and waits for the first reports. False when they do not come.
    bool begin(const RecordedDrag& drag);
    /// Lets the curve fill in, as it does while somebody speaks.
    void rest(double seconds);
    /// One move to `value`, with everything at rest, until the reports are there.
    /// With `with_code` also until the chosen variant's code is there.
    MoveTimes move(const RecordedDrag& drag, const model::Value& value, bool with_code = false);
    /// Has the first value of another experiment compiled, for a tenth of a second, and goes back to the drag.
    void visit(const std::string& experiment, const RecordedDrag& drag);
    /// The whole recorded drag in real time.
    DragTimes play(const RecordedDrag& drag);

    [[nodiscard]] session::Session& session() { return *session_; }
    /// The distinct values of a drag, in the order they are visited.
    [[nodiscard]] std::vector<model::Value> values_of(const RecordedDrag& drag) const;

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] model::Value value_at(const RecordedDrag& drag, double position) const;
    [[nodiscard]] bool is_answered(const std::string& variant) const;
    [[nodiscard]] bool is_answered() const;
    /// Whether the code of now is there, with what each line needs.
    [[nodiscard]] bool has_lane() const;
    void update_until(Clock::time_point end);
    bool wait_for_answer(double limit_seconds);

    std::unique_ptr<session::Session> session_;
    std::mutex mutex_;
    std::condition_variable awake_;
    bool woken_ = false;
};

}  // namespace spillway::bench
