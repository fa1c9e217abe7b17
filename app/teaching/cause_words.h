#pragma once

#include <string>
#include <vector>

#include "app/model/cause.h"

namespace spillway::teaching {

/// What is said of one kind of cause.
struct CauseWords {
    model::CauseKind kind;
    const char* label;     ///< "Dynamic index": what stands beside the bytes
    const char* because;   ///< behind "window, "
    const char* nameless;  ///< what it is called where nothing names it
    const char* help;      ///< what such a thing is, in a sentence
    const char* remedy;    ///< what takes it out of local memory; null if unknown
};
[[nodiscard]] const CauseWords& cause_words(model::CauseKind kind);

/// What lies there: "window", "sin", or for what has no name "spilled registers".
[[nodiscard]] std::string cause_subject(const model::Cause& cause);

/// All of it in one sentence: "128 bytes of local memory in each thread: window, because of a dynamic index."
[[nodiscard]] std::string causes_sentence(const std::vector<model::Cause>& causes);

}  // namespace spillway::teaching
