#pragma once

// The warp whose run is looked at: of the variant that is shown, with the code that the compiler made of it. Panels
// share it; it is run on a few milliseconds at a time while they draw.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/warp_place.h"
#include "app/emulate/warp_run.h"
#include "app/model/error.h"
#include "app/session/session_view.h"

namespace spillway::window {

class WarpDesk {
public:
    WarpDesk();
    ~WarpDesk();
    /// Takes up what the session shows, with the block and warp of a place (the nearest there are), and runs on. Once
    /// in each frame that shows it. `listing`: null while it is covered.
    void refresh(const session::SessionView& session, const model::Listing* listing, const catalogue::WarpPlace& place);

    /// Null where nothing can be shown: then why_none() says why, unless the code is still to come.
    [[nodiscard]] const emulate::WarpRun* run() const { return run_.get(); }
    [[nodiscard]] const std::optional<model::Error>& why_none() const { return why_none_; }
    /// More steps will come.
    [[nodiscard]] bool is_running() const;
    /// It is of an earlier setting: the code of this one is awaited.
    [[nodiscard]] bool is_stale() const { return is_stale_; }

    [[nodiscard]] const std::vector<std::string>& argument_names() const { return names_; }
    [[nodiscard]] std::int64_t blocks() const { return blocks_; }
    [[nodiscard]] int warps() const { return warps_; }
    /// The block and the warp that run, after the nearest were taken.
    [[nodiscard]] std::int64_t block() const { return block_; }
    [[nodiscard]] int warp() const { return warp_; }
    /// Where the place is in the run; a place that is not reached (yet) is the last step so far.
    [[nodiscard]] std::size_t step(const catalogue::WarpPlace& place) const;
    /// Another number for each run.
    [[nodiscard]] std::uint64_t serial() const { return serial_; }

private:
    [[nodiscard]] bool take_up(const session::SessionView& session, const model::Listing& listing);
    void start(const model::PtxModule& module);

    std::uint64_t revision_ = ~std::uint64_t{0};
    const model::Listing* listing_ = nullptr;
    std::optional<model::Job> job_;
    std::size_t text_key_ = 0;  ///< of the PTX
    std::shared_ptr<const ptx::Module> module_;
    std::vector<std::string> names_;
    std::int64_t blocks_ = 0, block_ = 0, wanted_block_ = 0;
    int warps_ = 0, warp_ = 0, wanted_warp_ = 0;
    std::unique_ptr<emulate::WarpRun> run_;
    std::optional<model::Error> why_none_;
    bool is_stale_ = false;
    std::uint64_t serial_ = 0;
};

}  // namespace spillway::window
