#pragma once

// The next step, with its price: what was really compiled, and measured where something measures, of the settings that
// could take away what limits, or let more warps in.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session_view.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {

/// A step that was taken beside the present setting.
struct TakenStep {
    Step step;
    std::shared_ptr<const model::RunResult> result;  ///< null: not known yet
};

struct NextStep {
    std::string time;  ///< where the time goes, and what would help: limit_advice.h; empty where nothing was counted
    std::string sentence;         ///< as Advice::sentence
    std::optional<Step> offered;  ///< the best one that does what it is for; nothing before all have results
    std::string price;            ///< "8 blocks instead of 6, 92 bytes spilled, 20 % slower"
    std::string verdict;  ///< "All 3 alternatives were tried; none is faster."; empty where there is nothing to add
};

/// Of two steps that gain, offers the faster one; without times, the one that spills less. Where something
/// else than waiting limits, none is offered that is not known to be faster. `is_fastest`: no variant beside it takes
/// less time.
[[nodiscard]] NextStep choose_step(const std::string& sentence, const model::RunResult& now,
                                   const std::vector<TakenStep>& taken, bool is_fastest = true);

/// For the focused variant as it is chosen. Empty without an exact result for it.
[[nodiscard]] NextStep next_step(const session::SessionView& session);
/// next_step() of one session, made again only where something has changed. While things move it is the sentence alone,
/// which costs little: the costs of a step are looked up only for a setting on which the user stays.
class NextStepMemo {
public:
    const NextStep& of(const session::SessionView& session, bool is_still);

private:
    std::uint64_t revision_ = ~std::uint64_t{0};
    bool is_whole_ = false;
    NextStep step_;
};

/// What has to be found out for it.
[[nodiscard]] std::vector<session::BackgroundRequest> requests_for_next_step(const session::SessionView& session);

}  // namespace spillway::teaching
