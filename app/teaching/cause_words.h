#pragma once

#include <string>
#include <vector>

#include "app/model/cause.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// Words for one kind of cause.
struct CauseWords {
    model::CauseKind kind;
    const char* label;   ///< label beside the bytes: "Dynamic index"
    const char* help;    ///< explanation in one sentence
    const char* remedy;  ///< how to move it out of local memory; null if unknown
};
[[nodiscard]] const CauseWords& cause_words(model::CauseKind kind);

/// How to move it out of local memory: the repair that was compiled, with its numbers, or else the kind's remedy. May
/// be empty.
[[nodiscard]] std::string cause_remedy(const model::Cause& cause);

/// All causes in one sentence: "128 bytes in each thread: window, indexed at run time." With `report`, it also tells of
/// a stack of unknown depth; with `sass`, of a stack that ptxas does not count.
[[nodiscard]] std::string causes_sentence(const std::vector<model::Cause>& causes,
                                          const model::CompileReport* report = nullptr,
                                          const model::SassInspection* sass = nullptr);

}  // namespace spillway::teaching
