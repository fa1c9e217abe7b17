#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// A link of a lesson that does something: [128 bytes](claim:local_array_128) or
/// [window 64](set:window_size=64,register_cap=0).
struct LessonLink {
    int line = 0;
    std::string text;
    std::string target;  ///< "claim:local_array_128"
};
[[nodiscard]] std::vector<LessonLink> lesson_links(std::string_view lesson);

/// The values of a lesson's "set:name=value,name=value" target.
[[nodiscard]] model::Expected<model::Values> parse_set_link(const model::Experiment& experiment,
                                                            std::string_view target);

/// Looks at a lesson's links; the Error's `where` is file_name:line.
[[nodiscard]] std::optional<model::Error> check_lesson(const model::Experiment& experiment,
                                                       const std::string& file_name);

}  // namespace spillway::catalogue
