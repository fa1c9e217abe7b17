#pragma once

#include <optional>
#include <string>

namespace spillway::worker_client {

/// Seconds that a worker is waited for.
struct Patience {
    double to_greet = 20;                ///< a cold disk, a busy machine
    double silence_before_question = 5;  ///< then it is asked for a sign of life
    double to_answer_question = 15;      ///< even a busy machine gives one by then
    double to_greet_from_afar = 60;      ///< over ssh to a sleeping machine it takes a while
};

/// When a worker that says nothing is asked for a sign of life, when it is given up, and how long the next one is
/// waited with. Knows no clock: it is fed with the time in seconds.
class WorkerWatch {
public:
    static constexpr int most_useless_lives = 3;      ///< workers in a row that answered nothing
    static constexpr int most_useless_far_lives = 6;  ///< of another machine: a network takes longer to come back
    static constexpr int most_useless_lines = 2000;   ///< in a row, that answer nothing

    /// For so long provisional answers to one request count as progress: longer than the GPU's turn is waited for.
    static constexpr double most_provisional_seconds = 180;

    explicit WorkerWatch(Patience patience = {}) : patience_(patience) {}

    void on_start(double now, bool is_far = false);
    void on_greeting(double now);
    void on_line(double now);  ///< any line at all
    void on_useless_line() { ++useless_lines_; }
    /// A provisional answer. `first` is when the first one to the same request came.
    void on_provisional(double now, std::optional<double>& first);
    /// A last answer to a request that was waiting.
    void on_answer(double now);
    void on_first_request(double now);  ///< nothing was waiting before

    struct Verdict {
        bool ask = false;                       ///< for a sign of life
        std::optional<std::string> why_dead{};  ///< it is to be ended
    };
    /// A life without a greeting counts twice: what a slow start may take it has had. `limit` is how long the slowest
    /// of what is waiting may take; nothing where nothing is waiting.
    [[nodiscard]] Verdict look(double now, bool has_greeted, std::optional<double> limit);

    /// After a death: how long to wait before the next start; nothing where enough have died in vain.
    [[nodiscard]] std::optional<double> seconds_to_next_start(bool is_far = false);
    void forgive() { useless_lives_ = 0; }

private:
    Patience patience_;
    double to_greet_ = 0;  ///< of the worker that was started last
    double started_ = 0, last_line_ = 0, last_answer_ = 0;
    std::optional<double> question_;  ///< when it was asked for a sign of life
    int useless_lives_ = 0;
    int useless_lines_ = 0;
};

}  // namespace spillway::worker_client
