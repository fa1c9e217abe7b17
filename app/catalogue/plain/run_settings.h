#pragma once

// Settings for running a learner's own kernel on the CPU. The user gives them on the command line, in the window, or in
// a .spillway.json.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// Empty settings come from the file, or are made up.
struct RunSettings {
    std::string grid, block;                       ///< "64", "16,16"
    std::string shared;                            ///< bytes of dynamic shared memory of a block
    std::map<std::string, std::string> arguments;  ///< by the kernel's names: see number_in_setting(), buffer_setting()

    friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// "16,16" as three extents. The Error says what was expected.
[[nodiscard]] model::Expected<std::vector<std::int64_t>> extents_in(std::string_view text);
/// "4096", "0.5", "-1".
[[nodiscard]] model::Expected<double> number_in_setting(std::string_view text);

/// Why this is not a value of "grid", "block" or "shared"; empty if it is one.
[[nodiscard]] std::optional<std::string> why_no_setting(std::string_view key, std::string_view text);

/// A buffer's size and contents.
struct BufferSetting {
    std::optional<std::int64_t> elements;
    std::optional<model::Fill> fill;
    double from = 0, to = 1, step = 1;
};
/// "4096", "4096:ramp", ":integers:0:255", "1000:constant:1".
[[nodiscard]] model::Expected<BufferSetting> buffer_setting(std::string_view text);

/// "random integers from 0 to 4,095", for people.
[[nodiscard]] std::string fill_words(const model::PlannedBuffer& buffer);

/// Reads "run_here" of a .spillway.json: {"KERNEL": {"grid": "16", "block": "256", "shared": "0", "set": {"n":
/// "1000", "in": "4096:ramp"}}}. `text` is the whole file's.
[[nodiscard]] model::Expected<std::map<std::string, RunSettings>> run_settings_in(std::string_view text,
                                                                                  const std::string& where);
/// Reads the .spillway.json beside a .cu, by kernel; empty if there is no such file.
[[nodiscard]] model::Expected<std::map<std::string, RunSettings>> run_settings_beside(
    const std::filesystem::path& file);
/// Fills the empty settings of `first` from `second`.
[[nodiscard]] RunSettings merged(RunSettings first, const RunSettings& second);

}  // namespace spillway::catalogue
