#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads the heading of an experiment.json: name, title, topic, place in the course, x axis and charts.
void read_heading(model::Experiment& experiment, MemberReader& reader, Problems& problems);

/// Parses an outlines.json (see is_outline()): {"experiments": [headings]}. Never throws.
[[nodiscard]] model::Expected<std::vector<model::Experiment>> parse_outlines(std::string_view text,
                                                                             const std::string& file_name);

}  // namespace spillway::catalogue
