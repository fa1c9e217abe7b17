#pragma once

// Numbers of kernels that a committed budget limits: read from compile results or from a compiled file, compared with
// the budget, and written back.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/guard_names.h"
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

/// Reason why there are no numbers.
struct GuardFailure {
    bool is_refusal = true;  ///< false: it was not compiled to its end, or could not be read
    std::string message;
};

struct GuardedKernel {
    std::string file;     ///< relative to the budget's folder
    std::string path;     ///< the same file as the command line names it
    std::string kernel;   ///< "scale<8>"; empty: the file fails before the compiler names its kernels
    std::string arch;     ///< "sm_90"; empty: none
    KernelLines lines{};  ///< in the file
    GuardNumbers numbers{};
    std::optional<GuardFailure> failure{};
    std::vector<model::Cause> causes{};  ///< of stack and spills, if they exceed the budget
    bool has_unknown_stack = false;      ///< calls through a pointer or alloca() take more than the stack in `numbers`
};

enum class GuardNumber {
    registers,
    stack_frame_bytes,
    spill_store_bytes,
    spill_load_bytes,
    static_shared_bytes,
    theoretical_occupancy
};

/// One number of a kernel that breaks its budget: above it, or for occupancy below it.
struct Excess {
    GuardNumber number = GuardNumber::registers;
    double now = 0, budget = 0;
};

/// Whether causes of local memory explain one of the numbers.
[[nodiscard]] bool is_of_local_memory(const std::vector<Excess>& excesses);

class Budget {
public:
    /// Reads FILE.json. A missing file is an empty budget if `may_be_missing`.
    [[nodiscard]] static model::Expected<Budget> read(const std::filesystem::path& file, bool may_be_missing);
    /// Takes the numbers of the kernels without a failure. Removes all budgets of the files `without_kernels`, and, in
    /// a file and architecture without a failure, those of kernels that are gone. Keeps all others.
    void take(const std::vector<GuardedKernel>& kernels, const std::vector<std::string>& without_kernels);
    [[nodiscard]] std::optional<model::Error> write(const std::filesystem::path& file) const;

    /// Earlier versions wrote the first instance of a template as "scale". Gives each such entry the name of the one
    /// instance without an entry. Returns a sentence for each entry: its new name, or why it has none.
    [[nodiscard]] std::vector<std::string> name_instances(const std::vector<GuardedKernel>& kernels);

    [[nodiscard]] const GuardNumbers* find(const GuardedKernel& kernel) const;
    /// Files with a budget, as the budget names them.
    [[nodiscard]] std::vector<std::string> files() const;
    /// True if a kernel has a budget for it.
    [[nodiscard]] bool has_architecture(const std::string& arch) const;
    /// Numbers that break the budget; empty for a kernel without a budget or with a failure.
    [[nodiscard]] std::vector<Excess> excesses(const GuardedKernel& kernel) const;
    /// Budgets without a kernel any more: "a.cu: scale (sm_90)". Looks at the kernels' files and architectures without
    /// a failure, and at all budgets of the files `without_kernels`.
    [[nodiscard]] std::vector<std::string> unused(const std::vector<GuardedKernel>& kernels,
                                                  const std::vector<std::string>& without_kernels) const;

private:
    using Key = std::vector<std::string>;  ///< file, kernel, architecture
    [[nodiscard]] std::vector<Key> unused_keys(const std::vector<GuardedKernel>& kernels,
                                               const std::vector<std::string>& without_kernels) const;
    std::map<Key, GuardNumbers> numbers_;
    std::set<Key> unclear_;     ///< entries that may be of several instances
    std::string others_{"{}"};  ///< JSON: the file's other members, as a comment of the user's; they are written again
};

}  // namespace spillway::cli
