#include <cstdio>
#include <optional>

#include "app/cli/command_line_parts.h"

namespace spillway::cli {
namespace {

struct WindowSize {
    int width = 0, height = 0;
};

/// "1600x900".
std::optional<WindowSize> parse_size(const std::string& text)
{
    WindowSize size;
    int used = 0;
    if (std::sscanf(text.c_str(), "%dx%d%n", &size.width, &size.height, &used) != 2 ||
        used != static_cast<int>(text.size()) || size.width < 320 || size.height < 240 || size.width > 8192 ||
        size.height > 8192)
        return std::nullopt;
    return size;
}

/// What is shown.
void add_selection(CLI::App& command, WindowRequest& request)
{
    CLI::Option* experiment = command.add_option("--experiment", request.common.experiment, "The experiment to show");
    CLI::Option* view = command.add_option("--view", request.view, "A saved view: its text, its link or its file");
    add_settings(command, request.common);
    for (CLI::Option* chosen : {experiment, command.get_option("--set"), command.get_option("--gpu")})
        view->excludes(chosen);  // a view says these itself
    add_worker(command, request.common);
    add_recording(command, request.recording);
}

}  // namespace

void add_window_options(CLI::App& command, WindowRequest& request)
{
    add_selection(command, request);
    command.add_flag("--present", request.present, "Large type and thick lines, for a projector");
    command.add_option_function<std::string>(
        "--size",
        [&request](const std::string& text) {
            const auto size = parse_size(text);
            if (!size)
                throw CLI::ValidationError("--size",
                                           "'" + text + "' is not a size like 1600x900, from 320x240 to 8192x8192");
            request.width = size->width;
            request.height = size->height;
        },
        "WIDTHxHEIGHT in pixels");
}

void CommandLine::add_pictures(const WindowCommands& commands)
{
    auto& screenshot = command("screenshot", "Draw the real window into a file",
                               [this, &commands] { return call(commands.screenshot, window); });
    add_window_options(screenshot, window);
    screenshot.add_flag("--light", window.light, "The light theme");
    screenshot.add_option("--scale", window.scale, "Scale of the window, e.g. 2 on a high-resolution display")
        ->check(CLI::Range(0.5, 4.0));
    screenshot.add_option("--tab", window.tab,
                          "The tab below the charts: lesson, code, causes, report, occupancy, memory, roofline, "
                          "accesses, compare, log; with --present sm too");
    screenshot.add_flag("--fill", window.fill, "The tab fills the window");
    screenshot.add_option("-o,--output", window.output, "PNG file")->required();
    screenshot.add_flag("--force", window.force, force_help);

    auto& pictures_command = command("pictures", "Charts, SM, code, memory and roofline as files, without a window",
                                     [this, &commands] { return call(commands.pictures, window); });
    add_selection(pictures_command, window);
    pictures_command.add_option(
        "--of", window.what,
        "What: charts (the default), chart:METRIC, sm, code, ptx, sass, memory, map, roofline:dram, "
        "roofline:l2, roofline:l1, or all");
    pictures_command.add_option("--format", window.formats, "svg, png (the default), pdf, csv; may be repeated");
    pictures_command.add_option("--for", window.purpose, purpose_help);
    pictures_command.add_option("-o,--output", window.output, "Folder; existing files stay")->required();

    auto& tour = command("tour", "Each experiment and each tab, as PNG files",
                         [this, &commands] { return call(commands.tour, window); });
    add_worker(tour, window.common);
    add_recording(tour, window.recording);
    tour.add_option("-o,--output", window.output, "Folder")->required();
    tour.add_flag("--force", window.force, force_help);
}

void CommandLine::add_talk(const WindowCommands& commands)
{
    auto& talk = command("talk", "A talk (views with notes), stop by stop in the window or printed", [this, &commands] {
        return call(window.output.empty() ? commands.open : commands.print_talk, window);
    });
    talk.add_option("file", window.talk, "FILE.spillway-talk, or a course: ninety_minutes, four_weeks, alone")
        ->required();
    talk.add_option("--pdf", window.output, "Print it instead: a picture and its notes for each stop");
    talk.add_flag("--force", window.force, force_help);
    talk.add_flag("--present", window.present, "Large type and thick lines, for a projector");
    add_worker(talk, window.common);
    add_recording(talk, window.recording);
}

}  // namespace spillway::cli
