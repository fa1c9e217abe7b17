#include "app/cli/drawing_commands.h"

#include <cstdio>
#include <optional>

namespace spillway::cli {
namespace {

struct WindowSize {
    int width = 0, height = 0;
};

/// Parses "1600x900".
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

/// Options for the window's contents.
void add_selection(CLI::App& command, WindowRequest& request)
{
    CLI::Option* experiment = command.add_option("--experiment", request.common.experiment, "The experiment to show");
    CLI::Option* view = command.add_option("--view", request.view, "A saved view: its text, its link or its file");
    add_settings(command, request.common);
    for (CLI::Option* chosen : {experiment, command.get_option("--set"), command.get_option("--gpu")})
        view->excludes(chosen);  // a view contains these itself
    add_worker(command, request.common);
    add_recording(command, request.recording);
}

void add_pictures(CommandLine& line, const WindowCommands& commands)
{
    auto& screenshot = line.command("screenshot", "Draw the real window into a file; no question covers a chart",
                                    [&line, &commands] { return call(commands.screenshot, line.window); });
    add_window_options(screenshot, line.window);
    screenshot.add_flag("--light", line.window.light, "The light theme");
    screenshot.add_option("--scale", line.window.scale, "Scale of the window, e.g. 2 on a high-resolution display")
        ->check(number_between(0.5, 4));
    screenshot.add_option("--tab", line.window.tab,
                          "The tab below the charts: lesson, code, causes, report, occupancy, memory, roofline, "
                          "accesses, warp, compare, log; with --present sm too");
    screenshot.add_flag("--fill", line.window.fill, "The tab fills the window");
    add_output(screenshot, "-o,--output", line.window.output, "PNG file")->required();
    screenshot.add_flag("--force", line.window.force, force_help);

    auto& pictures_command =
        line.command("pictures", "Charts, SM, code, memory and roofline as files, without a window",
                     [&line, &commands] { return call(commands.pictures, line.window); });
    add_selection(pictures_command, line.window);
    pictures_command.add_option(
        "--of", line.window.what,
        "Pictures: charts (the default), chart:METRIC, sm, code, ptx, sass, memory, map, roofline:dram, "
        "roofline:l2, roofline:l1, or all");
    pictures_command.add_option("--format", line.window.formats, "svg, png (the default), pdf, csv; may be repeated");
    pictures_command.add_option("--for", line.window.purpose, purpose_help);
    add_output(pictures_command, "-o,--output", line.window.output, "Folder; existing files stay")->required();

    auto& tour = line.command("tour", "Each experiment and each tab, as PNG files",
                              [&line, &commands] { return call(commands.tour, line.window); });
    tour.add_option("experiment", line.window.experiments, "Experiments; all when none is named");
    add_worker(tour, line.window.common);
    add_recording(tour, line.window.recording);
    add_output(tour, "-o,--output", line.window.output, "Folder")->required();
    tour.add_flag("--force", line.window.force, force_help);
}

void add_size(CLI::App& command, WindowRequest& request)
{
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

void add_talk(CommandLine& line, const WindowCommands& commands)
{
    auto& talk =
        line.command("talk", "A talk (views with notes), stop by stop in the window or printed", [&line, &commands] {
            return call(line.window.output.empty() ? commands.open : commands.print_talk, line.window);
        });
    talk.add_option("file", line.window.talk, "FILE.spillway-talk, or a course: ninety_minutes, four_weeks, alone")
        ->required();
    add_output(talk, "--pdf", line.window.output, "Print it instead: a picture and its notes for each stop");
    talk.add_flag("--force", line.window.force, force_help);
    talk.add_flag("--present", line.window.present, "Large type and thick lines, for a projector");
    add_size(talk, line.window);
    add_worker(talk, line.window.common);
    add_recording(talk, line.window.recording);
}

}  // namespace

void add_window_options(CLI::App& command, WindowRequest& request)
{
    add_selection(command, request);
    command.add_flag("--present", request.present, "Large type and thick lines, for a projector");
    add_size(command, request);
}

void add_drawing_commands(CommandLine& line, const WindowCommands& commands)
{
    add_pictures(line, commands);
    add_talk(line, commands);
}

}  // namespace spillway::cli
