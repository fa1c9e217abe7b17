#include "app/worker_client/answer_check.h"

#include <algorithm>

#include "app/model/targets.h"
#include "app/protocol/plausibility.h"

namespace spillway::worker_client {
namespace {

constexpr std::size_t max_text_bytes = std::size_t{1} << 20;  ///< per log or message
constexpr std::size_t max_listing_lines = 100'000;
constexpr const char* other_kind = "it answers another kind of request";

std::size_t size_of(const std::optional<std::string>& text)
{
    return text ? text->size() : 0;
}

bool is_too_long(const model::RunResult& result)
{
    std::size_t bytes = size_of(result.message) + size_of(result.advice) + result.measurement.reason.size();
    if (result.compile) bytes += result.compile->log.size();
    return bytes > max_text_bytes;
}

}  // namespace

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::Result& answer)
{
    const auto* run = std::get_if<protocol::Run>(&request);
    if (run == nullptr) return other_kind;
    if (is_too_long(answer.result)) return "its messages are longer than 1 MiB";
    if (answer.result.compile && answer.result.compile->target) {
        const auto targets = model::special_targets(run->job.gpu.arch());
        if (std::find(targets.begin(), targets.end(), *answer.result.compile->target) == targets.end())
            return "its code is for another architecture";
    }
    if (auto problem = protocol::why_implausible(answer.seconds)) return problem;
    return protocol::why_implausible(answer.result);
}

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::ListingReply& answer)
{
    if (!std::holds_alternative<protocol::ListingRequest>(request)) return other_kind;
    if (!answer.listing && !answer.error) return "it holds neither code nor a reason";
    if (!answer.listing) return std::nullopt;
    const model::Listing& listing = *answer.listing;
    const std::size_t sass_lines = listing.sass ? listing.sass->size() : 0;
    if (listing.ptx.size() + sass_lines + listing.local_source_lines.size() > max_listing_lines)
        return "its code has more than 100,000 lines";
    if (listing.source_lines && listing.source_lines->size() > max_listing_lines)
        return "it has data on more than 100,000 source lines";
    if (answer.counts)
        if (auto problem = protocol::why_implausible(*answer.counts)) return problem;
    return listing.source_lines ? protocol::why_implausible(*listing.source_lines) : std::nullopt;
}

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::CausesReply& answer)
{
    if (!std::holds_alternative<protocol::CausesRequest>(request)) return other_kind;
    if (!answer.causes && !answer.error) return "it holds neither causes nor a reason";
    if (!answer.causes) return std::nullopt;
    std::size_t bytes = 0;
    for (const model::Cause& cause : *answer.causes)
        bytes += cause.evidence.size() + cause.function.size() + size_of(cause.symbol);
    if (bytes > max_text_bytes) return "its evidence is longer than 1 MiB";
    return protocol::why_implausible(*answer.causes);
}

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::InterpretReply& answer)
{
    const auto* interpret_request = std::get_if<protocol::InterpretRequest>(&request);
    if (interpret_request == nullptr) return other_kind;
    if (!answer.run && !answer.counted && !answer.error) return "it holds neither a run nor a reason";
    if ((answer.counted && interpret_request->sampled_blocks == 0) ||
        (answer.run && interpret_request->sampled_blocks > 0))
        return other_kind;
    if (answer.counted) return protocol::why_implausible(*answer.counted);
    if (!answer.run) return std::nullopt;
    std::size_t bytes = answer.run->printed.size();
    for (const model::InterpretedFault& fault : answer.run->faults) bytes += fault.sentence.size() + fault.file.size();
    if (bytes > 2 * max_text_bytes) return "its messages are longer than 2 MiB";
    return protocol::why_implausible(*answer.run);
}

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::WhatIfReply& answer)
{
    if (!std::holds_alternative<protocol::WhatIf>(request)) return other_kind;
    return protocol::why_implausible(answer);
}

std::optional<std::string> why_no_answer(const protocol::ToWorker& request, const protocol::RoofsReply& answer)
{
    if (!std::holds_alternative<protocol::RoofsRequest>(request)) return other_kind;
    if (!answer.roofs && !answer.error) return "it holds neither roofs nor a reason";
    return answer.roofs ? protocol::why_implausible(*answer.roofs) : std::nullopt;
}

double max_seconds_for(const protocol::ToWorker& request, double compile_seconds)
{
    constexpr double margin = 20;  // for a busy machine and a remote connection
    compile_seconds *= 3;          // a compile on a busy machine may take three times as long
    const auto* compile = std::visit([](const auto& each) { return protocol::compile_of(each); }, request);
    // The request's own limit holds for each tool, and a file may need three targets.
    if (compile != nullptr && compile->max_seconds) compile_seconds = 3.0 * *compile->max_seconds;
    const auto* run = std::get_if<protocol::Run>(&request);
    // A failed compile runs twice, and a measured kernel also compiles its reference.
    if (run != nullptr) return margin + 2 * compile_seconds * (run->measure ? 2 : 1) + (run->measure ? 120 : 0);
    if (std::holds_alternative<protocol::CausesRequest>(request)) return 2 * margin + 4 * compile_seconds + 60;
    if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&request))
        return 2 * margin + 2 * compile_seconds + 2 * interpret->seconds;
    if (std::holds_alternative<protocol::ListingRequest>(request)) return 2 * margin + 2 * compile_seconds;
    if (std::holds_alternative<protocol::RoofsRequest>(request)) return margin + 120;  // GPU lock, new context
    return margin;
}

}  // namespace spillway::worker_client
