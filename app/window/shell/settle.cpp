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
    // Without a compiler there is what was recorded and what ships, which is asked for once nothing moves, and nothing
    // else to wait for.
    if (!session.worker().hello->compiler.available)
        return progress.in_flight == 0 && (!awaited.whole_curve || (progress.is_at_rest && !progress.is_looking_up));
    // What does not compile has no code to wait for.
    const bool refused = session.current(session.selection().focus).state == results::PointState::failed;
    const bool code_is_there = !awaited.code || !session.listing_is_stale() || session.listing_error() || refused;
    const bool causes_are_there =
        !session.are_causes_asked() || session.causes() != nullptr || session.causes_error() || refused;
    // What a lesson finds out besides is shown as it comes.
    const int besides = progress.background_in_flight + (awaited.code ? 0 : progress.code_in_flight);
    return progress.in_flight == besides && !progress.current_pending &&
           (!awaited.whole_curve || progress.done >= progress.total) && code_is_there && causes_are_there;
}

namespace {

bool compiles(const session::SessionView& session)
{
    const worker_client::WorkerStatus& worker = session.worker();
    return worker.state == worker_client::WorkerState::ready && worker.hello->compiler.available &&
           session.experiment().origin.trusted;
}

/// The next step's price and a lesson's claims belong into a picture where they come soon. They are asked for once
/// nothing has moved for a moment, and what to ask for is said by a frame.
void find_out_besides(session::Session& session, App& app)
{
    using Clock = std::chrono::steady_clock;
    const auto most = Clock::now() + std::chrono::milliseconds(1500);
    while (compiles(session.view()) && Clock::now() < most) {
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
    if (revision_ != revision) heard_ = now;
    revision_ = revision;
    return now - heard_ < most_;
}

bool settle(session::Session& session, App& app, double silent_seconds, Awaited awaited)
{
    using Clock = std::chrono::steady_clock;
    // Between one batch of a curve and the next nothing is in flight. Where nothing has come since the wait before, a
    // few updates show whether anything was asked for.
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
    // Some panels ask for what they show once they are drawn.
    app.owe_frames();
    app.frame();
    wait();
    if (awaited.whole_curve) find_out_besides(session, app);
    wait();  // a panel may have asked only once all stood still
    // Sizes that depend on the frame before, and the SM's movement, come to rest.
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
