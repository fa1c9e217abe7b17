#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"
#include "app/model/value.h"

namespace spillway::catalogue {

// The lines of an exercise's kernel.cu between which the learner writes. What stands around them is the exercise's: the
// reference that his result is compared with among it.
inline constexpr std::string_view yours_begins = "// ---- yours from here ----";
inline constexpr std::string_view yours_ends = "// ---- yours to here ----";

/// The exercise that an experiment is a copy of; null where the catalogue has none of that name.
[[nodiscard]] const model::Experiment* original_of(const Catalogue& catalogue, const model::Experiment& copy);

/// Why a copy is not the exercise any more, so that it cannot be won: its description was changed, or its kernel.cu
/// outside of the learner's lines, or these lines redefine the reference or ask who compiles them.
[[nodiscard]] std::optional<model::Error> why_not_the_exercise(const model::Experiment& original,
                                                               const model::Experiment& copy);

/// Whether an exercise as it comes is one: it has the two lines, in order, each once.
[[nodiscard]] std::optional<model::Error> check_exercise(const model::Experiment& exercise);

/// The text that a reference is compiled from: an exercise's own lines, which a learner's lines cannot change. Another
/// experiment's whole text.
[[nodiscard]] model::SourceText reference_source(const model::SourceText& source);

/// All values at which an exercise's kernel is run on a processor: the initial ones, with few elements. Two blocks and
/// a piece of a third are enough to tell a wrong index, and little work.
[[nodiscard]] model::Values processor_values(const model::Experiment& exercise, const model::Gpu& gpu);

}  // namespace spillway::catalogue
