#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/model/occupancy_curves.h"
#include "app/session/wanted.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::session {

/// What is asked about the one configuration that stands on the screen, beside its result: its code, a longer
/// measurement, why it uses local memory, and what its occupancy would be if.
class Closeup {
public:
    Closeup(results::Knowledge& knowledge, worker_client::Dispatcher& dispatcher);

    void ask_for_code(const Wanted& wanted, bool all_variants);
    /// The variant whose code is compared with the focused one's.
    void also_ask_for_code_of(const std::string& variant) { compared_ = variant; }
    /// `provisional`: keys of answers whose last word is still to come.
    void ask_for_refinement(const Wanted& wanted, const std::set<std::string>& provisional, bool with_counters);
    /// Somebody looks at why the focused variant uses local memory: asked once, until it is something else.
    void want_causes(const std::string& key) { causes_wanted_ = key; }
    [[nodiscard]] bool are_causes_asked(const std::string& key) const { return causes_wanted_ == key; }
    void ask_for_causes(const Wanted& wanted);
    void ask_for_what_if(const Wanted& wanted);
    /// Another worker may know better. What is known stays until it has answered.
    void ask_for_what_if_again();
    void forget_what_if();

    /// Null until known.
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const;
    /// Grows with all that there is to see.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    /// Of the what-if curves, which no result depends on.
    [[nodiscard]] std::uint64_t what_if_changes() const { return what_if_changes_; }

private:
    [[nodiscard]] bool is_code_settled(const std::string& key) const;
    void take_code(const std::string& key, const worker_client::Answer& answer);
    [[nodiscard]] std::uint64_t lives() const;  ///< of the worker: how often one has said hello

    results::Knowledge& knowledge_;
    worker_client::Dispatcher& dispatcher_;
    std::string compared_;                             ///< a variant whose code is wanted too
    std::string code_asked_;                           ///< key of the code request under way; empty: none
    std::map<std::string, std::uint64_t> code_lives_;  ///< in which life of a worker code was asked for
    std::set<std::string> refined_;                    ///< was asked to be measured for longer
    std::string causes_wanted_, causes_asked_;         ///< keys of the answers that causes are wanted of, and asked of
    std::string what_if_asked_;
    std::optional<model::OccupancyCurves> what_if_;
    std::uint64_t what_if_changes_ = 0;
    std::uint64_t changes_ = 0;
};

}  // namespace spillway::session
