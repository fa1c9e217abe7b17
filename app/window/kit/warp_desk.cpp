#include "app/window/kit/warp_desk.h"

#include <algorithm>
#include <functional>

#include "app/base/clock.h"
#include "app/catalogue/interpreted_job.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/ptx/reader.h"
#include "app/teaching/listing_index.h"
#include "app/teaching/warp_scene.h"

namespace spillway::window {
namespace {

/// Interpreter's share of a frame of 16 ms.
constexpr double max_seconds_per_frame = 0.006;
constexpr std::uint64_t instructions_per_clock_check = 5000;

}  // namespace

WarpDesk::WarpDesk() = default;
WarpDesk::~WarpDesk() = default;

bool WarpDesk::is_running() const
{
    return run_ != nullptr && run_->trace().end() == ptx::TraceEnd::goes_on;
}

std::size_t WarpDesk::step(const catalogue::WarpPlace& place) const
{
    const ptx::WarpTrace& trace = run_->trace();
    const std::size_t last = trace.size() == 0 ? 0 : trace.size() - 1;
    return std::min(emulate::step_of_place(trace, place).value_or(last), last);
}

void WarpDesk::refresh(const session::SessionView& session, const model::Listing* listing,
                       const catalogue::WarpPlace& place)
{
    const bool is_other_place = place.block != wanted_block_ || place.warp != wanted_warp_;
    if (revision_ != session.revision() || listing_ != listing || is_other_place) {
        revision_ = session.revision();
        listing_ = listing;
        wanted_block_ = place.block;
        wanted_warp_ = place.warp;
        is_stale_ = listing != nullptr && session.listing_is_stale();
        if (listing == nullptr) {
            run_.reset();
            why_none_.reset();
            job_.reset();
            launch_key_.reset();
        } else if (!is_stale_ && (follow_selection(session, *listing) || is_other_place) && job_ && listing->module) {
            start(*listing->module);
        }
    }
    if (!is_running()) return;
    const auto end = base::Clock::now() + std::chrono::duration<double>(max_seconds_per_frame);
    while (run_->advance(instructions_per_clock_check) && base::Clock::now() < end) {
    }
}

bool WarpDesk::read_launch(const session::SessionView& session, const model::Variant& variant)
{
    const model::Experiment& experiment = session.experiment();
    const session::Selection& selection = session.selection();
    if (!experiment.is_plain()) {
        launch_key_.reset();
        launch_ = catalogue::make_job(experiment, variant, selection.values, session.gpu());
        names_ = {teaching::argument_names(experiment.source, variant.entry), teaching::split_lines(experiment.source)};
        return true;
    }
    const session::OwnRun* run = session.own_run();
    OwnLaunchKey key{catalogue::source_hash(experiment), selection,
                     run != nullptr ? run->settings : catalogue::RunSettings{}, run};
    if (launch_key_ == key) return false;
    auto made = session::own_launch(experiment, variant, selection.values, session.gpu(), key.settings);
    if (made)
        launch_ = std::move(made->job);
    else
        launch_ = made.error();
    names_ = {catalogue::argument_names(experiment, variant), teaching::split_lines(experiment.source)};
    launch_key_ = std::move(key);
    return true;
}

/// Takes the shown variant's launch and PTX; drops the run if either changed. Returns true if a new run should start,
/// false if nothing changed or there is no launch (why_none_ says why).
bool WarpDesk::follow_selection(const session::SessionView& session, const model::Listing& listing)
{
    const session::Selection& selection = session.selection();
    const model::Variant* variant = session.experiment().find_variant(selection.focus);
    if (variant == nullptr) return false;
    const bool is_read = read_launch(session, *variant);
    const std::string_view text = listing.module ? std::string_view(listing.module->text) : std::string_view();
    const std::size_t text_key = std::hash<std::string_view>{}(text);
    if (text_key == text_key_ && (!is_read || (*launch_ && job_ && **launch_ == *job_))) return false;
    run_.reset();
    why_none_.reset();
    job_.reset();
    if (!*launch_) {
        why_none_ = launch_->error();
        text_key_ = text_key;
        module_.reset();
        return false;
    }
    job_ = **launch_;
    if (!listing.module)
        why_none_ = model::Error{"The kernel's PTX is too long to be stepped through.", "", "Choose smaller values."};
    if (text_key != text_key_) module_.reset();
    text_key_ = text_key;
    return true;
}

void WarpDesk::start(const model::PtxModule& module)
{
    ++serial_;
    run_.reset();
    why_none_.reset();
    if (!job_->plan) {
        why_none_ = model::Error{"This kernel has no launch, so there is no warp to look at.", "",
                                 "docs/your-own-kernels.md says how an experiment gets one."};
        return;
    }
    if (module_ == nullptr) {
        auto read = ptx::read_module(module.text);
        if (!read) {
            why_none_ = model::Error{"This kernel cannot be run here: " + read.error().what, read.error().where,
                                     "A GPU can run it."};
            return;
        }
        module_ = std::make_shared<const ptx::Module>(std::move(*read));
    }
    blocks_ = emulate::block_count(*job_);
    warps_ = emulate::warp_count(*job_);
    block_ = std::clamp<std::int64_t>(wanted_block_, 0, blocks_ - 1);
    warp_ = std::clamp(wanted_warp_, 0, warps_ - 1);
    ptx::StepperOptions options;
    options.block = block_;
    options.warp = warp_;
    auto run = emulate::WarpRun::start(*job_, module_, module.entry, options);
    if (!run)
        why_none_ =
            model::Error{"This kernel cannot be run here: " + run.error().what, run.error().where, run.error().advice};
    else
        run_ = std::move(*run);
}

}  // namespace spillway::window
