#pragma once

// Edits a source so that a compile of it makes the code of one kernel only. Keeps all line numbers.

#include <string>
#include <string_view>

#include "app/compiler/causes/source_words.h"

namespace spillway::compiler {

/// Empties the bodies of all kernels but `kernel`, "detail::scale<8, float>" or "scale", and those of its other
/// instances. Ignores namespaces.
[[nodiscard]] Edits empty_other_kernels(std::string_view text, const std::string& kernel);

}  // namespace spillway::compiler
