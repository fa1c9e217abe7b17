#include "app/cli/command_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "app/catalogue/plain/file_text.h"
#include "app/cli/answer_commands.h"
#include "app/cli/course_commands.h"
#include "app/cli/drawing_commands.h"
#include "app/cli/recording_commands.h"

namespace spillway::cli {
namespace {

/// Handles a file in place of a command; its name tells the kind.
void set_file_to_open(WindowRequest& window, const std::string& word)
{
    if (word.ends_with(".spillway-talk"))
        window.talk = word;
    else if (word.ends_with(".spillway-trace"))
        window.trace = word;
    else if (word.ends_with(".spillway") || word.ends_with(".spillway/"))  // a shell completes a folder's name so
        window.recording = word;
    else if (catalogue::is_cuda_file(word) || word.ends_with(".cuh"))
        window.opened = {word};
    else if (word.ends_with(".spillway-view") || word.starts_with("spillway://"))
        window.view = word;
    else
        throw CLI::ValidationError("'" + word +
                                   "' is not a command, nor a .cu, a recording, a view, a talk, a trace or a link");
}

void add_all(CommandLine& line, const WindowCommands& commands)
{
    line.app.set_version_flag("--version", "spillway " SPILLWAY_VERSION);
    line.app.require_subcommand(0, 1);
    add_window_options(line.app, line.window);
    line.app
        .add_option(
            "file", line.file_to_open,
            "A .cu of your own, a recording, a view, a talk, a trace (FILE.spillway...) or spillway://... to open")
        ->excludes(line.app.get_option("--view"));
    line.chosen = [&line, &commands] {
        // --trust applies to files named here, as in `open`.
        std::vector<std::string>& named = line.window.common.catalogue_folders;
        named.insert(named.end(), line.window.opened.begin(), line.window.opened.end());
        return call(commands.open, line.window);
    };
    add_answer_commands(line, commands);
    add_recording_commands(line);
    add_course_commands(line, commands);
    add_drawing_commands(line, commands);
}

/// Fills closed standard streams, so that no opened file gets their numbers and receives output. Writing to such a
/// stream then fails.
void occupy_closed_streams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

int run_line(CommandLine& line, int argc, char** argv)
{
    try {
        line.app.parse(argc, argv);
        // Only now: of "--unknown 2" the error names the option, not its value.
        if (line.file_to_open) set_file_to_open(line.window, *line.file_to_open);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return line.app.exit(error);
        return fail({error.what(), "command line", "see 'spillway --help'"});
    }
    return line.chosen();
}

/// Freed when memory runs out: unwinding needs some, and without it the program would end without a message.
std::atomic<char*> last_reserve = nullptr;
void keep_reserve()
{
    constexpr std::size_t reserve_bytes = std::size_t{1} << 20;
    last_reserve = new (std::nothrow) char[reserve_bytes];
    std::set_new_handler([] {
        delete[] last_reserve.exchange(nullptr);  // any thread may be the one that gets no memory
        throw std::bad_alloc();
    });
}

}  // namespace

int run(int argc, char** argv, const WindowCommands& window)
{
    occupy_closed_streams();
    keep_reserve();
    CommandLine line;
    try {
        add_all(line, window);
        const int status = run_line(line, argc, argv);
        std::cout.flush();
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
        throw std::system_error(errno, std::generic_category(), "the output could not be written");
    } catch (const std::system_error& error) {
        if (std::ferror(stdout) != 0 || !std::cout.good())
            return fail({error.what(), "standard output", "check where the output goes"}, exit_other);
        return fail({error.what(), "a thread", "end other programs, or allow more (ulimit)"}, exit_other);
    } catch (const std::bad_alloc&) {
        return fail({"there is not enough memory", "", "end other programs, or allow more (ulimit -v)"}, exit_other);
    }
}

}  // namespace spillway::cli
