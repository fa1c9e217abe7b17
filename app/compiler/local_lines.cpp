#include "app/compiler/local_lines.h"

#include <set>

namespace spillway::compiler {
namespace {

/// True for a load or store of local memory, in PTX or machine code. False for an instruction that only computes an
/// address, as before the loop around the access.
bool accesses_local(const model::ListingLine& line)
{
    const auto has = [&](std::string_view word) { return line.text.find(word) != std::string::npos; };
    const bool is_access = (has(".local") && (has("ld.") || has("st."))) || has("LDL") || has("STL");
    return line.touches_local && is_access;
}

}  // namespace

std::vector<int> local_lines_of(const model::Listing& listing)
{
    std::set<int> accesses, addresses;
    for (const auto* lines : {&listing.ptx, listing.sass ? &*listing.sass : nullptr}) {
        if (lines == nullptr) continue;
        for (const model::ListingLine& line : *lines) {
            if (line.source_line <= 0) continue;
            if (accesses_local(line)) accesses.insert(line.source_line);
            const bool declares = line.text.find("__local_depot") != std::string::npos;
            if (line.touches_local && !declares) addresses.insert(line.source_line);
        }
    }
    const std::set<int>& found = accesses.empty() ? addresses : accesses;
    return {found.begin(), found.end()};
}

}  // namespace spillway::compiler
