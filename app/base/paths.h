#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spillway::base {

/// Folder that holds kernels/, assets/ and shaders/: $SPILLWAY_DATA; else, seen from the program's folder, the first of
/// ../share/spillway, the folder itself and its parent that has assets/gpus.json; else the source tree of the build.
[[nodiscard]] std::filesystem::path data_folder();
/// Path of the worker program, beside the running program.
[[nodiscard]] std::filesystem::path worker_program();
/// Path of the spillway program, in the folder of the running program (which may be a test).
[[nodiscard]] std::filesystem::path command_program();
/// Library that is loaded into traced programs: in ../lib/spillway, else beside the running program. Empty if missing.
[[nodiscard]] std::filesystem::path trace_library();
/// Recordings shipped with the program: each *.spillway in `assets`/recordings, sorted by name.
[[nodiscard]] std::vector<std::filesystem::path> shipped_recordings(const std::filesystem::path& assets);
/// $XDG_CONFIG_HOME/spillway or ~/.config/spillway. Empty without both variables. Does not create it.
[[nodiscard]] std::filesystem::path config_folder();
/// The user's own experiments: $XDG_DATA_HOME/spillway/kernels or ~/.local/share/spillway/kernels. Empty without both
/// variables. Does not create it.
[[nodiscard]] std::filesystem::path user_catalogue_folder();

/// The user's pictures folder from xdg-user-dirs; else documents, else the home folder. Empty without any.
[[nodiscard]] std::filesystem::path pictures_folder();
/// Expands the tilde of "~/slides" to the home folder.
[[nodiscard]] std::filesystem::path with_home(const std::string& text);

}  // namespace spillway::base
