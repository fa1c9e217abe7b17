#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/warp_place.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// An active link of a lesson: [128 bytes](claim:local_array_128), [window
/// 64](set:window_size=64,variant=local_array,tab=code), [Predict](ask:frame_64) or [Mend it](exercise:constant_index).
struct LessonLink {
    int line = 0;
    std::string text;
    std::string target;  ///< "claim:local_array_128"
};
[[nodiscard]] std::vector<LessonLink> lesson_links(std::string_view lesson);
/// Replaces each link of a sentence by its text.
[[nodiscard]] std::string without_links(std::string_view sentence);

/// Selection made by a "set:name=value,name=value" target.
struct SetLink {
    model::Values values;
    std::string variant;            ///< variant to show; empty: unchanged
    std::string tab;                ///< tab of the window; empty: unchanged
    std::string x_axis;             ///< x axis of the charts; empty: unchanged
    std::optional<WarpPlace> warp;  ///< place that the tab Warp shows
    friend bool operator==(const SetLink&, const SetLink&) = default;
};
[[nodiscard]] model::Expected<SetLink> parse_set_link(const model::Experiment& experiment, std::string_view target);

/// Checks the links of a lesson; the Error's `where` is file_name:line.
[[nodiscard]] std::optional<model::Error> check_lesson(const model::Experiment& experiment,
                                                       const std::string& file_name);

}  // namespace spillway::catalogue
