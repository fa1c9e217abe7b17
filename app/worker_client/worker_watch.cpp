#include "app/worker_client/worker_watch.h"

#include <algorithm>

namespace spillway::worker_client {
namespace {

std::string whole_seconds(double seconds)
{
    return std::to_string(static_cast<int>(seconds)) + " s";
}

}  // namespace

void WorkerWatch::on_start(double now, bool is_far)
{
    to_greet_ = is_far ? patience_.to_greet_from_afar : patience_.to_greet;
    started_ = last_line_ = last_answer_ = now;
    question_.reset();
    useless_lines_ = 0;
}

void WorkerWatch::on_line(double now)
{
    last_line_ = now;
    question_.reset();
}

void WorkerWatch::on_greeting(double now)
{
    on_line(now);
    last_answer_ = now;
}

void WorkerWatch::on_answer(double now)
{
    last_answer_ = now;
    useless_lives_ = 0;
    useless_lines_ = 0;
}

void WorkerWatch::on_provisional(double now, std::optional<double>& first)
{
    // A request that waits for the GPU lock sends provisional results again and again; accept that for a while.
    if (!first) first = now;
    if (now - *first < max_provisional_seconds) last_answer_ = now;
}

void WorkerWatch::on_first_request(double now)
{
    last_answer_ = std::max(last_answer_, now);
    last_line_ = std::max(last_line_, now);
}

WorkerWatch::Verdict WorkerWatch::look(double now, bool has_greeted, std::optional<double> limit)
{
    if (useless_lines_ > max_useless_lines) return {false, "the worker keeps sending unrequested messages"};
    if (!has_greeted) {
        if (now - started_ <= to_greet_) return {};
        ++useless_lives_;
        return {false, "the worker sent no greeting within " + whole_seconds(to_greet_)};
    }
    if (!limit) return {};
    if (now - last_answer_ > *limit)
        return {false, "the worker gave no answer for " + whole_seconds(now - last_answer_)};
    if (question_ && now - *question_ > patience_.to_answer_question)
        return {false, "the worker gave no sign of life for " + whole_seconds(now - last_line_)};
    if (question_ || now - last_line_ < patience_.silence_before_question) return {};
    question_ = now;
    return {true};
}

std::optional<double> WorkerWatch::seconds_to_next_start(bool is_far)
{
    constexpr double waits[] = {0, 0.5, 2, 5, 10, 20};
    static_assert(sizeof waits / sizeof *waits == max_useless_far_lives);
    const int useless_lives = useless_lives_++;
    if (useless_lives >= (is_far ? max_useless_far_lives : max_useless_lives)) return std::nullopt;
    return waits[useless_lives];
}

}  // namespace spillway::worker_client
