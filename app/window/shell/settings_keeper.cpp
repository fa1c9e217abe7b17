#include "app/window/shell/settings_keeper.h"

namespace spillway::window {

SettingsKeeper::SettingsKeeper() : file_(settings_file())
{
    std::error_code ignored;
    is_first_ = !file_.empty() && !std::filesystem::exists(file_, ignored);
    ReadSettings read = read_settings(file_);
    saved_ = read.settings;
    notice_ = std::move(read.notice);
}

double SettingsKeeper::keep(const Settings& now, ViewState& view)
{
    if (now == saved_) return -1;
    const std::chrono::duration<double> since = Clock::now() - written_;
    constexpr double min_interval_seconds = 0.5;
    if (now.is_running && since.count() < min_interval_seconds) return min_interval_seconds - since.count();
    written_ = Clock::now();
    saved_ = now;
    const auto failed = write_settings(file_, now);
    if (failed && !reported_) view.status_notice = failed->line();
    if (failed)
        view.why_not_kept = failed->line();
    else if (reported_)
        view.why_not_kept.reset();  // an unreported reason may be the browser page's
    reported_ = failed.has_value();
    return -1;
}

}  // namespace spillway::window
