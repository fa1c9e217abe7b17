#pragma once

#include <optional>
#include <string>

namespace spillway::worker_client {

/// Timeouts in seconds.
struct Patience {
    double to_greet = 20;                ///< enough for a cold disk or a busy machine
    double silence_before_question = 5;  ///< then the dispatcher sends a Ping
    double to_answer_question = 15;      ///< enough even on a busy machine
    double to_greet_from_afar = 60;      ///< waking a sleeping machine through ssh takes a while
};

/// Decides when to ping a silent worker, when to give it up, and how long to wait before the next start. Has no clock:
/// callers pass the time in seconds.
class WorkerWatch {
public:
    static constexpr int max_useless_lives = 3;      ///< restarts in a row without an answer in between
    static constexpr int max_useless_far_lives = 6;  ///< on another machine: a network takes longer to recover
    static constexpr int max_useless_lines = 2000;   ///< in a row, without a final answer

    /// Provisional results count as progress for this long. Longer than the longest wait for the GPU lock.
    static constexpr double max_provisional_seconds = 180;

    explicit WorkerWatch(Patience patience = {}) : patience_(patience) {}

    void on_start(double now, bool is_far = false);
    void on_greeting(double now);
    void on_line(double now);  ///< any line
    void on_useless_line() { ++useless_lines_; }
    /// `first` is the time of the request's first provisional result.
    void on_provisional(double now, std::optional<double>& first);
    /// Final answer to a pending request.
    void on_answer(double now);
    void on_first_request(double now);  ///< the first request after an idle time

    struct Verdict {
        bool ask = false;                       ///< send a Ping
        std::optional<std::string> why_dead{};  ///< kill the worker, for this reason
    };
    /// A worker without a greeting counts twice, because it already had the time of a slow start. `limit` is the
    /// longest timeout of the pending requests; empty if none is pending.
    [[nodiscard]] Verdict look(double now, bool has_greeted, std::optional<double> limit);

    /// Delay before the next start after a crash; empty after too many restarts without an answer.
    [[nodiscard]] std::optional<double> seconds_to_next_start(bool is_far = false);
    void forgive() { useless_lives_ = 0; }

private:
    Patience patience_;
    double to_greet_ = 0;  ///< of the current worker
    double started_ = 0, last_line_ = 0, last_answer_ = 0;
    std::optional<double> question_;  ///< time of the last Ping
    int useless_lives_ = 0;
    int useless_lines_ = 0;
};

}  // namespace spillway::worker_client
