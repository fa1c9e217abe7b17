#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/model/error.h"
#include "app/protocol/messages.h"

namespace spillway::worker_client {

/// The request's group; empty for a request without one.
[[nodiscard]] const std::string& group_of(const protocol::ToWorker& request);

/// No answer and its reason: no worker is available, or the request crashed every worker that ran it.
struct Unanswered {
    model::Error why;
    bool is_to_blame = false;      ///< the request crashed workers, or got an implausible answer
    bool is_unanswerable = false;  ///< the link has no answer; asking again does not help
    bool may_come = false;         ///< the link's file with the answer did not load; asking again may help
};

/// Final or provisional outcome of a request. All types but the last two are answers.
using Answer = std::variant<protocol::Result, protocol::ListingReply, protocol::CausesReply, protocol::InterpretReply,
                            protocol::WhatIfReply, protocol::RoofsReply, protocol::Dropped, Unanswered>;

/// Called once, or several times if a Result is provisional; the last call is final.
using AnswerHandler = std::function<void(const Answer&)>;

/// Pending requests in the order of submission, with the crashes that each has seen.
class RequestBook {
public:
    struct Entry {
        protocol::ToWorker request;
        AnswerHandler handler;
        std::string source_hash;  ///< empty if the request needs no source
        int deaths = 0;           ///< workers that crashed after they had got the request
        bool sent = false;
        std::optional<double> first_provisional{};  ///< time of the first provisional result
        bool withdrawn = false;                     ///< the worker may drop it
    };

    void add(std::uint64_t id, protocol::ToWorker request, std::string source_hash, AnswerHandler handler);
    [[nodiscard]] Entry* find(std::uint64_t id);
    /// Removes the entry, which must exist, and returns it.
    [[nodiscard]] Entry take(std::uint64_t id);
    [[nodiscard]] std::map<std::uint64_t, Entry> take_all() { return std::exchange(entries_, {}); }

    [[nodiscard]] bool needs_source(const std::string& hash) const;
    [[nodiscard]] bool is_empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    /// Requests that may be sent now. After a crash, one at a time until those pending at the crash are answered, so
    /// that the next crash identifies its cause.
    [[nodiscard]] std::vector<Entry*> sendable();
    /// True for withdrawn requests, what-if requests, and requests that a newer one of the same group has replaced.
    [[nodiscard]] bool may_drop(std::uint64_t id) const;
    /// Timeout in seconds of the slowest sent request; empty if none is sent.
    [[nodiscard]] std::optional<double> max_seconds(double compile_seconds) const;

    /// Marks all sent requests as unsent. Returns the ids of those that have reached the maximum number of crashes;
    /// with `blames_no_request` the crash does not count.
    [[nodiscard]] std::vector<std::uint64_t> requeue_after_crash(bool blames_no_request);
    /// Resets all crash counts.
    void forgive();

private:
    std::map<std::uint64_t, Entry> entries_;             ///< by id, so in the order of submission
    std::map<std::string, std::uint64_t> newest_taken_;  ///< newest id per group that has left the book
};

}  // namespace spillway::worker_client
