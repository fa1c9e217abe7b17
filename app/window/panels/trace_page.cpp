#include "app/window/panels/trace_page.h"

#include "app/trace/trace_file.h"
#include "app/window/kit/open_trace.h"
#include "app/window/panels/views.h"

namespace spillway::window {

std::optional<model::Error> open_trace(const std::filesystem::path& file, ViewState& view)
{
    const auto text = read_small_file(file, trace::max_trace_bytes);
    if (!text) return text.error();
    auto read = trace::parse_trace(*text, file.filename().string());
    if (!read) return read.error();
    std::error_code ignored;
    view.trace =
        std::make_shared<const OpenTrace>(OpenTrace{std::filesystem::absolute(file, ignored), std::move(*read)});
    view.tab = "trace";
    return std::nullopt;
}

void close_trace(ViewState& view)
{
    view.trace.reset();
    if (view.tab == "trace") view.tab = view.tab_behind.empty() ? "lesson" : view.tab_behind;
}

}  // namespace spillway::window
