#pragma once

// Reads the log of the traced program (app/trace/injection/log.h). Another program writes it, so invalid lines are
// counted and skipped.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/protocol/json_visitors.h"
#include "app/trace/launch_sums.h"
#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t max_log_line_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_log_bytes = std::size_t{256} << 20;

class LogReader {
public:
    /// Accepts the next bytes of the log, in pieces of any length.
    void take(std::string_view bytes);
    /// Names of the module files beside the log, without folder.
    [[nodiscard]] const std::vector<std::string>& modules() const { return modules_; }
    /// Returns the trace. The caller adds the command, the date, the exit status and the notices about them.
    [[nodiscard]] Trace finish();

private:
    /// Kernel ids of one process.
    struct Numbers {
        struct Kernel {
            std::uint32_t kernel = 0;   ///< index in kernels_
            std::int64_t finished = 0;  ///< launches of this process
        };
        std::map<std::int64_t, Kernel> kernels;
        std::map<std::int64_t, UnseenKernel> asked;
    };

    void take_line(std::string_view line);
    [[nodiscard]] bool take_object(const protocol::Json& line);
    [[nodiscard]] bool take_kernel(Numbers& of_process, const protocol::Json& object);
    [[nodiscard]] bool take_asked(Numbers& of_process, const protocol::Json& object);
    [[nodiscard]] bool take_refused(const protocol::Json& object);
    [[nodiscard]] bool take_module(const std::string& file);
    [[nodiscard]] bool take_gpu(const protocol::Json& object);
    [[nodiscard]] bool take_ran(Numbers& of_process, const std::vector<std::int64_t>& numbers);
    [[nodiscard]] bool take_summed(Numbers& of_process, const std::vector<std::int64_t>& numbers);
    [[nodiscard]] bool take_counts(Numbers& of_process, const std::vector<std::int64_t>& numbers);
    [[nodiscard]] bool take_beginning(std::int64_t pid, const protocol::Json& object);
    void add_unfinished(Trace& trace) const;

    std::string unfinished_line_;
    bool is_skipping_ = false;
    std::size_t bytes_ = 0;
    std::int64_t bad_lines_ = 0;
    bool is_too_long_ = false;
    std::vector<TracedProcess> processes_;
    std::vector<TracedGpu> gpus_;
    bool gpus_differ_ = false;  ///< two processes use one number for different GPUs
    std::vector<TracedKernel> kernels_;
    std::vector<SummedLaunches> summed_;  ///< by kernel
    std::vector<LoggedLaunch> launches_;
    std::map<std::string, std::uint32_t> kernel_numbers_;
    std::vector<Numbers> numbers_;  ///< by process
    std::map<std::int64_t, std::size_t> process_of_pid_;
    std::vector<UnseenKernel> refused_;
    std::vector<std::string> modules_;
};

}  // namespace spillway::trace
