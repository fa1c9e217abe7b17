#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/compiler/nvrtc.h"
#include "app/compiler/toolchain.h"

namespace spillway::compiler {

/// Compiles until it is stopped. Ends by itself after ten seconds, so that a failing test ends too.
class WaitingNvrtc : public Nvrtc {
public:
    WaitingNvrtc() : Nvrtc({"13.0.88", "waiting", "", 13000, {90}}) {}

    [[nodiscard]] NvrtcResult compile(const std::string&, const std::string&, const std::string&,
                                      const std::vector<std::string>&, const StopQuestion& should_stop,
                                      std::optional<double>) const override
    {
        NvrtcResult result;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!result.cancelled && std::chrono::steady_clock::now() < end) {
            result.cancelled = should_stop && should_stop();
            std::this_thread::yield();
        }
        if (result.cancelled) result.stopped = model::Error{"the compile was cancelled", "compile", ""};
        return result;
    }
};

/// Stopped by the compile's own time limit, at once.
class LateNvrtc : public Nvrtc {
public:
    LateNvrtc() : Nvrtc({"13.0.88", "late", "", 13000, {90}}) {}

    [[nodiscard]] NvrtcResult compile(const std::string&, const std::string&, const std::string&,
                                      const std::vector<std::string>&, const StopQuestion&,
                                      std::optional<double>) const override
    {
        NvrtcResult result;
        result.stopped = model::Error{"the compile took longer than its limit", "compile", "", model::Bound::time};
        return result;
    }
};

[[nodiscard]] inline Toolchain late_toolchain()
{
    return {std::shared_ptr<const Nvrtc>(std::make_shared<LateNvrtc>()), {}, model::Error{"none", "", ""}};
}

[[nodiscard]] inline Toolchain waiting_toolchain()
{
    return {std::shared_ptr<const Nvrtc>(std::make_shared<WaitingNvrtc>()), {}, model::Error{"none", "", ""}};
}

}  // namespace spillway::compiler
