#include "app/worker_client/worker_end.h"

#include <string_view>

#include "app/worker_client/worker_place.h"

namespace spillway::worker_client {
namespace {

std::string describe(const WorkerExit& exited)
{
    std::string text = exited.signal != 0 ? "the worker was ended by signal " + std::to_string(exited.signal)
                                          : "the worker ended with status " + std::to_string(exited.exit_status);
    std::string_view words = exited.last_words;
    while (words.ends_with('\n')) words.remove_suffix(1);
    if (const auto line = words.rfind('\n'); line != std::string_view::npos) words.remove_prefix(line + 1);
    if (!words.empty()) text += ", saying: " + std::string(words.substr(0, 300));
    return text;
}

}  // namespace

WorkerEnd worker_end(const WorkerEndFacts& facts)
{
    const bool is_known_why = facts.why_it_left || facts.why_we_ended_it;
    if (!is_known_why && !facts.host.empty()) {
        const FarEnd far = far_end(facts.host, facts.exited, facts.had_greeted);
        model::Error passing = far.error;
        if (far.is_line_cut && facts.had_greeted) passing.advice = "it is being restored; no result is lost";
        return {far.error.what, far.error, passing, far.is_line_cut, far.is_final};
    }
    const std::string what = facts.why_it_left       ? *facts.why_it_left
                             : facts.why_we_ended_it ? *facts.why_we_ended_it
                                                     : describe(facts.exited);
    // A worker that announced its exit answers the causing request first, so the pending ones are not suspected.
    return {what,
            {what, "worker", "Run 'spillway doctor' to see what is missing."},
            {what, "worker", "A new worker is starting; no result is lost."},
            facts.why_it_left.has_value(),
            false};
}

}  // namespace spillway::worker_client
