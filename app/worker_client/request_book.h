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

/// There is no answer, and why: there is no worker, or the request took down each one that it was given to.
struct Unanswered {
    model::Error why;
    bool is_to_blame = false;
};

/// What becomes of a request. All but the last two are answers.
using Answer = std::variant<protocol::Result, protocol::ListingReply, protocol::CausesReply, protocol::InterpretReply,
                            protocol::WhatIfReply, protocol::RoofsReply, protocol::Dropped, Unanswered>;

/// A Result may be provisional, then a better one follows; all else is the last word.
using AnswerHandler = std::function<void(const Answer&)>;

/// The requests that are waiting for their answers, in the order of asking, and what each has seen of workers.
class RequestBook {
public:
    struct Entry {
        protocol::ToWorker request;
        AnswerHandler handler;
        std::string source_hash;  ///< empty: needs none
        int deaths = 0;           ///< workers that died while this was under way
        bool sent = false;
        std::optional<double> first_provisional{};  ///< when a worker gave a provisional answer first
        bool withdrawn = false;                     ///< the worker may drop it
    };

    void add(std::uint64_t id, protocol::ToWorker request, std::string source_hash, AnswerHandler handler);
    [[nodiscard]] Entry* find(std::uint64_t id);
    /// The entry, which is no longer in the book.
    [[nodiscard]] Entry take(std::uint64_t id);
    [[nodiscard]] std::map<std::uint64_t, Entry> take_all() { return std::exchange(entries_, {}); }

    [[nodiscard]] bool is_empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    /// What may be sent now. After a death that is one at a time until those that were under way have been answered,
    /// so that the next death names its cause.
    [[nodiscard]] std::vector<Entry*> to_be_sent();
    /// A worker may drop what was withdrawn, what a newer request of its group overtook, and what one that asks again
    /// withdrew from the worker before.
    [[nodiscard]] bool may_drop(std::uint64_t id) const;
    /// How long the slowest of what was sent may take; nothing where nothing was.
    [[nodiscard]] std::optional<double> most_seconds(double compile_seconds) const;

    /// What was sent is to be sent again. Returns what took down as many workers as a request may.
    [[nodiscard]] std::vector<std::uint64_t> requeue_after_crash(bool is_nobodys_fault);
    /// No request is suspected any longer.
    void forgive();

private:
    std::map<std::uint64_t, Entry> entries_;             ///< by id, so in the order of asking
    std::map<std::string, std::uint64_t> newest_taken_;  ///< of each group, of what is no longer in the book
};

}  // namespace spillway::worker_client
