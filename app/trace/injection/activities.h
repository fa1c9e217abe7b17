#pragma once

// NVIDIA's libcupti in the traced program: its calls for activities and callbacks, found at run time.

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_result.h>
#include <cupti_version.h>

#include <cstdint>
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

/// The loaded library. It stays loaded: its threads outlive an unload.
struct Activities {
#define SPILLWAY_DECLARE(name) decltype(&::name) name = nullptr;
    SPILLWAY_ACTIVITY_FUNCTIONS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE
    std::uint32_t version = 0;
    std::string path;

    /// The first that can be used. False where there is none; `tried` then says why, one sentence.
    [[nodiscard]] bool load(std::string& tried);
    [[nodiscard]] std::string name_of(CUptiResult result) const;
};

}  // namespace spillway::trace::injection
