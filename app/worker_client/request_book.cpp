#include "app/worker_client/request_book.h"

#include <algorithm>

#include "app/worker_client/answer_check.h"

namespace spillway::worker_client {
namespace {

constexpr int deaths_before_giving_up = 3;

}  // namespace

const std::string& group_of(const protocol::ToWorker& request)
{
    static const std::string none;
    if (const auto* run = std::get_if<protocol::Run>(&request)) return run->group;
    if (const auto* listing = std::get_if<protocol::ListingRequest>(&request)) return listing->group;
    if (const auto* causes = std::get_if<protocol::CausesRequest>(&request)) return causes->group;
    if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&request)) return interpret->group;
    return none;
}

void RequestBook::add(std::uint64_t id, protocol::ToWorker request, std::string source_hash, AnswerHandler handler)
{
    entries_.emplace(id, Entry{std::move(request), std::move(handler), std::move(source_hash)});
}

bool RequestBook::needs_source(const std::string& hash) const
{
    return std::ranges::any_of(entries_, [&](const auto& entry) { return entry.second.source_hash == hash; });
}

RequestBook::Entry* RequestBook::find(std::uint64_t id)
{
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : &found->second;
}

RequestBook::Entry RequestBook::take(std::uint64_t id)
{
    Entry entry = std::move(entries_.extract(id).mapped());
    if (const std::string& group = group_of(entry.request); entry.sent && !group.empty())
        newest_taken_[group] = std::max(newest_taken_[group], id);
    return entry;
}

std::vector<RequestBook::Entry*> RequestBook::sendable()
{
    std::vector<Entry*> unsent;
    bool has_sent = false;
    Entry* suspect = nullptr;
    for (auto& [id, entry] : entries_) {
        if (entry.deaths > 0 && suspect == nullptr) suspect = &entry;
        if (entry.sent)
            has_sent = true;
        else
            unsent.push_back(&entry);
    }
    if (suspect == nullptr) return unsent;
    if (has_sent) return {};
    return {suspect};
}

bool RequestBook::may_drop(std::uint64_t id) const
{
    const Entry& entry = entries_.at(id);
    const std::string& group = group_of(entry.request);
    // The worker drops the oldest of too many what-if requests.
    const bool is_what_if = std::holds_alternative<protocol::WhatIf>(entry.request);
    if (entry.withdrawn || is_what_if) return true;
    // The newer request may already be answered from a cache.
    if (const auto newest = newest_taken_.find(group); newest != newest_taken_.end() && newest->second > id)
        return true;
    return !group.empty() && std::any_of(entries_.upper_bound(id), entries_.end(), [&](const auto& later) {
        return later.second.sent && group_of(later.second.request) == group;
    });
}

std::optional<double> RequestBook::max_seconds(double compile_seconds) const
{
    std::optional<double> most;
    for (const auto& [id, entry] : entries_)
        if (entry.sent) most = std::max(most.value_or(0), max_seconds_for(entry.request, compile_seconds));
    return most;
}

std::vector<std::uint64_t> RequestBook::requeue_after_crash(bool blames_no_request)
{
    std::vector<std::uint64_t> given_up;
    for (auto& [id, entry] : entries_) {
        if (!entry.sent) continue;
        entry.sent = false;
        entry.first_provisional.reset();
        if (!blames_no_request && ++entry.deaths >= deaths_before_giving_up) given_up.push_back(id);
    }
    return given_up;
}

void RequestBook::forgive()
{
    for (auto& [id, entry] : entries_) entry.deaths = 0;
}

}  // namespace spillway::worker_client
