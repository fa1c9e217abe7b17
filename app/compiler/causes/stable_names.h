#pragma once

// Names of functions in unnamed namespaces and of static ones have a hash of the file's text in them, so each edit of a
// trial changes them. Here they get names that stay.

#include <string>
#include <string_view>

namespace spillway::compiler {

/// "_ZN12_GLOBAL__N_11kEPfi" for "_ZN36_GLOBAL__N__dc4ada30_8_anon7_cu_main1kEPfi", everywhere in a name or a PTX text.
[[nodiscard]] std::string stable_names(std::string_view text);

}  // namespace spillway::compiler
