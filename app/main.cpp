#include "app/cli/command_line.h"
#if SPILLWAY_HAS_WINDOW
#include "app/window_commands.h"
#endif

int main(int argc, char** argv)
{
#if SPILLWAY_HAS_WINDOW
    return spillway::cli::run(argc, argv, spillway::window_commands());
#else
    return spillway::cli::run(argc, argv, {});
#endif
}
