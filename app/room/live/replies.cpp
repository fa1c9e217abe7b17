#include "app/room/live/replies.h"

#include <algorithm>
#include <utility>

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::room {

bool is_lasting(const protocol::ToWorker& request, const worker_client::Answer& answer)
{
    if (const auto* result = std::get_if<protocol::Result>(&answer)) {
        const auto* run = std::get_if<protocol::Run>(&request);
        const bool is_measured = result->result.measurement.source == model::MeasurementSource::live;
        const bool is_transient = result->result.status == model::Status::timed_out ||
                                  result->result.status == model::Status::worker_died ||
                                  model::is_passing(result->result);
        return !is_transient &&
               (run == nullptr || !run->measure || is_measured || result->result.status != model::Status::ok);
    }
    if (const auto* listing = std::get_if<protocol::ListingReply>(&answer)) return listing->listing.has_value();
    if (const auto* causes = std::get_if<protocol::CausesReply>(&answer)) return causes->causes.has_value();
    if (const auto* counts = std::get_if<protocol::InterpretReply>(&answer)) return counts->counted.has_value();
    if (const auto* roofs = std::get_if<protocol::RoofsReply>(&answer)) return roofs->roofs.has_value();
    return false;
}

std::optional<protocol::FromWorker> message_of(const worker_client::Answer& answer)
{
    return std::visit(
        [](auto held) -> std::optional<protocol::FromWorker> {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, protocol::Dropped> || std::is_same_v<Held, worker_client::Unanswered>) {
                return std::nullopt;
            } else {
                held.id = 0;
                return protocol::FromWorker(std::move(held));
            }
        },
        answer);
}

protocol::FromWorker refusal_of(std::uint64_t id, const protocol::ToWorker& request, const model::Error& why)
{
    if (std::holds_alternative<protocol::ListingRequest>(request))
        return protocol::ListingReply{id, std::nullopt, std::nullopt, why};
    if (std::holds_alternative<protocol::CausesRequest>(request)) return protocol::CausesReply{id, std::nullopt, why};
    if (std::holds_alternative<protocol::InterpretRequest>(request))
        return protocol::InterpretReply{id, std::nullopt, std::nullopt, why};
    if (std::holds_alternative<protocol::RoofsRequest>(request)) return protocol::RoofsReply{id, std::nullopt, why};
    return protocol::Notice{why, id};
}

protocol::ToWorker request_of_kind(QuestionKind kind)
{
    switch (kind) {
        case QuestionKind::listing: return protocol::ListingRequest{};
        case QuestionKind::causes: return protocol::CausesRequest{};
        case QuestionKind::counts: return protocol::InterpretRequest{};
        case QuestionKind::roofs: return protocol::RoofsRequest{};
        case QuestionKind::run: break;
    }
    return protocol::Run{};
}

protocol::Hello hello_for_pages(protocol::Hello hello)
{
    for (model::Tool* tool :
         {&hello.compiler, &hello.headers, &hello.disassembler, &hello.occupancy, &hello.driver, &hello.counters})
        if (*tool = {tool->available, tool->version, "", "", ""}; !tool->available)
            tool->reason = "the room's server has none";
    hello.compilers.reset();
    hello.confined_by.reset();
    hello.why_unconfined.reset();
    hello.nvcc.reset();
    // A page prefetches about as many settings at a time as there are threads.
    hello.compile_threads = std::clamp(hello.compile_threads, 1, 4);
    return hello;
}

bool is_installed_text(const catalogue::Catalogue& catalogue, const std::string& hash)
{
    return std::ranges::any_of(catalogue.experiments, [&](const model::Experiment& each) {
        return catalogue::source_hash(each) == hash ||
               std::ranges::any_of(each.exercises, [&](const model::Experiment& exercise) {
                   return catalogue::source_hash(exercise) == hash;
               });
    });
}

model::Error why_for_pages(const worker_client::Unanswered& none)
{
    if (none.is_to_blame)
        return {"this setting crashed the worker of the room's server", "the room", "Choose another setting."};
    if (none.is_unanswerable) return none.why;
    return {"the room's server has no worker", "the room",
            "It restarts automatically; choose the setting again later."};
}

}  // namespace spillway::room
