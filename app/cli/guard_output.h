#pragma once

// Findings of `guard` as text, as GitHub's annotations, as JUnit and as SARIF.

#include <optional>
#include <string>
#include <vector>

#include "app/cli/guard_budget.h"
#include "app/model/error.h"

namespace spillway::cli {

enum class GuardFindingKind {
    over_budget,
    does_not_compile,
    not_compiled  ///< a limit stopped the compile, the worker died, or the file cannot be read
};

struct GuardFinding {
    GuardFindingKind kind = GuardFindingKind::over_budget;
    const GuardedKernel* kernel = nullptr;
    std::string what;  ///< "registers 40 (budget 32); 64 bytes: taps, line 8, indexed at run time"; may have lines
    int line = 0;      ///< of the first cause within the kernel, else of the kernel; 0: unknown
};

struct GuardReport {
    std::vector<GuardedKernel> kernels;
    std::vector<GuardFinding> findings;
    std::vector<std::string> notes;  ///< kernels without a budget, budgets without a kernel
};

enum class GuardFormat { text, github, junit, sarif };
/// Empty for another word.
[[nodiscard]] std::optional<GuardFormat> guard_format(const std::string& word);
[[nodiscard]] std::string guard_text(const GuardReport& report, GuardFormat format);

/// Sentence on a kernel's excesses and the causes of its local memory.
[[nodiscard]] std::string excess_text(const std::vector<Excess>& excesses, const std::vector<model::Cause>& causes);

/// Path of a file below the repository of the current folder, else below that of the file, else below the current
/// folder; absolute if none holds it. Names in pull requests start there.
[[nodiscard]] std::string path_in_repository(const std::string& file);

}  // namespace spillway::cli
