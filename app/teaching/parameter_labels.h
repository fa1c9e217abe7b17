#pragma once

#include <string>
#include <string_view>

#include "app/model/experiment.h"

namespace spillway::teaching {

/// A sentence that names parameters as the command line does, in the words of the sliders: "lower block_size" becomes
/// "lower Block size". Only names with an underscore: others may be words of the sentence.
[[nodiscard]] std::string with_labels(std::string_view sentence, const model::Experiment& experiment);

}  // namespace spillway::teaching
