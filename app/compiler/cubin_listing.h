#pragma once

// Listings of the kernels in a module from any compiler. The input is only its bytes, without the source.

#include <string>
#include <vector>

#include "app/compiler/disassembler.h"
#include "app/model/error.h"
#include "app/model/listing.h"

namespace spillway::compiler {

/// Listings of the kernels named in `entries` (mangled names); leaves out those that the module does not contain.
[[nodiscard]] model::Expected<std::vector<model::KernelListing>> list_cubin(const Disassembler& disassembler,
                                                                            const std::string& cubin,
                                                                            const std::vector<std::string>& entries);

/// Implements `spillway-worker --listing CUBIN ENTRY...` (`words` holds the arguments after --listing): prints the
/// listings as JSON. Returns the exit status.
[[nodiscard]] int print_listing(const std::vector<std::string>& words);

}  // namespace spillway::compiler
