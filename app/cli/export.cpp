#include "app/cli/export.h"

#include <utility>

#include "app/cli/context.h"
#include "app/cli/export_kernel_tuner.h"
#include "app/cli/export_nvbench.h"
#include "app/cli/output.h"
#include "app/protocol/recording_folder.h"

namespace spillway::cli {
int export_command(const std::string& file, const ExportOptions& options)
{
    if (options.nvbench.empty() && options.kernel_tuner.empty())
        return fail({"no format given", "export", "add --nvbench FILE or --kernel-tuner FILE"});
    for (const auto& [output, kind] :
         {std::pair{options.nvbench, OutputKind::nvbench}, std::pair{options.kernel_tuner, OutputKind::kernel_tuner}}) {
        if (auto error = check_not_input(output, {file})) return fail(*error);
        if (auto error = check_output(output, kind, options.force)) return fail(*error);
    }
    if (auto error = check_distinct({options.nvbench, options.kernel_tuner})) return fail(*error);
    const auto recording = protocol::read_whole_recording(file);
    if (!recording) return fail(recording.error());
    if (recording->trouble) (void)fail(*recording->trouble);
    if (!options.nvbench.empty())
        if (auto error = write_output(options.nvbench, to_nvbench(*recording) + "\n")) return fail(*error, exit_other);
    if (!options.kernel_tuner.empty())
        if (auto error = write_output(options.kernel_tuner, to_kernel_tuner(*recording) + "\n"))
            return fail(*error, exit_other);
    return exit_ok;
}

}  // namespace spillway::cli
