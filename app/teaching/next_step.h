#pragma once

// The next step and its cost. Each setting that could relieve the limit or fit more warps is compiled, and measured
// where a GPU or a recording has times.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session_view.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {

/// A step and its result.
struct TakenStep {
    Step step;
    std::shared_ptr<const model::RunResult> result;  ///< null: not known yet
};

struct NextStep {
    /// Limiting resource and advice, from limit_advice.h; empty without counters.
    std::string time;
    std::string sentence;  ///< same as Advice::sentence
    /// The best step that achieves its aim; empty until all steps have results.
    std::optional<Step> offered;
    std::string price;  ///< "8 blocks instead of 6, 64 warps instead of 48, 92 bytes more spilled, 20 % slower"
    /// "All 3 alternatives were tried; none is faster."; empty if there is nothing to add.
    std::string verdict;
};

/// Offers the fastest step that achieves its aim; without times, the one with the least local memory. If a resource
/// other than waiting limits the kernel, offers no step that was measured as no faster. `is_fastest`: no other variant
/// takes less time.
[[nodiscard]] NextStep choose_step(const std::string& sentence, const model::RunResult& now,
                                   const std::vector<TakenStep>& taken, bool is_fastest = true);

/// Next step for the focused variant at the current setting; empty without a result for exactly that setting.
[[nodiscard]] NextStep next_step(const session::SessionView& session);
/// Caches next_step() of one session until the session changes. While the setting moves, it computes only `time` and
/// `sentence`, which are cheap: step costs are looked up only once the user stays at a setting.
class NextStepMemo {
public:
    const NextStep& of(const session::SessionView& session, bool is_still);

private:
    std::uint64_t revision_ = ~std::uint64_t{0};
    bool is_whole_ = false;
    NextStep step_;
};

/// Results that next_step() needs.
[[nodiscard]] std::vector<session::BackgroundRequest> requests_for_next_step(const session::SessionView& session);

}  // namespace spillway::teaching
