#include "app/cli/export.h"

#include <fmt/format.h>

#include <fstream>

#include "app/cli/commands.h"

namespace spillway::cli {
namespace {

std::optional<model::Error> write(const std::string& file, const std::string& text)
{
    if (file == "-") {
        fmt::print("{}\n", text);
        return std::nullopt;
    }
    std::ofstream out(file, std::ios::binary);
    out << text << '\n';
    out.close();
    if (out) return std::nullopt;
    return model::Error{"the file could not be written", file, "check the folder and the space on the disk"};
}

}  // namespace

int export_command(const std::string& file, const ExportOptions& options)
{
    if (options.nvbench.empty() && options.kernel_tuner.empty())
        return fail({"no format is named", "export", "add --nvbench FILE or --kernel-tuner FILE"});
    const auto recording = protocol::read_recording(file);
    if (!recording) return fail(recording.error());
    if (recording->trouble) (void)fail(*recording->trouble);
    if (!options.nvbench.empty())
        if (auto error = write(options.nvbench, to_nvbench(*recording))) return fail(*error, exit_other);
    if (!options.kernel_tuner.empty())
        if (auto error = write(options.kernel_tuner, to_kernel_tuner(*recording))) return fail(*error, exit_other);
    return exit_ok;
}

}  // namespace spillway::cli
