#pragma once

// What the user of a .cu says of it beside its text: how it is built, and over what its sliders run. As it is typed and
// kept: -I, -D and -std as for a compiler, a range as "8:64:8", "8:64:x2" or "16, 32, 64".

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

/// Over what a slider runs.
struct SliderRange {
    std::vector<std::int64_t> values;  ///< these alone, ascending; empty: from first to last
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
/// Over what it runs now; nothing where it is no slider of numbers.
[[nodiscard]] std::optional<SliderRange> range_of(const model::Parameter& parameter);

/// The sliders of these names run over these ranges, and begin within them. Other names mean nothing.
void take_ranges(model::Experiment& experiment, const std::map<std::string, SliderRange>& ranges);

/// "-I ../common, inc" as folders, "-D TILE=32 FAST" as macros, "-std=c++20" as "c++20": with the option or without,
/// blanks or commas between. check_settings() says whether a compiler can be given them.
[[nodiscard]] std::vector<std::string> folders_in(std::string_view text);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> macros_in(std::string_view text);
[[nodiscard]] std::string standard_in(std::string_view text);
/// As they are typed: "../common inc", "TILE=32 FAST".
[[nodiscard]] std::string folders_text(const model::BuildSettings& build);
[[nodiscard]] std::string macros_text(const model::BuildSettings& build);
/// "-I ../common -D TILE=32 -std=c++20"; empty where nothing is said.
[[nodiscard]] std::string options_text(const model::BuildSettings& build);

/// Of all files, by their paths: as a text and back. Of a text that is none, whatever fits is taken.
[[nodiscard]] std::string print_file_settings(const std::map<std::string, FileSettings>& files);
[[nodiscard]] std::map<std::string, FileSettings> parse_file_settings(std::string_view text);

}  // namespace spillway::catalogue
