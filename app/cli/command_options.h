#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/export.h"
#include "app/cli/gain.h"
#include "app/cli/grade.h"
#include "app/cli/guard.h"
#include "app/cli/homework.h"
#include "app/cli/occupancy.h"
#include "app/cli/publish.h"
#include "app/cli/record.h"
#include "app/cli/run.h"
#include "app/cli/run_here.h"
#include "app/cli/serve.h"
#include "app/cli/sweep.h"
#include "app/cli/trace.h"
#include "app/cli/window_request.h"

namespace spillway::cli {

/// Options that several commands share.
void add_worker(CLI::App& command, CommonOptions& options);
void add_catalogue(CLI::App& command, CommonOptions& options);
void add_settings(CLI::App& command, CommonOptions& options);
void add_recording(CLI::App& command, std::string& recording);
void add_json(CLI::App& command, CommonOptions& options);
void add_counters(CLI::App& command, CommonOptions& options, const char* help);
inline constexpr const char* empty_name = "an empty name was given; name a file or a folder";
/// An option or positional argument that names an output file; an empty name is an error.
CLI::Option* add_output(CLI::App& command, const std::string& option, std::string& name, const std::string& help);
/// A finite number from `first` to `last`. (CLI::Range lets "nan" pass.)
[[nodiscard]] CLI::Validator number_between(double first, double last);

inline constexpr const char* force_help = "Replace files that are there already";
inline constexpr const char* purpose_help = "What pictures are made for: slides (large type) or print";

/// Runs a window command, or reports that this build has no window.
[[nodiscard]] int call(const std::function<int(const WindowRequest&)>& command, const WindowRequest& request);

/// All options and commands of one program run.
struct CommandLine {
    CLI::App app{"Where a CUDA kernel's data lives, and what that costs.", "spillway"};
    CommonOptions common;
    WindowRequest window;
    std::optional<std::string> file_to_open;
    RunPictures pictures;
    RunHereOptions run_here;
    GuardOptions guard;
    SweepOptions sweep;
    OccupancyOptions occupancy;
    RecordOptions record;
    ExportOptions exported;
    TraceOptions trace;
    AssignOptions assigned;
    HandInOptions handed;
    GradeOptions grade;
    GainOptions gain;
    RoomOptions room;
    PublishOptions published;
    std::vector<std::string> experiments;
    std::vector<std::string> files;
    std::string output, course_picture;
    bool maps = false, by_topic = false;
    bool force = false;
    bool shipped = false;
    std::vector<std::string> checked_gpus;
    bool mutate = false;
    bool as_text = false;
    std::function<int()> chosen;

    CLI::App& command(const char* name, const char* help, std::function<int()> action)
    {
        CLI::App* added = app.add_subcommand(name, help);
        added->callback([this, action = std::move(action)] { chosen = action; });
        return *added;
    }
};

}  // namespace spillway::cli
