// The settings file, torn or edited by hand: always usable settings, and what is written reads back. Progress that is
// taken along, which may be a stranger's: read or refused, and what is read is written the same from then on.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/window/shell/settings.h"
#include "app/window/shell/taken_along_text.h"

namespace window = spillway::window;

namespace {

void check_taken_along(std::string_view text)
{
    const auto all = window::parse_taken_along(text);
    if (!all) {
        if (all.error().what.empty()) std::abort();
        return;
    }
    if (all->arranged && (!all->arranged->machines.empty() || !all->arranged->saving.folder.empty())) std::abort();
    const std::string written = window::print_taken_along(*all);
    if (written.size() > spillway::learner::max_progress_bytes) return;
    const auto again = window::parse_taken_along(written);
    if (!again || again->progress != all->progress || window::print_taken_along(*again) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const window::Settings settings = window::parse_settings(text).settings;
    // Written so that not-a-number fails too.
    if (!(settings.scale >= window::smallest_scale && settings.scale <= window::largest_scale)) std::abort();
    if (settings.window_width <= 0 || settings.window_height <= 0) std::abort();
    // The scale is kept to two decimals: what is written once is read and written the same from then on.
    const std::string written = window::print_settings(settings);
    const auto again = window::parse_settings(written);
    if (again.notice || window::print_settings(again.settings) != written) std::abort();
    check_taken_along(text);
    return 0;
}
