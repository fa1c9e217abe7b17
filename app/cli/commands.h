#pragma once

#include <functional>
#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

/// What the window needs to know, for `spillway` without a command, `screenshot` and `tour`.
struct WindowRequest {
    CommonOptions common;
    std::string recording;
    std::string tab;
    std::string output;         ///< screenshot: a PNG file; tour: a folder
    int width = 0, height = 0;  ///< pixels; 0: as kept in the settings
    double scale = 0;           ///< 0: as kept in the settings
    bool present = false;
    bool light = false;
    bool fill = false;   ///< screenshot: the tab fills the window
    bool force = false;  ///< replace files that are there already
};

/// The commands that need OpenGL. Empty in a build without the window: then they say so.
struct WindowCommands {
    std::function<int(const WindowRequest&)> open;
    std::function<int(const WindowRequest&)> screenshot;
    std::function<int(const WindowRequest&)> tour;
    /// For `doctor`: version of OpenGL and the fonts found, or why not.
    std::function<model::Expected<std::string>()> probe_opengl;
    std::function<model::Expected<std::string>()> probe_fonts;
};

/// The whole command line; returns the exit status.
int run(int argc, char** argv, const WindowCommands& window);

// One file each.
int list_command(const CommonOptions& options);
int gpus_command(const CommonOptions& options);
int run_command(const CommonOptions& options);
int check_shipped_command(const CommonOptions& options);
/// Runs every variant of each request and prints what came of it, as `run` does.
int run_requests(Context& context, const CommonOptions& options, const std::vector<Request>& requests);
/// A learner's own .cu or folder, compile-side.
int open_command(const CommonOptions& options, const std::string& path);
int check_command(const CommonOptions& options, const std::vector<std::string>& experiments);
int doctor_command(const CommonOptions& options, const WindowCommands& window);

struct SweepOptions {
    std::vector<std::string> axes;  ///< "NAME=[first:last:step]", "NAME=[a,b]", "NAME[pow2]=[a:b]"
    std::string csv, json, svg, png;
    bool force = false;  ///< replace what is there
    bool inspect_sass = false;
};
int sweep_command(const CommonOptions& options, const SweepOptions& sweep);

struct RecordOptions {
    std::vector<std::string> experiments;  ///< none: every trusted one
    std::string output;
    std::string shard = "0/1";
    bool compile_only = false;
    bool resume = false;  ///< --continue: keep what the file has and record what it lacks
};
int record_command(const CommonOptions& options, const RecordOptions& record);
int merge_command(const std::vector<std::string>& files, const std::string& output, bool force);

struct ExportOptions {
    std::string nvbench, kernel_tuner;  ///< files to write; - for standard output
    bool force = false;                 ///< replace what is there
};
int export_command(const std::string& file, const ExportOptions& options);

struct OccupancyOptions {
    int registers = 0;
    std::int64_t block_size = 256;
    std::int64_t static_shared_bytes = 0;
    std::int64_t dynamic_shared_bytes = 0;
};
int occupancy_command(const CommonOptions& options, const OccupancyOptions& resources);

}  // namespace spillway::cli
