#include "app/window/shell/dropped.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "app/base/visible_text.h"
#include "app/catalogue/plain/file_text.h"
#include "app/protocol/recording.h"
#include "app/window/panels/file_run.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/trace_page.h"
#include "app/window/panels/views.h"
#include "app/window/shell/taken_along.h"

namespace spillway::window {
namespace {

/// In a browser page: the error for files that only an installed Spillway opens.
std::optional<model::Error> why_not_in_page(const std::filesystem::path& path)
{
    constexpr std::array<std::string_view, 6> opened{
        ".cuh",           taken_along_extension, ".spillway-view",
        ".spillway-talk", ".spillway-trace",     protocol::recording_extension};
    const bool is_opened = std::ranges::find(opened, path.extension().string()) != opened.end();
    if (is_opened || catalogue::is_cuda_file(path)) return std::nullopt;
    return model::Error{"this page does not open it", base::visible_line(path.filename().string()),
                        "it opens files that end in .cu, .cuh, .spillway (a recording), .spillway-view, "
                        ".spillway-talk, .spillway-trace and .spillway-progress."};
}

/// Opens a view, a talk, a trace, an ncu report, a recording or saved progress; adds any other file or folder to the
/// catalogue.
std::optional<model::Error> open_dropped(const std::filesystem::path& path, session::Session& session, ViewState& view)
{
    if (!view.page_address.empty())
        if (auto refused = why_not_in_page(path)) return refused;
    if (path.extension() == ".spillway-view") return open_view_file(path, session, view);
    if (path.extension() == ".spillway-talk") {
        if (auto problem = open_talk(path, view)) return problem;
        view.tab = "talk";
        return std::nullopt;
    }
    if (path.extension() == taken_along_extension) return take_in(path, session, view);
    if (path.extension() == ".spillway-trace") return open_trace(path, view);
    if (path.extension() == ".ncu-rep") {
        read_report(path, view);
        return std::nullopt;
    }
    if (path.extension() == protocol::recording_extension) {
        const auto laid = session.lay_recording(path);
        if (!laid) return laid.error();
        view.status_notice = base::visible_line(path.filename().string()) + ": " + *laid;
        return std::nullopt;
    }
    if (auto problem = session.add_catalogue_folder(path)) return problem;
    if (session.view().experiment().is_plain()) view.tab = tab_of_opened(session.view().experiment());
    return std::nullopt;
}

}  // namespace

const char* tab_of_opened(const model::Experiment& opened)
{
    return opened.is_plain() && opened.origin.trusted ? "causes" : "code";
}

std::optional<model::Error> open_path(const std::filesystem::path& path, session::Session& session, ViewState& view)
{
    if (auto problem = open_dropped(path, session, view)) return problem;
    remember_file(view, path);
    return std::nullopt;
}

void remember_file(ViewState& view, const std::filesystem::path& path)
{
    if (!view.page_address.empty()) return;  // a page loses its files at the next reload
    constexpr std::size_t max_recent = 12;
    std::error_code error;
    const std::string whole = std::filesystem::absolute(path, error).lexically_normal().string();
    if (error) return;
    std::erase(view.recent_files, whole);
    view.recent_files.insert(view.recent_files.begin(), whole);
    if (view.recent_files.size() > max_recent) view.recent_files.resize(max_recent);
}

void open_all_dropped(const std::vector<std::filesystem::path>& paths, session::Session& session, ViewState& view)
{
    if (!paths.empty()) view.status_notice.clear();  // of an earlier action
    std::string first, problems;
    for (const std::filesystem::path& path : paths) {
        if (auto problem = open_path(path, session, view)) {
            if (problem->where == path.string()) problem->where = shown_path(path.string(), view);
            problems += (problems.empty() ? "" : " · ") + problem->line();
        } else if (first.empty())
            first = session.view().selection().experiment;
    }
    if (!problems.empty()) view.status_notice = problems;
    if (paths.size() > 1 && !first.empty()) session.select_experiment(first);
}

}  // namespace spillway::window
