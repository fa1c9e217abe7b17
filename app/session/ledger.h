#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "app/model/occupancy_curves.h"
#include "app/results/request.h"
#include "app/results/result_library.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::session {

using results::priorities;
using results::Priority;
using results::Stage;
using results::stages;
using results::Want;

/// State of every request: one record per cache key and stage. Puts results into ResultLibrary. A request that ends
/// without a result (no worker, or superseded by another request) leaves the previous state, so that it is sent again.
class Ledger {
public:
    Ledger(results::ResultLibrary& library, worker_client::Dispatcher& dispatcher);

    /// Sends a request unless its result is settled, or a request of at least this priority is under way.
    void want(const results::Configuration& configuration, const Want& want);
    /// True if this worker can add nothing to the result.
    [[nodiscard]] bool is_settled(const results::Configuration& configuration, const Want& want) const;
    [[nodiscard]] bool is_under_way(const std::string& key, Stage stage) const;
    /// A first result has arrived, and the final one is still to come.
    [[nodiscard]] bool is_provisional(const std::string& key) const;

    /// Marks the result as visible to the learner: requested until it arrives.
    void mark_wanted(const std::string& key, Stage stage) { record(key, stage).is_wanted = true; }
    [[nodiscard]] bool is_wanted(const std::string& key, Stage stage) const;
    /// Result that stands in for a request that crashed each worker; null if there is none.
    [[nodiscard]] results::ResultPointer refusal(const std::string& key) const;
    /// Allows requests that crashed workers to be sent again.
    void forgive();
    /// Allows requests whose files had not arrived to be sent again.
    void begin_round() { ++round_; }
    /// Cancels a request that the user no longer needs, if it is under way. It may be sent again later.
    void cancel(const std::string& key, Stage stage);

    /// What-if curves of the newest requested configuration; null until they arrive.
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const { return what_if_ ? &*what_if_ : nullptr; }
    void forget_what_if();

    [[nodiscard]] int under_way(Priority priority) const { return under_way_[static_cast<std::size_t>(priority)]; }
    /// Requests for machine code under way, of any priority.
    [[nodiscard]] int code_under_way() const { return code_under_way_; }
    /// Requests under way that the user does not wait for: guesses, curve points, background requests. Without those of
    /// files that may compile for minutes: the worker has a thread for these.
    [[nodiscard]] int in_background() const;
    /// Requests of files that may compile for minutes.
    [[nodiscard]] int long_in_background() const { return long_in_background_; }
    /// Change counter: counts results put into ResultLibrary and requests that got none.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Change counter of the what-if curves. No result depends on them.
    [[nodiscard]] std::uint64_t what_if_changes() const { return what_if_changes_; }

private:
    struct Record {
        std::uint64_t request = 0;  ///< id of the newest request under way; 0: none
        Priority priority = Priority::background;
        std::uint64_t generation = 0;  ///< worker that gave the final result; 0: none yet
        bool is_provisional = false;
        bool has_asked_code = false, has_asked_counters = false;  ///< of details: that worker was asked for these
        bool lacks_time = false;                                  ///< a time was requested from a GPU, and none came
        bool is_wanted = false;                                   ///< visible to the learner
        bool is_refused = false;                                  ///< crashed each worker that got it
        std::optional<std::uint64_t> postponed_in;                ///< round in which its file had not arrived
        results::ResultPointer refusal;                           ///< of a report: stands in for the result
    };
    /// How much of a requested result has arrived. After `some`, another worker may add to it.
    enum class Known { nothing, some, all };
    struct SentRequest {
        std::string key;
        Want want;
        results::JobKeyCache::HashedJobPointer question;
        bool is_measured = false;
    };

    using Records = std::array<Record, stages>;
    [[nodiscard]] Record& record(const std::string& key, Stage stage)
    {
        return records_[key][static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] const Record* find(const std::string& key, Stage stage) const;
    [[nodiscard]] std::string key_of(const results::Configuration& configuration, Stage stage,
                                     results::JobKeyCache::Entry& identity) const;
    [[nodiscard]] Known known(const results::Configuration& configuration, const Want& want, const std::string& key,
                              results::JobKeyCache::Entry& identity) const;
    [[nodiscard]] bool is_settled(const Record& record, Known known) const;
    void take(const SentRequest& sent, const worker_client::Answer& answer);
    void take(const SentRequest& sent, Record& record, const protocol::Result& result);
    void take(const SentRequest& sent, const protocol::WhatIfReply& reply);
    void postpone(const SentRequest& sent, Record& record, const model::Error& why);
    void note_final(const Want& want, Record& record) const;
    void take_absence(const SentRequest& sent, Record& record, const model::Error& why);
    void refuse(const SentRequest& sent, Record& record, const model::Error& why);
    [[nodiscard]] int& counter_of(Priority priority, const model::Job& job);
    [[nodiscard]] std::uint64_t generation() const { return dispatcher_.status().generation; }

    results::ResultLibrary& library_;
    worker_client::Dispatcher& dispatcher_;
    std::unordered_map<std::string, Records> records_;
    std::array<int, priorities> under_way_{};
    int code_under_way_ = 0, long_in_background_ = 0;
    std::string what_if_wanted_;  ///< cache key of the curves to show once they arrive
    std::string what_if_known_;   ///< cache key of the curves in what_if_
    std::optional<model::OccupancyCurves> what_if_;
    std::uint64_t round_ = 0;
    std::uint64_t changes_ = 0, what_if_changes_ = 0;
};

}  // namespace spillway::session
