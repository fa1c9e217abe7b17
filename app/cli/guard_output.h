#pragma once

// Findings of `guard` as text, as GitHub's annotations, as JUnit and as SARIF.

#include <string>
#include <vector>

#include "app/cli/guard_budget.h"
#include "app/model/error.h"

namespace spillway::cli {

/// A kernel that exceeds its budget or does not compile.
struct GuardFinding {
    const GuardedKernel* kernel = nullptr;
    std::string what;  ///< "registers 40 (budget 32); 64 bytes: taps, line 8, indexed at run time"
    int line = 0;      ///< of the first cause, else of the kernel; 0: unknown
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

}  // namespace spillway::cli
