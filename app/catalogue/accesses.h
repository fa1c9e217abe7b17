#pragma once

// What one warp's access touches: counted from the addresses that an experiment declares, as the hardware counts.

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
/// What an access may not declare: far outside of any memory.
inline constexpr std::int64_t most_address = std::int64_t{1} << 40;

/// One access with its formulas evaluated. A lane without an address does not take part.
struct WarpAccess {
    std::int64_t bytes = 4;  ///< that each lane asks for
    std::array<std::optional<std::int64_t>, warp_lanes> addresses;
};

/// The Error says which formula gives no address. `values` may be partial: the rest takes initial values.
[[nodiscard]] model::Expected<WarpAccess> warp_access(const model::Experiment& experiment, const model::Access& access,
                                                      const model::Values& values, const model::Gpu& gpu);

/// 128-byte lines and 32-byte sectors of global memory, in ascending order.
struct Touched {
    std::vector<std::int64_t> lines, sectors;  ///< number of the line, of the sector
    std::int64_t asked_bytes = 0;              ///< each byte once, however many lanes want it
};
[[nodiscard]] Touched touched(const WarpAccess& access);

/// The 32 banks of shared memory. Lanes that want one word share it. 8 and 16 bytes a lane go half and quarter of a
/// warp at a time.
struct BankUse {
    int turns = 0;                        ///< how often the banks are asked
    int conflicts = 0;                    ///< turns that would not be needed if no two words shared a bank
    std::array<int, bank_count> words{};  ///< different words that the access wants of each bank, in its worst part
};
[[nodiscard]] BankUse bank_use(const WarpAccess& access);

/// Different words that the lanes want: constant memory answers one at a time.
[[nodiscard]] int distinct_words(const WarpAccess& access);

/// The accesses that a variant makes.
[[nodiscard]] std::vector<const model::Access*> accesses_of(const model::Experiment& experiment,
                                                            const std::string& variant);

/// What a claim may say of a variant's first access of a memory: access_sectors_per_request, access_bank_conflicts,
/// access_words. Nothing where the variant declares none.
[[nodiscard]] std::vector<std::string> access_names(const model::Experiment& experiment, const std::string& variant);
[[nodiscard]] std::optional<double> access_number(const model::Experiment& experiment, const std::string& variant,
                                                  const std::string& name, const model::Values& values,
                                                  const model::Gpu& gpu);

}  // namespace spillway::catalogue
