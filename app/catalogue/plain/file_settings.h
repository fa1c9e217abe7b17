#pragma once

// User settings for a .cu, kept outside its text: build options and slider ranges. The syntax is that of the input
// fields: -I, -D and -std as for a compiler, a range as "8:64:8", "8:64:x2" or "16, 32, 64".

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/build_settings.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Values of a slider.
struct SliderRange {
    std::vector<std::int64_t> values;  ///< only these, ascending; empty: first to last
    std::int64_t first = 0, last = 0, step = 1;
    bool doubles = false;  ///< the slider stops at powers of two
    friend bool operator==(const SliderRange&, const SliderRange&) = default;
};

struct FileSettings {
    model::BuildSettings build;
    std::map<std::string, SliderRange> ranges;  ///< by parameter
    [[nodiscard]] bool is_empty() const { return build.is_empty() && ranges.empty(); }
    friend bool operator==(const FileSettings&, const FileSettings&) = default;
};

[[nodiscard]] model::Expected<SliderRange> parse_range(std::string_view text);
[[nodiscard]] std::string range_text(const SliderRange& range);
/// Present range of a parameter; empty if it has no numeric slider.
[[nodiscard]] std::optional<SliderRange> range_of(const model::Parameter& parameter);

/// Sets the ranges of the sliders with these names, and moves their initial values into them. Ignores other names.
void take_ranges(model::Experiment& experiment, const std::map<std::string, SliderRange>& ranges);

/// Parse "-I ../common, inc" as folders, "-D TILE=32 FAST" as macros, "-std=c++20" as "c++20": with or without the
/// option, separated by blanks or commas. A comma inside a folder's name stays. check_settings() validates them.
[[nodiscard]] std::vector<std::string> folders_in(std::string_view text);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> macros_in(std::string_view text);
[[nodiscard]] std::string standard_in(std::string_view text);
/// Parses "300" or "300 s"; no seconds for an empty text.
[[nodiscard]] model::Expected<std::optional<int>> seconds_in(std::string_view text);
/// In the typed syntax: "../common inc", "TILE=32 FAST".
[[nodiscard]] std::string folders_text(const model::BuildSettings& build);
[[nodiscard]] std::string macros_text(const model::BuildSettings& build);
[[nodiscard]] std::string seconds_text(const model::BuildSettings& build);
/// "-I ../common -D TILE=32 -std=c++20"; empty without settings.
[[nodiscard]] std::string options_text(const model::BuildSettings& build);

/// Settings of all files by path, as text and back. Reading ignores invalid ranges, and all build settings of a file if
/// one is invalid.
[[nodiscard]] std::string print_file_settings(const std::map<std::string, FileSettings>& files);
[[nodiscard]] std::map<std::string, FileSettings> parse_file_settings(std::string_view text);

}  // namespace spillway::catalogue
