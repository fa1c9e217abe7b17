#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/export.h"
#include "app/cli/gain.h"
#include "app/cli/grade.h"
#include "app/cli/homework.h"
#include "app/cli/occupancy.h"
#include "app/cli/publish.h"
#include "app/cli/record.h"
#include "app/cli/run.h"
#include "app/cli/sweep.h"
#include "app/cli/trace.h"

namespace spillway::cli {

/// Options that many commands have.
void add_worker(CLI::App& command, CommonOptions& options);
void add_settings(CLI::App& command, CommonOptions& options);
void add_recording(CLI::App& command, std::string& recording);
void add_json(CLI::App& command, CommonOptions& options);
void add_counters(CLI::App& command, CommonOptions& options, const char* help);
void add_window_options(CLI::App& command, WindowRequest& request);

inline constexpr const char* force_help = "Replace files that are there already";
inline constexpr const char* purpose_help = "What pictures are made for: slides (large type) or print";

/// Runs a command of the window's, or says that there is none in this build.
[[nodiscard]] int call(const std::function<int(const WindowRequest&)>& command, const WindowRequest& request);

/// All options and commands of one call of the program.
struct CommandLine {
    CLI::App app{"Where a CUDA kernel's data lives, and what that costs.", "spillway"};
    CommonOptions common;
    WindowRequest window;
    RunPictures pictures;
    SweepOptions sweep;
    OccupancyOptions occupancy;
    RecordOptions record;
    ExportOptions exported;
    TraceOptions trace;
    AssignOptions assigned;
    HandInOptions handed;
    GradeOptions grade;
    GainOptions gain;
    PublishOptions published;
    std::vector<std::string> experiments;
    std::vector<std::string> files;
    std::string output, course_picture;
    bool maps = false, by_topic = false;
    bool force = false;
    bool shipped = false;
    bool mutate = false;
    bool as_text = false;
    std::function<int()> chosen;

    explicit CommandLine(const WindowCommands& window_commands);

    CLI::App& command(const char* name, const char* help, std::function<int()> action)
    {
        CLI::App* added = app.add_subcommand(name, help);
        added->callback([this, action = std::move(action)] { chosen = action; });
        return *added;
    }
    void name_what_to_open(const std::string& word);

    // What asks for answers: command_line_answers.cpp
    void add_list_and_gpus();
    void add_run();
    void add_open(const WindowCommands& window_commands);
    void add_sweep();
    void add_occupancy();
    // What measures and keeps: command_line_recordings.cpp
    void add_record();
    void add_merge_and_export();
    void add_check();
    void add_trace();
    // The course, its learners and who teaches them: command_line_course.cpp
    void add_lesson();
    void add_publish();
    void add_progress_and_doctor(const WindowCommands& window_commands);
    void add_homework();
    // What draws: command_line_window.cpp
    void add_pictures(const WindowCommands& window_commands);
    void add_talk(const WindowCommands& window_commands);
};

}  // namespace spillway::cli
