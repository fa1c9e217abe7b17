#include "app/window/panels/charts/export.h"

#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "app/charts/csv.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

std::vector<model::RunResult> results_on_curves(const session::SessionView& session, const ViewState& view)
{
    std::vector<model::RunResult> results;
    for (const results::Curve& curve : session.curves()) {
        if (view.hidden_variants.contains(curve.variant)) continue;
        for (const results::CurvePoint& point : curve.points)
            if (point.result && !point.is_stale()) results.push_back(*point.result);
    }
    return results;
}

}  // namespace

fs::path output_folder()
{
    std::error_code ignored;
    const fs::path here = fs::current_path(ignored);
    if (!here.empty() && access(here.c_str(), W_OK) == 0) return here;
    const char* home = std::getenv("HOME");
    return home != nullptr ? home : "";
}

std::string charts_as_csv(const session::SessionView& session, const ViewState& view)
{
    charts::CsvOrigin origin{SPILLWAY_VERSION, {}};
    const std::string& gpu = session.selection().gpu;
    if (const results::RecordingStatus* recording = session.recording(gpu))
        origin.recordings[recording->header.gpu.name] = recording->file.filename().string();
    return charts::to_csv(results_on_curves(session, view), {session.selection().x_axis}, origin);
}

}  // namespace spillway::window
