#pragma once

// Saves the program's modules beside the log; the reader gets stack frames and line tables from them.

#include <atomic>
#include <cstdint>
#include <string>

#include "app/trace/injection/activities.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

class LoadedModules {
public:
    static constexpr std::size_t max_bytes = std::size_t{16} << 20;  ///< per module; larger ones are skipped
    static constexpr std::uint64_t max_bytes_in_all = std::uint64_t{64} << 20;
    static constexpr int most = 2000;

    explicit LoadedModules(Log& log) : log_(log) {}
    /// Saves modules in the folder of `log_path`.
    void begin(const std::string& log_path) { folder_ = log_path.substr(0, log_path.rfind('/') + 1); }
    void take(const CUpti_ResourceData& loaded);

private:
    Log& log_;
    std::string folder_;
    std::atomic<int> count_{0};
    std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace spillway::trace::injection
