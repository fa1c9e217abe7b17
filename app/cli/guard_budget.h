#pragma once

// Numbers of kernels that a committed budget limits: read from compile results or from a compiled file, compared with
// the budget, and written back.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/cause.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Bytes are per thread, shared memory per block.
struct GuardNumbers {
    std::optional<int> registers;
    std::optional<std::int64_t> stack_frame_bytes;                    ///< with those of called functions, if known
    std::optional<std::int64_t> spill_store_bytes, spill_load_bytes;  ///< empty: a compiled file does not tell
    std::optional<std::int64_t> shared_bytes;                         ///< static
    std::optional<double> occupancy;  ///< theoretical, 0 to 1; empty for a compiled file
    friend bool operator==(const GuardNumbers&, const GuardNumbers&) = default;
};

struct GuardedKernel {
    std::string file;    ///< relative to the budget's folder
    std::string kernel;  ///< as the source has it: "scale<8>"
    std::string arch;    ///< "sm_90"
    int line = 0;        ///< of the kernel; 0: unknown
    GuardNumbers numbers;
    std::optional<std::string> failure;  ///< it does not compile
    std::vector<model::Cause> causes;    ///< looked up only for a kernel that exceeds its budget
};

/// One number of a kernel over its budget.
struct Excess {
    std::string number;  ///< "registers"
    double now = 0, budget = 0;
};

class Budget {
public:
    /// Reads FILE.json. A missing file is an empty budget if `may_be_missing`.
    [[nodiscard]] static model::Expected<Budget> read(const std::filesystem::path& file, bool may_be_missing);
    /// Replaces the budgets of the files that these kernels belong to.
    void take(const std::vector<GuardedKernel>& kernels);
    [[nodiscard]] std::optional<model::Error> write(const std::filesystem::path& file) const;

    [[nodiscard]] const GuardNumbers* find(const GuardedKernel& kernel) const;
    /// True if a kernel of the file has a budget.
    [[nodiscard]] bool has_file(const std::string& file) const;
    /// Numbers over the budget; empty for a kernel without one.
    [[nodiscard]] std::vector<Excess> excesses(const GuardedKernel& kernel) const;
    /// Budgets of the kernels' files and architectures without a kernel any more: "a.cu: scale (sm_90)". Also all
    /// budgets of the files in `read` that have no kernel left.
    [[nodiscard]] std::vector<std::string> unused(const std::vector<GuardedKernel>& kernels,
                                                  const std::vector<std::string>& read) const;

private:
    using Key = std::vector<std::string>;  ///< file, kernel, architecture
    std::map<Key, GuardNumbers> numbers_;
};

}  // namespace spillway::cli
