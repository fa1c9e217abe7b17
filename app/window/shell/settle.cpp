#include "app/window/shell/settle.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/charts/png.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

bool is_settled(const session::SessionView& session, Awaited awaited)
{
    const session::Progress progress = session.progress();
    const worker_client::WorkerState state = session.worker().state;
    if (state == worker_client::WorkerState::unavailable) return true;
    if (state == worker_client::WorkerState::ready && !session.experiment().origin.trusted) return true;
    if (!session.files_to_send().empty()) return true;
    if (state != worker_client::WorkerState::ready) return false;
    // Without a compiler, wait only for recorded and shipped results. They are requested once no slider moves.
    if (!session.worker().hello->compiler.available)
        return progress.in_flight == 0 && (!awaited.whole_curve || (progress.is_at_rest && !progress.is_looking_up));
    // A kernel that does not compile has no code to wait for.
    const bool refused = session.current(session.selection().focus).state == results::PointState::failed;
    const bool code_is_there = !awaited.code || !session.listing_is_stale() || session.listing_error() || refused;
    const bool causes_are_there =
        !session.are_causes_requested() || session.causes() != nullptr || session.causes_error() || refused;
    // Do not wait for background requests, nor for code that no panel shows.
    const int not_awaited = progress.background_in_flight + (awaited.code ? 0 : progress.code_in_flight);
    return progress.in_flight == not_awaited && !progress.current_pending &&
           (!awaited.whole_curve || progress.done >= progress.total) && code_is_there && causes_are_there;
}

namespace {

bool compiles(const session::SessionView& session)
{
    const worker_client::WorkerStatus& worker = session.worker();
    return worker.state == worker_client::WorkerState::ready && worker.hello->compiler.available &&
           session.experiment().origin.trusted;
}

/// Waits up to 1.5 seconds for the next step's costs and a lesson's claims, so that they are in the picture. A frame
/// requests them, once nothing has moved for a moment.
void wait_for_background(session::Session& session, App& app)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::milliseconds(1500);
    while (compiles(session.view()) && Clock::now() < deadline) {
        if (app.wants_frame()) app.frame();
        const bool was_at_rest = session.view().progress().is_at_rest;
        session.update();
        if (was_at_rest && session.view().progress().background_in_flight == 0 && !app.wants_frame()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

}  // namespace

bool Patience::lasts(std::uint64_t revision, Clock::time_point now)
{
    if (revision_ != revision) last_change_ = now;
    revision_ = revision;
    return now - last_change_ < timeout_;
}

bool settle(session::Session& session, App& app, double silent_seconds, Awaited awaited)
{
    using Clock = std::chrono::steady_clock;
    // Between two batches of a curve nothing is in flight, so require several settled updates in a row. If nothing has
    // arrived since the previous wait, a few show whether anything was requested.
    const int calm_after_news = awaited.whole_curve ? 20 : 1, calm_without = std::min(calm_after_news, 3);
    std::optional<std::uint64_t> known;
    const auto wait = [&] {
        Patience patience(silent_seconds, Clock::now());
        for (int calm = 0; patience.lasts(session.view().revision(), Clock::now());) {
            session.update();
            calm = is_settled(session.view(), awaited) ? calm + 1 : 0;
            if (calm >= (known == session.view().revision() ? calm_without : calm_after_news)) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        known = session.view().revision();
    };
    wait();
    // Some panels request their results only when they are drawn.
    app.owe_frames();
    app.frame();
    wait();
    if (awaited.whole_curve) wait_for_background(session, app);
    wait();  // a panel may have requested results only once everything had settled
    // Draw until sizes that depend on the previous frame, and the SM's animation, are stable.
    const auto rest = Clock::now() + std::chrono::seconds(2);
    app.owe_frames();
    while (app.wants_frame() && Clock::now() < rest) app.frame();
    return is_settled(session.view(), awaited);
}

std::optional<model::Error> write_picture(OffscreenSurface& surface, const std::filesystem::path& path)
{
    const std::vector<std::uint8_t> pixels = surface.pixels();
    return charts::write_png(path, static_cast<std::size_t>(surface.width()),
                             static_cast<std::size_t>(surface.height()), pixels);
}

}  // namespace spillway::window
