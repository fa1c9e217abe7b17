#include "app/worker_client/worker_end.h"

#include "app/worker_client/worker_place.h"

namespace spillway::worker_client {
namespace {

std::string describe(const WorkerExit& exited)
{
    std::string text = exited.signal != 0 ? "the worker was ended by signal " + std::to_string(exited.signal)
                                          : "the worker ended with status " + std::to_string(exited.exit_status);
    const std::string words = last_line(exited.last_words);
    return words.empty() ? text : text + ", saying: " + words;
}

}  // namespace

WorkerEnd worker_end(const WorkerEndFacts& facts)
{
    const bool is_reason_known = facts.why_it_left || facts.why_we_ended_it;
    if (!is_reason_known && !facts.host.empty()) {
        const FarEnd far = far_end(facts.host, facts.exited, facts.had_greeted);
        model::Error passing = far.error;
        if (far.is_line_cut && facts.had_greeted)
            passing.advice = "the connection is being restored; no result is lost";
        return {far.error.what, far.error, passing, far.is_line_cut, far.is_final};
    }
    const std::string what = facts.why_it_left       ? *facts.why_it_left
                             : facts.why_we_ended_it ? *facts.why_we_ended_it
                                                     : describe(facts.exited);
    // As a rule, a worker that says why it leaves has answered the request that made it leave: no pending one is
    // suspected.
    const bool blames_no_request = facts.why_it_left.has_value();
    const std::string there = facts.host.empty() ? "" : " on " + facts.host;
    return {what,
            {what, "worker", "run 'spillway doctor'" + there + " to check what the worker needs"},
            {what, "worker", "a new worker is starting; no result is lost"},
            blames_no_request,
            false};
}

}  // namespace spillway::worker_client
