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

// Lines in an exercise's kernel.cu that enclose the learner's part. The text around them belongs to the exercise,
// including the reference that checks the learner's output.
inline constexpr std::string_view yours_begins = "// ---- yours from here ----";
inline constexpr std::string_view yours_ends = "// ---- yours to here ----";

/// The exercise that an experiment is a copy of; null if the catalogue has no exercise of that name.
[[nodiscard]] const model::Experiment* original_of(const Catalogue& catalogue, const model::Experiment& copy);

/// Why a copy is no longer the exercise and cannot be won: its description was changed, or its kernel.cu outside the
/// learner's lines, or these lines name the reference, specialize a template or define a macro that the exercise uses,
/// paste names with ##, or test for the compiler. Empty if it is the exercise.
[[nodiscard]] std::optional<model::Error> why_not_the_exercise(const model::Experiment& original,
                                                               const model::Experiment& copy);

/// Error if an original exercise does not have the two lines, in order, each once, the second at the end of the file.
[[nodiscard]] std::optional<model::Error> check_exercise(const model::Experiment& exercise);

/// Text for compiling a reference. For an exercise, only the text before the learner's lines, so that they cannot
/// change the reference; for another experiment, the whole text.
[[nodiscard]] model::SourceText reference_source(const model::SourceText& source);

/// Values for running an exercise's kernel on the CPU: the initial values with few elements. Two blocks and part of a
/// third find a wrong index with little work.
[[nodiscard]] model::Values processor_values(const model::Experiment& exercise, const model::Gpu& gpu);

}  // namespace spillway::catalogue
