#pragma once

// Options of nvcc that change a kernel's code, from a closed list: as typed, in a .spillway.json, or in the command of
// a compile_commands.json.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// Options of a command for nvcc. Options of the host compiler, and those that change no kernel, are skipped.
struct NvccCommand {
    model::BuildSettings settings;
    std::vector<std::string> left_out;  ///< options that are not in the list: "-Xcicc -opt-level=1"
    std::vector<std::string> skipped;   ///< words that change no kernel here: "-Xcompiler -Wall", "-arch=sm_80"
};
[[nodiscard]] NvccCommand read_nvcc_options(const std::vector<std::string>& words);

/// Whether a flag is in the list, in the spelling of BuildSettings::flags.
[[nodiscard]] bool is_nvcc_flag(std::string_view flag);

/// -isystem, -include and the flags as typed: "--extended-lambda -include first.h". Quotes names with blanks.
[[nodiscard]] std::string flags_text(const model::BuildSettings& build);
/// Reads flags_text(); the Error names an option that is not in the list.
[[nodiscard]] model::Expected<model::BuildSettings> flags_in(std::string_view text);

/// Flags for nvcc's front end, and those for ptxas alone (without -Xptxas). -maxrregcount and --fmad=false go to both.
[[nodiscard]] std::vector<std::string> front_end_flags(const model::BuildSettings& build);
[[nodiscard]] std::vector<std::string> ptxas_flags(const model::BuildSettings& build);
/// Whether a flag, in the spelling of BuildSettings::flags, caps registers: "-maxrregcount=64".
[[nodiscard]] bool is_register_cap(std::string_view flag);
[[nodiscard]] bool has_register_cap(const model::BuildSettings& build);
[[nodiscard]] bool is_relocatable(const model::BuildSettings& build);
/// "sm_90a" if the flags name it and `arch` is "sm_90", else `arch`.
[[nodiscard]] std::string target_of(const model::BuildSettings& build, const std::string& arch);

/// Joins settings: lists one after the other; of two values for one macro, one standard or one flag, the first settings
/// win. Within the same settings the last value of a macro counts, as for nvcc.
[[nodiscard]] model::BuildSettings joined_settings(model::BuildSettings first, const model::BuildSettings& more);

}  // namespace spillway::catalogue
