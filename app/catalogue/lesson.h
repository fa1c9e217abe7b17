#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/warp_place.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// A link of a lesson that does something: [128 bytes](claim:local_array_128), [window 64](set:window_size=64,variant=
/// local_array,tab=code), [Predict](ask:frame_64) or [Mend it](exercise:constant_index).
struct LessonLink {
    int line = 0;
    std::string text;
    std::string target;  ///< "claim:local_array_128"
};
[[nodiscard]] std::vector<LessonLink> lesson_links(std::string_view lesson);
/// A sentence with the words of its links alone.
[[nodiscard]] std::string without_links(std::string_view sentence);

/// What a "set:name=value,name=value" target chooses.
struct SetLink {
    model::Values values;
    std::string variant;            ///< to look at; empty: as it is
    std::string tab;                ///< of the window; empty: as it is
    std::string x_axis;             ///< the parameter that charts are drawn over; empty: as it is
    std::optional<WarpPlace> warp;  ///< that the tab Warp shows
};
[[nodiscard]] model::Expected<SetLink> parse_set_link(const model::Experiment& experiment, std::string_view target);

/// Looks at a lesson's links; the Error's `where` is file_name:line.
[[nodiscard]] std::optional<model::Error> check_lesson(const model::Experiment& experiment,
                                                       const std::string& file_name);

}  // namespace spillway::catalogue
