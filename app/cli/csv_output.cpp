#include "app/cli/csv_output.h"

#include "app/charts/csv.h"
#include "app/cli/output.h"

namespace spillway::cli {

std::optional<model::Error> write_csv(const Context& context, const std::vector<model::RunResult>& results,
                                      const std::vector<std::string>& axes, const std::string& file)
{
    if (file.empty()) return std::nullopt;
    charts::CsvOrigin origin{SPILLWAY_VERSION, {}};
    for (const auto& recording : context.library.recordings().all())
        origin.recordings[recording->gpu().name] = recording->status().file.filename().string();
    return write_output(file, charts::to_csv(results, axes, origin));
}

}  // namespace spillway::cli
