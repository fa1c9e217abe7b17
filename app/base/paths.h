#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spillway::base {

/// The folder that holds kernels/, assets/ and shaders/: $SPILLWAY_DATA, else share/spillway or the
/// folder itself beside the program's, else the source tree it was built from.
[[nodiscard]] std::filesystem::path data_folder();
/// The worker program beside this one.
[[nodiscard]] std::filesystem::path worker_program();
/// Spillway's own program, beside this one where this is a test.
[[nodiscard]] std::filesystem::path command_program();
/// What is loaded into a program that is traced: beside this one, or in ../lib/spillway. Empty where it is not there.
[[nodiscard]] std::filesystem::path trace_library();
/// The recordings that came with the program: each *.spillway in `assets`/recordings, by name.
[[nodiscard]] std::vector<std::filesystem::path> shipped_recordings(const std::filesystem::path& assets);
/// $XDG_CONFIG_HOME/spillway or ~/.config/spillway. Not created.
[[nodiscard]] std::filesystem::path config_folder();
/// $XDG_DATA_HOME/spillway/kernels: experiments the user put there. Not created.
[[nodiscard]] std::filesystem::path user_catalogue_folder();

/// Where the user keeps pictures, as xdg-user-dirs says; else documents, else the home folder. Empty without any.
[[nodiscard]] std::filesystem::path pictures_folder();
/// "~/slides" with the home folder in the tilde's place.
[[nodiscard]] std::filesystem::path typed_path(const std::string& text);

}  // namespace spillway::base
