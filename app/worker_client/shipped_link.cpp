#include "app/worker_client/shipped_link.h"

#include <algorithm>
#include <chrono>

#include "app/answers/answer.h"

namespace spillway::worker_client {
namespace {

constexpr int answers_at_once = 32;  ///< requests in flight at once; each takes less than a millisecond

model::Error no_compiler(const std::string& what)
{
    return {what, "the answers that ship with Spillway",
            "Install Spillway and NVIDIA's compiler on a Linux machine to try any value and any kernel."};
}

/// In a page: the download of a file failed.
model::Error not_downloaded(const std::string& what)
{
    return {what, "the answers that ship with Spillway", "Change a setting to ask for it again."};
}

protocol::Hello hello()
{
    const model::Error none = no_compiler("There is no compiler here");
    protocol::Hello hello;
    hello.program_version = SPILLWAY_VERSION;
    hello.compiler = hello.headers = hello.disassembler = {false, "", "", none.what, none.advice};
    hello.driver = hello.counters = {false, "", "", "There is no GPU here", none.advice};
    hello.occupancy = answers::occupancy_tool();
    hello.compile_threads = answers_at_once;
    return hello;
}

base::Clock::time_point due_in(double seconds)
{
    return base::Clock::now() +
           std::chrono::duration_cast<base::Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

void ShippedLink::use(std::vector<std::string>)
{
    deliver(SpawnFailed{{"this program starts no worker, so it cannot use another machine or compiler", "worker",
                         "Use an installed Spillway without '--worker none'."}});
}

void ShippedLink::start()
{
    deliver(protocol::FromWorker(hello()));
}

void ShippedLink::kill()
{
    deliver(WorkerExit{});
}

void ShippedLink::send(protocol::ToWorker message)
{
    if (auto* source = std::get_if<protocol::Source>(&message))
        sources_.try_emplace(source->source.hash, std::move(source->source));
    else if (const auto* run = std::get_if<protocol::Run>(&message))
        answer(*run);
    else if (const auto* what_if = std::get_if<protocol::WhatIf>(&message))
        deliver(protocol::FromWorker(answers::what_if(*what_if)));
    else if (const auto* listing = std::get_if<protocol::ListingRequest>(&message))
        answer(*listing);
    else if (const auto* causes = std::get_if<protocol::CausesRequest>(&message))
        deliver(protocol::FromWorker(protocol::CausesReply{
            causes->id, std::nullopt, no_compiler("The causes need a compiler, and there is none here")}));
    else if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&message))
        deliver(protocol::FromWorker(
            protocol::InterpretReply{interpret->id, std::nullopt, std::nullopt,
                                     no_compiler("Running a kernel needs its PTX, and there is no compiler here")}));
    else if (const auto* roofs = std::get_if<protocol::RoofsRequest>(&message))
        deliver(protocol::FromWorker(
            protocol::RoofsReply{roofs->id, std::nullopt, no_compiler("There is no GPU here to measure")}));
}

bool ShippedLink::is_made_by(const std::string& version) const
{
    return !version.empty() && (tools_.compiler + " ").find(" " + version + " ") != std::string::npos;
}

void ShippedLink::answer(const protocol::Run& request)
{
    protocol::Result result{request.id, true, {}, model::empty_result(request.job)};
    result.result.measurement.reason = "there is no GPU here";
    if (answers::has_no_kernel(request.job)) return deliver(protocol::FromWorker(std::move(result)));
    if (const auto why = answers::why_not_compilable(request.job)) return deliver(NoAnswer{request.id, *why});
    const model::CompileRequest& compile = request.job.compile;
    const auto source = sources_.find(compile.source_hash);
    const auto key = source == sources_.end() ? std::nullopt : answers::shipped_key(tools_, compile, source->second);
    const auto report =
        key ? reports_.find(*key, compile.source_hash, compile.arch) : answers::Found<answers::Report>{};
    if (report.may_come)
        return deliver(NoAnswer{request.id, not_downloaded("The compile report of this setting did not come"), true});
    if (report.value == nullptr)
        return deliver(NoAnswer{request.id, no_compiler("This setting needs a compiler, and there is none here")});
    const std::string reason = std::move(result.result.measurement.reason);
    result.result = answers::result_of(request.job, *report.value);
    if (result.result.status == model::Status::ok) result.result.measurement.reason = reason;
    deliver(protocol::FromWorker(std::move(result)));
}

void ShippedLink::answer(const protocol::ListingRequest& request)
{
    protocol::ListingReply reply{request.id, std::nullopt, std::nullopt, std::nullopt};
    const auto source = sources_.find(request.compile.source_hash);
    const auto listing = source == sources_.end() ? answers::Found<model::Listing>{}
                                                  : listings_.find(tools_, request.compile, source->second);
    if (listing.may_come)
        return deliver(NoAnswer{request.id, not_downloaded("The code of this setting did not come"), true});
    if (listing.value != nullptr)
        reply.listing = *listing.value;
    else
        reply.error = no_compiler("The code of this setting needs a compiler, and there is none here");
    deliver(protocol::FromWorker(std::move(reply)));
}

void ShippedLink::deliver(Event event)
{
    inbox_.push_back(std::move(event));
    if (wake_) wake_();
}

void ShippedLink::wake_after(double seconds)
{
    tick_due_ = std::min(tick_due_.value_or(base::Clock::time_point::max()), due_in(seconds));
}

void ShippedLink::check_after(double seconds)
{
    check_due_ = due_in(seconds);
}

std::vector<Link::Event> ShippedLink::take()
{
    for (std::optional<base::Clock::time_point>* due : {&tick_due_, &check_due_}) {
        if (!*due || base::Clock::now() < **due) continue;
        due->reset();
        inbox_.emplace_back(Tick{});
    }
    return std::exchange(inbox_, {});
}

std::optional<double> ShippedLink::seconds_to_next() const
{
    const auto next = std::min(tick_due_.value_or(base::Clock::time_point::max()),
                               check_due_.value_or(base::Clock::time_point::max()));
    if (next == base::Clock::time_point::max()) return std::nullopt;
    return std::max(0.0, std::chrono::duration<double>(next - base::Clock::now()).count());
}

}  // namespace spillway::worker_client
