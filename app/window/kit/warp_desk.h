#pragma once

// Simulated run of one warp of the shown variant, from its compiled PTX. Panels share it; they advance it by a few
// milliseconds per frame while they draw.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/warp_place.h"
#include "app/emulate/warp_run.h"
#include "app/model/error.h"
#include "app/session/history.h"
#include "app/session/session_view.h"
#include "app/teaching/warp_scene.h"

namespace spillway::window {

class WarpDesk {
public:
    WarpDesk();
    ~WarpDesk();
    /// Selects the session's shown variant, and the block and warp nearest to the place, and advances the run. Call it
    /// in each frame that shows the run. `listing`: null while the code is covered.
    void refresh(const session::SessionView& session, const model::Listing* listing, const catalogue::WarpPlace& place);

    /// Null if there is nothing to show; why_none() has the reason, unless the code has not arrived yet.
    [[nodiscard]] const emulate::WarpRun* run() const { return run_.get(); }
    [[nodiscard]] const std::optional<model::Error>& why_none() const { return why_none_; }
    /// True while more steps will follow.
    [[nodiscard]] bool is_running() const;
    /// True if the run belongs to an earlier setting, because the code of the current one has not arrived yet.
    [[nodiscard]] bool is_stale() const { return is_stale_; }

    [[nodiscard]] const teaching::WarpNames& names() const { return names_; }
    [[nodiscard]] std::int64_t blocks() const { return blocks_; }
    [[nodiscard]] int warps() const { return warps_; }
    /// The block and warp of the run, after rounding to the nearest existing ones.
    [[nodiscard]] std::int64_t block() const { return block_; }
    [[nodiscard]] int warp() const { return warp_; }
    /// Index of the step at the place; the last step so far if the run has not reached the place. Needs a run().
    [[nodiscard]] std::size_t step(const catalogue::WarpPlace& place) const;
    /// Different for each run.
    [[nodiscard]] std::uint64_t serial() const { return serial_; }

private:
    /// Everything that the launch of a kernel of one's own depends on.
    struct OwnLaunchKey {
        std::string source_hash;
        session::Selection selection;
        catalogue::RunSettings settings;
        const session::OwnRun* run = nullptr;  ///< another one for each click on Run
        friend bool operator==(const OwnLaunchKey&, const OwnLaunchKey&) = default;
    };
    /// Fills launch_ and names_. True if they may differ from before.
    bool read_launch(const session::SessionView& session, const model::Variant& variant);
    [[nodiscard]] bool follow_selection(const session::SessionView& session, const model::Listing& listing);
    void start(const model::PtxModule& module);

    std::uint64_t revision_ = ~std::uint64_t{0};
    const model::Listing* listing_ = nullptr;
    std::optional<model::Expected<model::Job>> launch_;
    std::optional<OwnLaunchKey> launch_key_;
    std::optional<model::Job> job_;
    std::size_t text_key_ = 0;  ///< key of the PTX text
    std::shared_ptr<const ptx::Module> module_;
    teaching::WarpNames names_;
    std::int64_t blocks_ = 0, block_ = 0, wanted_block_ = 0;
    int warps_ = 0, warp_ = 0, wanted_warp_ = 0;
    std::unique_ptr<emulate::WarpRun> run_;
    std::optional<model::Error> why_none_;
    bool is_stale_ = false;
    std::uint64_t serial_ = 0;
};

}  // namespace spillway::window
