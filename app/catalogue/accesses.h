#pragma once

// Memory touched by one warp's access, computed from the declared addresses as the hardware does.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

inline constexpr int warp_lanes = 32;
inline constexpr std::int64_t line_bytes = 128, sector_bytes = 32;
inline constexpr std::int64_t bank_count = 32, bank_bytes = 4;
/// Bound on declared addresses, far above any memory.
inline constexpr std::int64_t max_address = std::int64_t{1} << 40;

/// One access with its formulas evaluated. A lane without an address is inactive.
struct WarpAccess {
    std::int64_t bytes = 4;  ///< bytes per lane
    std::array<std::optional<std::int64_t>, warp_lanes> addresses;
};

/// Error: the formula that gives no valid address. `values` may be partial; the rest has initial values.
[[nodiscard]] model::Expected<WarpAccess> warp_access(const model::Experiment& experiment, const model::Access& access,
                                                      const model::Values& values, const model::Gpu& gpu);

/// 128-byte lines and 32-byte sectors of global memory, ascending.
struct Touched {
    std::vector<std::int64_t> lines, sectors;  ///< indices of lines and sectors
    std::int64_t asked_bytes = 0;              ///< each byte once, even if several lanes request it
};
[[nodiscard]] Touched touched(const WarpAccess& access);

/// Use of the 32 banks of shared memory. Lanes that read one word share it. See lanes_at_a_time() for wide accesses.
struct BankUse {
    int turns = 0;                        ///< times that the banks deliver words (ncu: wavefronts)
    int conflicts = 0;                    ///< turns beyond those needed without bank conflicts
    std::array<int, bank_count> words{};  ///< distinct words per bank: maximum over the lanes served at a time
};
/// Lanes that shared memory serves at a time: see model::lanes_served_together().
[[nodiscard]] int lanes_at_a_time(const WarpAccess& access);
[[nodiscard]] BankUse bank_use(const WarpAccess& access);

/// Distinct 4-byte words at which the lanes' reads begin: constant memory serves one at a time.
[[nodiscard]] int distinct_words(const WarpAccess& access);

/// Accesses made by a variant.
[[nodiscard]] std::vector<const model::Access*> accesses_of(const model::Experiment& experiment,
                                                            const std::string& variant);

/// Names for claims about a variant's first access of a memory: access_sectors_per_request, access_bank_conflicts,
/// access_words. Empty if the variant declares no access.
[[nodiscard]] std::vector<std::string> access_names(const model::Experiment& experiment, const std::string& variant);
[[nodiscard]] std::optional<double> access_number(const model::Experiment& experiment, const std::string& variant,
                                                  const std::string& name, const model::Values& values,
                                                  const model::Gpu& gpu);

}  // namespace spillway::catalogue
