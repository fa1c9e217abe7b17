#pragma once

// Loads NVIDIA's libcupti at run time in the traced program: its activity and callback functions.

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_result.h>
#include <cupti_version.h>

#include <cstdint>
#include <optional>
#include <string>

namespace spillway::trace::injection {

// clang-format off
#define SPILLWAY_ACTIVITY_FUNCTIONS(X)      \
    X(cuptiGetVersion)                      \
    X(cuptiGetResultString)                 \
    X(cuptiGetTimestamp)                    \
    X(cuptiSubscribe)                       \
    X(cuptiEnableCallback)                  \
    X(cuptiActivityEnable)                  \
    X(cuptiActivityRegisterCallbacks)       \
    X(cuptiActivityGetNextRecord)           \
    X(cuptiActivityGetNumDroppedRecords)    \
    X(cuptiActivityFlushAll)
// clang-format on

/// Loaded library. Never unloaded, because its threads keep running.
struct Activities {
#define SPILLWAY_DECLARE(name) decltype(&::name) name = nullptr;
    SPILLWAY_ACTIVITY_FUNCTIONS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE
    std::uint32_t version = 0;
    std::string path;

    /// Loads the first usable library. Otherwise one sentence with the reason.
    [[nodiscard]] std::optional<std::string> load();
    [[nodiscard]] std::string name_of(CUptiResult result) const;
};

}  // namespace spillway::trace::injection
