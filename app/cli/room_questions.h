#pragma once

#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/room/messages.h"

namespace spillway::cli {

/// The questions of all trusted lessons, in the catalogue's order. Leaves out a curve over a parameter without numbers.
[[nodiscard]] std::vector<room::LessonQuestion> room_questions(const catalogue::Catalogue& catalogue);

}  // namespace spillway::cli
