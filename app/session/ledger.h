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

/// What was asked, of whom, and what became of it: one record for each answer's key and stage. What comes back is put
/// into ResultLibrary. What is no answer (no worker, a request that was overtaken) leaves the record as it was before,
/// so that it is asked again.
class Ledger {
public:
    Ledger(results::ResultLibrary& library, worker_client::Dispatcher& dispatcher);

    /// Asks, unless that is settled or under way already as urgently.
    void want(const results::Configuration& configuration, const Want& want);
    /// Whether asking would bring nothing more as long as this worker lives.
    [[nodiscard]] bool is_settled(const results::Configuration& configuration, const Want& want) const;
    [[nodiscard]] bool is_under_way(const std::string& key, Stage stage) const;
    /// A first answer has come, and the last word is still to come.
    [[nodiscard]] bool is_provisional(const std::string& key) const;

    /// The learner looks at it: requested until there is an answer.
    void mark_wanted(const std::string& key, Stage stage) { record(key, stage).is_wanted = true; }
    [[nodiscard]] bool is_wanted(const std::string& key, Stage stage) const;
    /// Why there is no answer: it took the worker down each time. Else null.
    [[nodiscard]] results::ResultPointer refusal(const std::string& key) const;
    /// What took workers down is asked again.
    void forgive();
    /// The user has moved on: if it is under way, the worker need not go on with it. It may be asked for again.
    void cancel(const std::string& key, Stage stage);

    /// Around the configuration that was asked for last; null until known.
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const { return what_if_ ? &*what_if_ : nullptr; }
    void forget_what_if();

    [[nodiscard]] int under_way(Priority priority) const { return under_way_[static_cast<std::size_t>(priority)]; }
    /// Of the stage of the machine code, whatever their priority.
    [[nodiscard]] int code_under_way() const { return code_under_way_; }
    /// Guesses and wishes: the user does not wait for them.
    [[nodiscard]] int in_background() const;
    /// Counts up when an answer was put into ResultLibrary or became impossible.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// The same for what-if curves, which no result depends on.
    [[nodiscard]] std::uint64_t what_if_changes() const { return what_if_changes_; }

private:
    struct Record {
        std::uint64_t request = 0;  ///< under way, the newest; 0: none
        Priority priority = Priority::background;
        std::uint64_t generation = 0;  ///< of the worker that gave the last word; 0: none has
        bool is_provisional = false;
        bool lacks_time = false;         ///< a GPU was asked and gave none
        bool is_wanted = false;          ///< the learner looks at it
        bool is_refused = false;         ///< it took down each worker it was given to
        results::ResultPointer refusal;  ///< of a report: what stands for its result
    };
    /// How much of what is wanted has an answer; another worker may add to some.
    enum class Known { nothing, some, all };
    struct Asked {
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
    void take(const Asked& asked, const worker_client::Answer& answer);
    void take(const Asked& asked, Record& record, const protocol::Result& result);
    void take(const Asked& asked, const protocol::WhatIfReply& reply);
    void refuse(const Asked& asked, Record& record, const model::Error& why);
    [[nodiscard]] std::uint64_t generation() const { return dispatcher_.status().generation; }

    results::ResultLibrary& library_;
    worker_client::Dispatcher& dispatcher_;
    std::unordered_map<std::string, Records> records_;
    std::array<int, priorities> under_way_{};
    int code_under_way_ = 0;
    std::string what_if_wanted_;  ///< key of the configuration whose curves are shown once they have come
    std::string what_if_known_;   ///< and of those that are
    std::optional<model::OccupancyCurves> what_if_;
    std::uint64_t changes_ = 0, what_if_changes_ = 0;
};

}  // namespace spillway::session
