#pragma once

// The kernels of a module that some compiler made, as lines to read: nothing is known of it but its bytes.

#include <string>
#include <vector>

#include "app/compiler/disassembler.h"
#include "app/model/error.h"
#include "app/model/listing.h"

namespace spillway::compiler {

/// Those of the entries that are in it.
[[nodiscard]] model::Expected<std::vector<model::KernelListing>> list_cubin(const Disassembler& disassembler,
                                                                            const std::string& cubin,
                                                                            const std::vector<std::string>& entries);

/// The rest of `spillway-worker --listing CUBIN ENTRY...`: prints them as JSON. The exit status.
[[nodiscard]] int print_listing(const std::vector<std::string>& words);

}  // namespace spillway::compiler
